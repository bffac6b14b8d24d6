import { quote, toCurl, toVariable } from '../../wire/curl.js';
import type { Exchange, HeaderPairs, WireRequest } from '../../wire/exchange.js';
import { excerpt, toPrintableLine } from '../../wire/printable.js';
import { isSecretHeader, REDACTED } from '../../wire/redaction.js';
import { plural } from '../../wire/wording.js';
import { decidingExchange } from '../counterexample.js';
import type { RunReport } from '../run-report-schema.js';
import type { Failed } from '../standing.js';
import { type Carried, createdBy, findCarried, replaceValue, type Source } from './carried-value.js';
import { toDecision } from './decision.js';
import { toDecisionLines } from './decision-lines.js';
import { toNeededExchanges } from './needed-exchanges.js';
import { shellPrelude } from './shell-prelude.js';

/** A placeholder for the origin until its line is quoted; `<` makes sure that it is. */
const ORIGIN = '<calproof:origin>';
/** The same for the path of a record to be deleted. */
const PATH = '<calproof:path>';
const placeholderOf = (index: number): string => `<calproof:${index}>`;
const variableOf = (index: number): string => `id${index + 1}`;

/** What the lines of a script are made with. */
interface Lines {
  readonly carried: readonly Carried[];
  readonly connection: readonly string[];
}

/** The line that sends a request again, to the present origin and with the present ids. */
function toSendLine(exchange: Exchange, { carried, connection }: Lines): string {
  const request = carried.reduce<WireRequest>(
    (sent, { value, from }, index) => (from < exchange.number ? replaceValue(sent, value, placeholderOf(index)) : sent),
    exchange.request,
  );
  return toExpansions(toCurl({ ...exchange, request }, { origin: ORIGIN, connection }));
}

/** A placeholder is within single quotes: ends them, and begins them again. */
const toExpansions = (line: string): string =>
  line
    .replaceAll(`'${ORIGIN}`, `"$origin"'`)
    .replaceAll(PATH, `'"$1"'`)
    .replace(/<calproof:(\d+)>/g, (_, index: string) => `'"$${variableOf(Number(index))}"'`)
    .replaceAll(`"''`, '"');

/** The lines that take from the last answer what later requests need, and note what it created. */
function toTakeLines(exchange: Exchange, { carried }: Lines): readonly string[] {
  const made = createdBy(exchange);
  const [path = ''] = exchange.request.target.split('?');
  const own = carried.findIndex(({ value, from }) => from === exchange.number && value === made?.value);
  const taken = carried.flatMap(({ from, source }, index) =>
    from === exchange.number ? [`${variableOf(index)}=$(${toTaking(source)})`] : [],
  );
  const kept = made && (own < 0 ? `$(${toTaking(made.source)})` : `$${variableOf(own)}`);
  const isThere = carried.flatMap(({ from }, index) =>
    from === exchange.number ? [`[ "$${variableOf(index)}" != none ] || cannot 'a record could not be created'`] : [],
  );
  return [...taken, ...(kept === undefined ? [] : [`keep ${quote(path)} "${kept}"`]), ...isThere];
}

const toTaking = (source: Source): string =>
  source.kind === 'location' ? 'location' : `member ${source.name} ${source.nth}`;

/**
 * A failure as a script for a POSIX shell with curl. It creates the records that it needs, sends the requests of the
 * failure again with their ids, shows the answers, and deletes the records. It exits with 1 where the deviation is there,
 * with 0 where it is not, and with 2 where it cannot decide. Secrets are variables that must be set.
 */
export function toScript(failed: Failed, report: RunReport): string {
  const { counterexample } = failed.verdict;
  const { deviation } = counterexample;
  const exchanges = toNeededExchanges(counterexample, report);
  const sought = deviation.sign && 'records' in deviation.sign ? deviation.sign.records : [];
  const lines: Lines = { carried: findCarried(exchanges, sought), connection: report.connection ?? [] };
  const head = [
    ...toHead(failed, report, exchanges),
    ...toNotes(exchanges),
    ...shellPrelude(new URL(report.url).origin),
    ...toRemoveLine(exchanges, lines),
    ...toDemands(exchanges),
  ];
  const shown = exchanges.find(({ number }) => number === decidingExchange(counterexample)?.number);
  const decision = shown && hasTestData(report, exchanges) ? toDecision(deviation, shown) : undefined;
  const idVariable = (id: string): string | undefined => {
    const index = lines.carried.findIndex(({ value }) => value === id);
    return index < 0 ? undefined : variableOf(index);
  };
  const steps = exchanges.flatMap((exchange) => toStepLines(exchange, lines));
  return `${[...head, ...steps, ...toContrastLines(failed), ...toDecisionLines(decision, idVariable)].join('\n')}\n`;
}

/** Whether the script can create what its requests are about: the test data of a run is deleted at its end. */
const hasTestData = ({ mode, world }: RunReport, exchanges: readonly Exchange[]): boolean =>
  mode === 'readonly' || world !== undefined || exchanges.some((one) => createdBy(one) !== undefined);

function toStepLines(exchange: Exchange, lines: Lines): readonly string[] {
  const sent = toSendLine(exchange, lines);
  return exchange.phase === 'world'
    ? [`${sent} > /dev/null`, ...toTakeLines(exchange, lines)]
    : ['', toTitleLine(exchange), sent, ...toTakeLines(exchange, lines)];
}

/** Deletes a record as the default identity of the run. */
function toRemoveLine(exchanges: readonly Exchange[], { connection }: Lines): readonly string[] {
  const sent = exchanges.find(({ identity }) => identity === undefined)?.request.headers ?? [];
  const headers: HeaderPairs = sent.filter(([name, value]) => isSecretHeader(name) || value.includes(REDACTED));
  const request = { method: 'DELETE', target: PATH, headers };
  const line = toExpansions(toCurl({ request }, { origin: ORIGIN, connection }));
  return [`remove() { command ${line.replace('curl -i', 'curl -i -sS --max-time 60')}; }`];
}

const LONGEST = 600;
const line = (text: string): string => toPrintableLine(excerpt(text, LONGEST));
const quoted = (text: string): string => `'${line(text).replaceAll("'", `'\\''`)}'`;

function toHead(
  { id, level, statement }: Failed,
  report: RunReport,
  exchanges: readonly Exchange[],
): readonly string[] {
  const sent = plural(exchanges.length, 'request');
  return [
    '#!/bin/sh',
    `# ${line(`${id} (${level}): ${statement}`)}`,
    `# Written by calproof ${line(report.version)} from a run of ${line(report.started ?? report.now)}. Sends ${sent},`,
    '# and deletes what it creates. Exits with 1 if the deviation is there, 0 if not, 2 if it cannot decide.',
    '# For another origin: CALPROOF_ORIGIN=https://example.org sh THIS-FILE',
  ];
}

/** What the script cannot do. */
function toNotes(exchanges: readonly Exchange[]): readonly string[] {
  const hidden = exchanges.some(({ request: { target, body } }) =>
    `${target}${Buffer.from(body ?? []).toString()}`.includes(REDACTED),
  );
  return hidden ? [`# ${REDACTED} replaces a secret.`] : [];
}

/** Ends the script where a secret is missing. */
function toDemands(exchanges: readonly Exchange[]): readonly string[] {
  const variables = exchanges.flatMap(({ request, identity }) =>
    request.headers
      .filter(([name, value]) => isSecretHeader(name) || value.includes(REDACTED))
      .map(([name]) => toVariable(name, identity)),
  );
  return [...new Set(variables)].map(
    (name) => `[ "\${${name}+set}" ] || { echo '${name} must be set to the value of that header field.' >&2; exit 2; }`,
  );
}

const toTitleLine = ({ number, phase, identity, request, outcome }: Exchange): string => {
  const then =
    outcome.kind === 'response' ? `answered ${outcome.response.status} in the run` : `${outcome.kind} in the run`;
  const asked = identity === undefined ? phase : `${phase} as ${identity}`;
  return `step ${quoted(`${number}, ${asked}: ${request.method} ${request.target}, ${then}`)}`;
};

function toContrastLines({ verdict }: Failed): readonly string[] {
  const { expected, observed } = verdict.counterexample.deviation;
  return [`printf '%s\\n' ${quoted(`Expected: ${expected}`)} ${quoted(`Observed in the run: ${observed}`)}`];
}
