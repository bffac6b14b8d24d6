import type { DeviationDetails } from '../kernel/deviation.js';
import type { JsonObject, JsonValue } from '../wire/json.js';
import { exchange } from './exchange-schema.js';
import {
  count,
  day,
  either,
  flag,
  integer,
  list,
  object,
  oneOf,
  only,
  type PublishedSchema,
  type Schema,
  text,
  time,
  type TypeOf,
} from './typed-schema.js';

/** The name and version of the format; the version grows when a reader of the old one would be misled. */
export const RUN_REPORT = 'calproof.run/2';

/** The ids of requirements, or sentences. */
export const texts = list(text);

/** Readers of the schema may meet kinds that this version does not know. */
export const kind: Schema<DeviationDetails['kind']> = text as Schema<DeviationDetails['kind']>;
/** What of the interface a deviation is about; fields and parameters are named by their clauses. */
export const about = object(
  {},
  {
    operation: text,
    write: text,
    field: text,
    mistake: text,
    parameters: texts,
    grounds: texts,
    side: oneOf('extra', 'missing'),
    wanted: oneOf('accepted', 'refused', 'absent'),
    repeats: oneOf('before a write', 'for another user'),
  },
);
const anything: Schema<JsonValue> = {};
/** What its response shows: a status, a text that should not be there, a value, or what a list contains, and how. */
const sign = either(
  object({ status: oneOf('accepted', 'refused') }),
  object({ text }),
  object({ member: text, expected: anything, observed: anything }),
  object({ records: texts, listed: flag }),
  object({ count: object({ expected: count, observed: count }) }),
  object({ order: texts }),
);
/** `exchange` is the number of the one that shows it. */
const deviation = object({ kind, expected: text, observed: text }, { exchange: count, about, sign });
/** What deviated instead of what an inconclusive verdict is about, with the exchange itself. */
const obstacle = object({ kind, expected: text, observed: text }, { exchange, about });

const counterexample = object(
  {
    value: anything,
    /** The value as JSON. */
    text,
    shrinks: count,
    seed: integer,
    path: text,
    deviation,
    exchanges: list(exchange),
  },
  { replayPath: text },
);

const spent = { requests: count };
/** A failure that the baseline knows has an outcome of its own, so that nobody takes it for a failure or a pass. */
const failure = object(
  { outcome: oneOf('failed', 'known'), runs: count, ...spent, counterexample, intermittent: flag },
  { cause: text, stall: text },
);
const verdict = either(
  /** `stall`: a request that had no response, and had one when it was sent again. */
  object({ outcome: only('passed'), runs: count, ...spent }, { stall: text }),
  failure,
  object({ outcome: only('cantTell'), reason: text, ...spent }, { need: text, obstacle, cause: text, stall: text }),
  object({ outcome: only('inapplicable'), reason: text, capability: text, ...spent }),
  object({ outcome: only('untested'), reason: text, ...spent }, { defect: only(true) }),
);

export const requirement = object(
  {
    id: text,
    level: oneOf('MUST', 'SHOULD', 'MAY'),
    clause: text,
    alsoCovers: texts,
    operations: texts,
    profile: text,
    needs: texts,
    effects: oneOf('reads', 'writes'),
    statement: text,
    verdict,
  },
  {
    /** The text of the clause. */
    clauseText: text,
    establishes: text,
    /** How long it took to judge. */
    ms: count,
  },
);

/** What became of an entry of the baseline. */
const use = object({
  requirement: text,
  state: oneOf('known', 'stale', 'expired', 'differs', 'notJudged'),
  why: text,
  reason: text,
  owner: text,
  link: text,
  expires: day,
});

/**
 * One part of a run, and what must be the same of all its parts: the ids of all requirements, of those among them that
 * each part judges by what it sent, and the budget.
 */
const shard = object({ index: count, count, planned: texts }, { inAll: texts, maxRequests: count });

/** What a run was about, as reports state it. Secrets are not in here. */
export const facts = {
  required: {
    /** Of calproof. */
    version: text,
    /** The REST root and the namespace under it. */
    url: text,
    namespace: text,
    mode: oneOf('readonly', 'sandbox'),
    effort: text,
    profiles: texts,
    strict: flag,
    seed: integer,
    /** The time that the run took for the present. */
    now: time,
    /** What was learned of the target. */
    learned: { type: 'object' } as Schema<JsonObject>,
  },
  optional: {
    /** When the run began. */
    started: time,
    /** The ID prefixes of the requirements that were selected, and of those that were left out; left out where none were given. */
    only: texts,
    skip: texts,
    /** What should be known before verdicts are read, such as a clock that is off. */
    warnings: texts,
    /** The SHA-256 of the clauses that targets are held to, in hexadecimal digits. */
    clauseSet: { type: 'string', pattern: '^[0-9a-f]{64}$' } as Schema<string>,
    /** What was judged, where its address is that of one run alone: an image, or the embedded server. */
    target: text,
    /** The version of the service that was judged, as whoever ran it states it. */
    targetVersion: text,
    /** The requests that created the test data, where something failed. */
    world: list(exchange),
    /** How the target was reached, as options of curl. */
    connection: texts,
    /** Which part of a run this is; absent for a whole one. */
    shard,
  },
};

/** What a run came to. */
export const conclusion = {
  end: oneOf('finished', 'bailed', 'interrupted', 'out of time', 'cut off', 'not begun'),
  exitCode: oneOf(0, 1, 3, 130),
  conclusion: text,
  requests: count,
  ms: count,
  counts: object({
    passed: count,
    failed: count,
    known: count,
    cantTell: count,
    inapplicable: count,
    untested: count,
  }),
};

/** What became of the records of a run. */
export const cleanUp = {
  required: {
    /** Records that could not be deleted, in words. */
    left: texts,
  },
  optional: {
    /** How many records of the run were deleted from the target. */
    deleted: count,
    /** Records that the target put into its trash instead, in words. */
    trashed: texts,
  },
};

const runReport = object(
  {
    format: only(RUN_REPORT),
    ...facts.required,
    ...conclusion,
    ...cleanUp.required,
    requirements: list(requirement),
  },
  {
    ...facts.optional,
    ...cleanUp.optional,
    /** The times during which the target was away. */
    outages: list(object({ reason: text, from: count, since: count }, { to: count })),
    baseline: list(use),
    /** How long the responses of each operation took, in ms; a merged report has none. */
    latencies: list(object({ operation: text, count, median: count, p95: count, max: count })),
  },
);

/**
 * The JSON Schema 2020-12 of a run report. Readers of version 2 may rely on every member it requires, and should ignore
 * members that it does not name.
 */
export const runReportSchema: PublishedSchema = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  $id: 'urn:calproof:run-report:2',
  title: 'calproof run report, version 2',
  ...runReport,
};

export interface RunReport extends TypeOf<typeof runReport> {}
export type RunFacts = Pick<RunReport, keyof typeof facts.required | keyof typeof facts.optional>;
export interface ReportedShard extends TypeOf<typeof shard> {}
export interface ReportedUse extends TypeOf<typeof use> {}
export interface ReportedRequirement extends TypeOf<typeof requirement> {}
export type ReportedVerdict = TypeOf<typeof verdict>;
export interface ReportedFailure extends TypeOf<typeof failure> {}
export interface ReportedCounterexample extends TypeOf<typeof counterexample> {}
