import type { RequirementInfo } from '../../kernel/requirement.js';
import type { Judged, RunEnd, RunEvent } from '../../kernel/run-event.js';
import { toPlan } from '../../kernel/run/plan.js';
import type { Counterexample, Verdict } from '../../kernel/verdict.js';
import { applyBaseline } from '../../reports/baseline/baseline.js';
import { conclude } from '../../reports/conclusion.js';
import type { RunFacts, RunReport } from '../../reports/run-report-schema.js';
import { toRunReport } from '../../reports/run-report.js';
import type { Exchange } from '../../wire/exchange.js';
import { contextOf, entryFor } from './baseline/sample.js';

export const requirementWith = (fields: Partial<RequirementInfo> = {}): RequirementInfo => ({
  id: 'events.create.required-fields',
  level: 'MUST',
  clause: 'event.fields.required-on-create',
  operations: ['events.create'],
  profile: 'core',
  needs: ['events.create'],
  effects: 'writes',
  statement: 'An event sent without its title, start date or end date is not created.',
  cost: 3,
  ...fields,
});

export const factsWith = (fields: Partial<RunFacts> = {}): RunFacts => ({
  version: '0.1.0',
  url: 'http://127.0.0.1:8080',
  namespace: 'vendor/events/v1',
  mode: 'sandbox',
  effort: 'standard',
  profiles: ['core'],
  strict: false,
  seed: 7,
  now: '2026-11-21T09:00:00.000Z',
  started: '2026-11-21T09:00:00.000Z',
  learned: {},
  clauseSet: '0123456789abcdef'.repeat(4),
  ...fields,
});

const octets = (text: string): Uint8Array => new TextEncoder().encode(text);

export const exchangeWith = (fields: Partial<Exchange> = {}): Exchange => ({
  number: 41,
  phase: 'check',
  request: {
    method: 'POST',
    target: '/vendor/events/v1/events',
    headers: [['content-type', 'application/json']],
    body: octets('{"start_date":"2033-01-01 10:00:00"}'),
  },
  outcome: {
    kind: 'response',
    response: { status: 201, headers: [['content-type', 'application/json']], body: octets('{"id":12}') },
  },
  ms: 4.2,
  ...fields,
});

export const counterexampleWith = (fields: Partial<Counterexample> = {}): Counterexample => {
  const exchange = exchangeWith();
  return {
    value: [{ start_date: '2033-01-01 10:00:00' }, 'title'],
    deviation: { kind: 'status', expected: 'an event without title to be refused (4xx)', observed: '201', exchange },
    exchanges: [exchange],
    shrinks: 3,
    seed: 7,
    path: '0:1',
    ...fields,
  };
};

export const passed: Verdict = { outcome: 'passed', runs: 4, requests: 12 };
export const untested: Extract<Verdict, { outcome: 'untested' }> = {
  outcome: 'untested',
  reason: 'the run was out of time',
  requests: 0,
};
export const failedWith = (counterexample = counterexampleWith()): Extract<Verdict, { outcome: 'failed' }> => ({
  outcome: 'failed',
  runs: 2,
  requests: 20,
  counterexample,
  intermittent: false,
});
export const cantTell = (reason = 'the request was answered with 401'): Extract<Verdict, { outcome: 'cantTell' }> => ({
  outcome: 'cantTell',
  reason,
  requests: 2,
});
export const inapplicable = (reason = 'the site is served under no language segment'): Verdict => ({
  outcome: 'inapplicable',
  capability: 'language.segment',
  reason,
  requests: 0,
});

/** A requirement that came to a verdict; the id doubles as the operation, so that each has its own. */
export const judged = (id: string, verdict: Verdict, fields: Partial<RequirementInfo> = {}): Judged => ({
  requirement: requirementWith({ id, operations: [id], ...fields }),
  verdict,
});

/** Several that came to the same verdict, on one operation each. */
export const manyJudged = (count: number, verdict: Verdict, operation: string): readonly Judged[] =>
  Array.from({ length: count }, (_, index) => judged(`${operation}.${index}`, verdict, { operations: [operation] }));

/** The start of a run that gives each requirement one execution. */
export const startedWith = (planned: readonly RequirementInfo[]): Extract<RunEvent, { type: 'started' }> => ({
  type: 'started',
  planned,
  plan: toPlan(planned, { effort: 'standard', fixed: 0 }),
});

export const endWith = (all: readonly Judged[], fields: Partial<RunEnd> = {}): RunEnd => ({
  judged: all,
  requests: 500,
  ms: 9_800,
  end: 'finished',
  left: [],
  ...fields,
});

/** A run with a requirement for every way to stand, a cause with what it explains, and a baseline. */
export function mixedRun(): RunEnd {
  const shown = exchangeWith({ number: 42, at: Date.parse('2026-11-21T09:00:01.007Z') });
  const binary = { status: 200, headers: [['content-type', 'image/png']], body: Uint8Array.of(0xff, 0) } as const;
  const exchanges = [
    exchangeWith({ number: 41, phase: 'arrange', outcome: { kind: 'truncated', response: binary } }),
    shown,
    exchangeWith({ number: 43, outcome: { kind: 'reset', message: 'socket hang up' } }),
  ];
  const deviation = { ...counterexampleWith().deviation, exchange: shown };
  const failed = failedWith(counterexampleWith({ exchanges, deviation }));
  const all = [
    judged('events.create.x', failed),
    judged('events.read.x', { ...failed, cause: 'events.create.x' }),
    judged('events.read.y', { ...cantTell('no event could be made'), cause: 'events.create.x' }),
    judged('events.list.x', { ...failed, intermittent: true }, { level: 'SHOULD' }),
    judged('venues.create.x', failed),
    judged('venues.create.y', failed),
    judged('venues.read.x', passed),
    judged('tags.create.x', cantTell()),
    judged('tags.read.x', inapplicable()),
    judged('tags.list.x', untested),
    judged('tags.list.y', { ...untested, reason: 'calproof itself failed: oh no', defect: true }),
  ].map((one) => ({ ...one, ms: 7 }));
  const entries = [
    entryFor('venues.create.x'),
    entryFor('venues.create.y', { expires: '2020-01-01' }),
    entryFor('venues.read.x'),
  ];
  return applyBaseline(endWith(all), contextOf(entries));
}

export interface ReportOfOptions extends Partial<RunFacts> {
  readonly clauseText?: string;
}

/** The report of a run, as the command line would make it. */
export function reportOf(end: RunEnd, { clauseText = 'The clause.', ...fields }: ReportOfOptions = {}): RunReport {
  const facts = factsWith(fields);
  const options = { facts, conclusion: conclude(end, facts), toCurl: () => "curl 'http://127.0.0.1'" };
  return toRunReport(end, { ...options, clauseText: () => clauseText });
}
