import { fileURLToPath } from 'node:url';
import addFormats from 'ajv-formats';
import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { toJsonValue } from '../../kernel/stored-scenario.js';
import { redactRun } from '../../reports/redacted-run.js';
import { runReportSchema } from '../../reports/run-report-schema.js';
import { createRedaction } from '../../wire/redaction.js';
import { closed } from './closed-schema.js';
import {
  cantTell,
  counterexampleWith,
  endWith,
  exchangeWith,
  failedWith,
  inapplicable,
  judged,
  passed,
  reportOf,
  untested,
} from './sample-run.js';

const ajv = new Ajv2020({ strict: true });
addFormats.default(ajv);
const validate = ajv.compile(runReportSchema);
// What we write has no member that the schema does not name.
const validateOurs = ajv.compile({ ...closed(JSON.parse(JSON.stringify(runReportSchema))), $id: 'closed' });
const expectValid = (report: unknown): void => {
  validateOurs(report);
  expect(validateOurs.errors).toBeNull();
};

test('a run with every outcome fits the schema', () => {
  const verdicts = [passed, failedWith(), cantTell(), inapplicable(), untested];
  expectValid(reportOf(endWith(verdicts.map((verdict, index) => judged(`a.${index}`, verdict)))));
});

test('every way in which an exchange can end fits the schema', () => {
  const broken = (['reset', 'stalled', 'malformed', 'unreachable'] as const).map((kind) => ({ kind, message: 'why' }));
  const response = { status: 200, headers: [], body: Uint8Array.of(1) };
  const refused = { kind: 'unreachable', message: 'why', code: 'ECONNREFUSED' } as const;
  const outcomes = [...broken, refused, { kind: 'truncated', response } as const];
  const exchanges = outcomes.map((outcome) => exchangeWith({ outcome, ms: 0.4 }));
  expectValid(reportOf(endWith([judged('a.x', failedWith(counterexampleWith({ exchanges })))])));
});

test('what commands need to be found again fits the schema', () => {
  expectValid(reportOf(endWith([judged('a.x', failedWith(counterexampleWith({ replayPath: 'AAB:F' })))])));
});

test('the schema lets pass what a later writer adds', () => {
  expect(validate({ ...reportOf(endWith([judged('a.x', passed)])), mood: 'sunny' })).toBe(true);
});

test('the schema in the package is this one', async () => {
  const file = new URL('../../reports/run-report.schema.json', import.meta.url);
  await expect(`${JSON.stringify(runReportSchema, null, 2)}\n`).toMatchFileSnapshot(fileURLToPath(file));
});

test('the schema refuses what a reader would not expect', () => {
  expect(validate({ ...reportOf(endWith([])), format: 'calproof.run/1' })).toBe(false);
  expect(validate({ ...reportOf(endWith([])), requirements: [{}] })).toBe(false);
});

test('bodies are text, or base64 where they are not', () => {
  const response = { status: 200, headers: [], body: Uint8Array.of(0xff, 0xfe) };
  const exchanges = [exchangeWith({ outcome: { kind: 'response', response } })];
  const text = JSON.stringify(reportOf(endWith([judged('a.x', failedWith(counterexampleWith({ exchanges })))])));
  expect(text).toContain('"body":{"text":"{\\"start_date\\"');
  expect(text).toContain('"body":{"base64":"//4="}');
});

test('no secret is left anywhere in a redacted run', () => {
  const request = {
    method: 'GET',
    target: '/x?key=hunter22',
    headers: [
      ['Authorization', 'Bearer hunter22'],
      ['X-Key', 'hunter22'],
    ],
    body: new TextEncoder().encode('{"k":"hunter22"}'),
  } as const;
  const exchange = exchangeWith({ request });
  const deviation = { kind: 'value', expected: 'no hunter22', observed: 'hunter22', exchange } as const;
  const all = [
    judged('a.x', failedWith(counterexampleWith({ exchanges: [exchange], deviation }))),
    judged('a.y', cantTell('hunter22 was refused')),
  ];
  const redacted = redactRun(endWith(all, { left: ['hunter22'] }), createRedaction(['hunter22']));
  expect(JSON.stringify(reportOf(redacted))).not.toContain('hunter22');
});

test('any generated value becomes JSON that survives a round trip', () => {
  fc.assert(
    fc.property(fc.anything({ withBigInt: true, withDate: true, withMap: true, withNullPrototype: true }), (value) => {
      const json = toJsonValue(value);
      expect(JSON.parse(JSON.stringify(json ?? null))).toEqual(JSON.parse(JSON.stringify(json)));
      expect(typeof JSON.stringify(json)).toBe('string');
    }),
  );
});
