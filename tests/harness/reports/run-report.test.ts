import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createRedaction } from '../../../harness/redact.js';
import { redactRun } from '../../../harness/reports/redaction.js';
import { runReportSchema } from '../../../harness/reports/run-report-schema.js';
import { toJsonValue } from '../../../harness/reports/json-value.js';
import { type RunFacts, toRunReport } from '../../../harness/reports/run-report.js';
import type { RunEnd } from '../../../harness/run.js';
import {
  cantTell,
  counterexampleWith,
  endWith,
  exchangeWith,
  failedWith,
  inapplicable,
  judged,
  passed,
  untested,
} from './sample-run.js';

const facts: RunFacts = {
  version: '0.1.0',
  url: 'http://127.0.0.1:8080',
  namespace: 'vendor/events/v1',
  mode: 'sandbox',
  effort: 'standard',
  profiles: ['core'],
  strict: false,
  seed: 7,
  now: '2026-11-21T09:00:00.000Z',
  learned: {},
};

const reportOf = (end: RunEnd) =>
  toRunReport(end, { facts, conclusion: { code: 1, sentence: 'It deviates.' }, toCurl: () => 'curl' });

const ajv = new Ajv2020({ strict: true });
addFormats.default(ajv);
const validate = ajv.compile(runReportSchema);
const expectValid = (report: unknown): void => {
  validate(report);
  expect(validate.errors).toBeNull();
};

test('a run with every outcome fits the schema', () => {
  const verdicts = [passed, failedWith(), cantTell(), inapplicable(), untested];
  expectValid(reportOf(endWith(verdicts.map((verdict, index) => judged(`a.${index}`, verdict)))));
});

test('every way in which an exchange can end fits the schema', () => {
  const broken = (['reset', 'stalled', 'malformed', 'unreachable'] as const).map((kind) => ({ kind, message: 'why' }));
  const response = { status: 200, headers: [], body: Uint8Array.of(1) };
  const outcomes = [...broken, { kind: 'truncated', response } as const];
  const exchanges = outcomes.map((outcome) => exchangeWith({ outcome, ms: 0.4 }));
  expectValid(reportOf(endWith([judged('a.x', failedWith(counterexampleWith({ exchanges })))])));
});

test('what commands need to be found again fits the schema', () => {
  expectValid(reportOf(endWith([judged('a.x', failedWith(counterexampleWith({ replayPath: 'AAB:F' })))])));
});

test('the schema refuses what a reader would not expect', () => {
  expect(validate({ ...reportOf(endWith([])), format: 'calproof.run/2' })).toBe(false);
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
