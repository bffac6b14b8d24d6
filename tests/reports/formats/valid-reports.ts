import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { Ajv, type AnySchema } from 'ajv';
import addFormats from 'ajv-formats';
import { Ajv2020 } from 'ajv/dist/2020.js';
import draft6 from 'ajv/lib/refs/json-schema-draft-06.json' with { type: 'json' };
import { schema as ctrfSchema } from 'ctrf';
import { marked } from 'marked';
import { expect } from 'vitest';
import { validateXML } from 'xmllint-wasm';
import type { ReportFormat } from '../../../reports/formats/report-formats.js';
import { toStatementHash } from '../../../reports/formats/statement.js';
import { runReportSchema } from '../../../reports/run-report-schema.js';
import { closed } from '../closed-schema.js';
import { problemsOf } from '../html/validate-html.js';

const ajv2020 = addFormats.default(new Ajv2020({ strict: true }));
const validateRun = ajv2020.compile(closed(JSON.parse(JSON.stringify(runReportSchema))));

const harSchemas = createRequire(import.meta.url)('har-schema') as Readonly<Record<string, AnySchema>>;
// Its schemas use words that are none ("optional", "min"), which a strict reader would refuse.
const ajv6 = addFormats.default(new Ajv({ strict: false, meta: false })).addMetaSchema(draft6);
const validateHar = ajv6.addSchema(Object.values(harSchemas)).getSchema('har.json#');

// `validate` of ctrf compiles its schema each time, which takes seconds.
const validateCtrf = addFormats.default(new Ajv()).compile(ctrfSchema);

const junitSchema = readFileSync(new URL('junit.xsd', import.meta.url), 'utf8');

async function expectXml(
  texts: readonly string[],
  more: { readonly schema: string } | { readonly normalization: 'c14n' },
): Promise<void> {
  const xml = texts.map((contents, index) => ({ fileName: `${index}.xml`, contents }));
  const { errors } = await validateXML({ xml, initialMemoryPages: 2048, maxMemoryPages: 8192, ...more });
  expect(errors.slice(0, 3).map(({ message }) => message)).toEqual([]);
}

/** The tags that a summary is made of; whatever else stood in one would come from a target. */
const TAGS =
  /<\/?(h2|h3|p|strong|details|summary|code|pre|table|thead|tbody|tr|th|td)( class="language-text"| align="right")?>/g;

/** What GitHub's runner makes of a line that starts so: a kind, properties, a message. */
const COMMAND = /^::(error|warning|notice) title=((?:[^:,%]|%[0-9A-F]{2})+)::((?:[^%]|%[0-9A-F]{2})*)$/;

type Expect = (text: string, ...more: readonly string[]) => void | Promise<void>;

/** Throws for a text that is no report of its format; what reads XML or HTML is slow, so it takes several. */
export const expectValid: Readonly<Record<ReportFormat, Expect>> = {
  json(text) {
    validateRun(JSON.parse(text));
    expect(validateRun.errors).toBeNull();
  },
  async html(...texts) {
    for (const text of texts) expect((await problemsOf(text)).slice(0, 3)).toEqual([]);
  },
  junit: (...texts) => expectXml(texts, { schema: junitSchema }),
  ctrf(text) {
    validateCtrf(JSON.parse(text));
    expect(validateCtrf.errors).toBeNull();
  },
  markdown(text) {
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(2 ** 20);
    const html = marked.parse(text, { async: false });
    expect(html.replaceAll(TAGS, '')).not.toContain('<');
    expect(html.split('<details>')).toHaveLength(html.split('</details>').length);
  },
  github(text) {
    const lines = text.split('\n').slice(0, -1);
    const kinds = lines.map((line) => COMMAND.exec(line)?.[1]);
    expect(kinds).not.toContain(undefined);
    for (const kind of new Set(kinds)) expect(kinds.filter((one) => one === kind).length).toBeLessThanOrEqual(10);
  },
  har(text) {
    if (!validateHar) throw new Error('har-schema has no har.json');
    const isValid = validateHar(JSON.parse(text));
    expect(isValid ? null : validateHar.errors).toBeNull();
  },
  agent(text) {
    const { causes = '0' } = /^(?<causes>\d+)\. (?!.*^\d+\. )/ms.exec(text)?.groups ?? {};
    expect(text).toMatch(/^calproof: exit code \d+\. .*\nJudged .+\n/);
    expect(text.match(/^ {3}script: calproof replay \S+ \S+ --script$/gm) ?? []).toHaveLength(Number(causes));
    // A token has about four characters; three are on the safe side.
    expect(text.length / 3).toBeLessThan(2_000);
  },
  badge: (...texts) => expectXml(texts, { normalization: 'c14n' }),
  shields(text) {
    const { schemaVersion, label, message, color, ...others } = JSON.parse(text);
    expect({ schemaVersion, label, others }).toEqual({ schemaVersion: 1, label: 'calproof', others: {} });
    expect(message).toMatch(/^[\w :,/]+$/);
    expect(color).toMatch(/^[\da-f]{6}$/);
  },
  statement(text) {
    const statement = JSON.parse(text);
    expect(statement.sha256).toBe(toStatementHash(statement));
  },
};

/** What moves a cursor, hides text or turns its direction, and is no newline or tab. */
export const UNSAFE = /(?![\n\t])[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u;
