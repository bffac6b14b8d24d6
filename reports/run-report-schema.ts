import { outcomes } from '../kernel/verdict.js';
import { RUN_REPORT } from './run-report-model.js';

const text = { type: 'string' } as const;
const time = { type: 'string', format: 'date-time' } as const;
const count = { type: 'integer', minimum: 0 } as const;
const texts = { type: 'array', items: text } as const;

/** An object with these members, all required but those listed; a later writer may add others. */
const object = (properties: Readonly<Record<string, object>>, optional: readonly string[] = []) => ({
  type: 'object',
  properties,
  required: Object.keys(properties).filter((name) => !optional.includes(name)),
});

const body = { oneOf: [object({ text }), object({ base64: { type: 'string', contentEncoding: 'base64' } })] };
const headers = { type: 'array', items: { type: 'array', prefixItems: [text, text], minItems: 2, items: false } };
const request = object({ method: text, target: text, headers, body }, ['body']);
const response = object({ status: { type: 'integer' }, headers, body }, ['body']);

const outcome = {
  oneOf: [
    object({ kind: { enum: ['response', 'truncated'] }, response }),
    object(
      { kind: { enum: ['reset', 'stalled', 'malformed', 'unreachable'] }, message: text, code: text, unended: count },
      ['code', 'unended'],
    ),
  ],
};

const phase = { enum: ['probe', 'world', 'arrange', 'check', 'clean-up'] };
const exchange = object({ number: count, phase, identity: text, sent: time, ms: count, request, outcome, curl: text }, [
  'identity',
  'sent',
]);
const deviation = object({ kind: text, expected: text, observed: text, exchange: count }, ['exchange']);

const counterexample = object(
  {
    value: {},
    text,
    shrinks: count,
    seed: { type: 'integer' },
    path: text,
    replayPath: text,
    deviation,
    exchanges: { type: 'array', items: exchange },
  },
  ['replayPath'],
);

const verdict = {
  oneOf: [
    object({ outcome: { const: 'passed' }, runs: count, requests: count }),
    object(
      {
        outcome: { enum: ['failed', 'known'] },
        runs: count,
        requests: count,
        counterexample,
        intermittent: { type: 'boolean' },
        cause: text,
      },
      ['cause'],
    ),
    object({ outcome: { const: 'cantTell' }, reason: text, requests: count, need: text, cause: text }, [
      'need',
      'cause',
    ]),
    object({ outcome: { const: 'inapplicable' }, reason: text, capability: text, requests: count }),
    object({ outcome: { const: 'untested' }, reason: text, requests: count, defect: { const: true } }, ['defect']),
  ],
};

const requirement = object(
  {
    id: text,
    level: { enum: ['MUST', 'SHOULD', 'MAY'] },
    clause: text,
    clauseText: text,
    alsoTells: texts,
    operations: texts,
    profile: text,
    needs: texts,
    establishes: text,
    effects: { enum: ['reads', 'writes'] },
    statement: text,
    ms: count,
    verdict,
  },
  ['clauseText', 'establishes', 'ms'],
);

const outage = object({ reason: text, from: count, to: count, since: count }, ['to']);
const shard = object({ index: count, count, planned: texts, maxRequests: count }, ['maxRequests']);

const use = object({
  requirement: text,
  state: { enum: ['known', 'stale', 'expired', 'differs', 'notJudged'] },
  why: text,
  reason: text,
  owner: text,
  link: text,
  expires: { type: 'string', format: 'date' },
});

/**
 * The JSON Schema 2020-12 of a run report. Readers of version 1 may rely on every member it requires, and should let pass
 * members that it does not name.
 */
export const runReportSchema = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  $id: 'urn:calproof:run-report:1',
  title: 'calproof run report, version 1',
  ...object(
    {
      format: { const: RUN_REPORT },
      version: text,
      url: text,
      namespace: text,
      mode: { enum: ['readonly', 'sandbox'] },
      effort: text,
      profiles: texts,
      strict: { type: 'boolean' },
      seed: { type: 'integer' },
      now: time,
      started: time,
      warnings: texts,
      learned: { type: 'object' },
      clauseSet: { type: 'string', pattern: '^[0-9a-f]{64}$' },
      target: text,
      connection: texts,
      shard,
      end: { enum: ['finished', 'bailed', 'interrupted', 'out of time', 'cut off', 'not begun'] },
      exitCode: { enum: [0, 1, 3, 130] },
      conclusion: text,
      requests: count,
      ms: count,
      left: texts,
      deleted: count,
      trashed: texts,
      outages: { type: 'array', items: outage },
      counts: object(Object.fromEntries([...outcomes, 'known'].map((name) => [name, count]))),
      baseline: { type: 'array', items: use },
      requirements: { type: 'array', items: requirement },
    },
    ['warnings', 'started', 'clauseSet', 'target', 'connection', 'shard', 'baseline', 'deleted', 'trashed', 'outages'],
  ),
} as const;
