import type { EntryUse } from '../kernel/baseline-entry.js';
import type { RequirementInfo } from '../kernel/requirement.js';
import type { Judged, RunEnd } from '../kernel/run-event.js';
import { toJsonValue } from '../kernel/stored-scenario.js';
import type { Counterexample, Verdict } from '../kernel/verdict.js';
import type { Exchange } from '../wire/exchange.js';
import type { Latency } from '../wire/latencies.js';
import type { Conclusion } from './conclusion.js';
import { toExchangeJson } from './exchange-json.js';
import {
  type ReportedCounterexample,
  type ReportedRequirement,
  type ReportedUse,
  type ReportedVerdict,
  RUN_REPORT,
  type RunFacts,
  type RunReport,
} from './run-report-schema.js';
import { countOutcomes, toResult } from './standing.js';

/** What a requirement is reported with besides its verdict. */
export interface EntryOptions {
  readonly toCurl: (exchange: Exchange) => string;
  /** The text of a clause; undefined for an id that is not a clause. */
  readonly clauseText: (id: string) => string | undefined;
}

/** What the report is made of besides the run itself. */
interface RunReportOptions extends EntryOptions {
  readonly facts: Omit<RunFacts, 'world'>;
  /** The exchanges that created the test data; a report needs them for the scripts of its failures. */
  readonly world?: readonly Exchange[];
  readonly conclusion: Conclusion;
  readonly latencies?: readonly Latency[];
}

/** A run as its report, in the format of `runReportSchema`: every other report is rendered from this one. */
export function toRunReport(end: RunEnd, options: RunReportOptions): RunReport {
  const { facts, conclusion, latencies, world = [], toCurl } = options;
  const counts = countOutcomes(end.judged.map(toResult));
  const hasFailed = counts.failed + counts.known > 0;
  return {
    format: RUN_REPORT,
    ...facts,
    ...(hasFailed && world.length > 0 && { world: world.map((one) => toExchangeJson(one, toCurl(one))) }),
    end: end.end,
    exitCode: conclusion.code,
    conclusion: conclusion.sentence,
    requests: end.requests,
    ms: Math.round(end.ms),
    left: end.left,
    ...(end.deleted !== undefined && { deleted: end.deleted }),
    ...(end.trashed && { trashed: end.trashed }),
    ...(end.outages && { outages: end.outages }),
    counts,
    ...(end.baseline && { baseline: end.baseline.map(toReportedUse) }),
    ...(latencies && { latencies }),
    requirements: end.judged.map((one) => toReportedRequirement(one, options)),
  };
}

/** What became of an entry of the baseline, as a report states it. */
export const toReportedUse = ({ entry, state, why }: EntryUse): ReportedUse => {
  const { requirement, reason, owner, link, expires } = entry;
  return { requirement, state, why, reason, owner, link, expires };
};

/** A requirement and its verdict as a report states them. */
export function toReportedRequirement(
  { requirement, verdict, known, ms }: Judged,
  options: EntryOptions,
): ReportedRequirement {
  const clauseText = options.clauseText(requirement.clause);
  return {
    ...toInfo(requirement),
    ...(clauseText !== undefined && { clauseText }),
    ...(ms !== undefined && { ms: Math.round(ms) }),
    verdict: toVerdictJson(verdict, known !== undefined, options),
  };
}

/** What a requirement states about itself, without its cost. */
export const toInfo = (requirement: RequirementInfo) => ({
  id: requirement.id,
  level: requirement.level,
  clause: requirement.clause,
  alsoCovers: requirement.alsoCovers ?? [],
  operations: requirement.operations,
  profile: requirement.profile,
  needs: requirement.needs,
  ...(requirement.establishes !== undefined && { establishes: requirement.establishes }),
  effects: requirement.effects,
  statement: requirement.statement,
});

function toVerdictJson(verdict: Verdict, known: boolean, options: EntryOptions): ReportedVerdict {
  if (verdict.outcome === 'cantTell') return toInconclusiveJson(verdict, options);
  if (verdict.outcome !== 'failed') return { ...verdict };
  const counterexample = toCounterexampleJson(verdict.counterexample, options);
  return { ...verdict, outcome: known ? 'known' : 'failed', counterexample };
}

function toInconclusiveJson(
  { obstacle, ...verdict }: Extract<Verdict, { outcome: 'cantTell' }>,
  { toCurl }: EntryOptions,
): ReportedVerdict {
  if (!obstacle) return verdict;
  const { exchange, sign: _, ...seen } = obstacle;
  return {
    ...verdict,
    obstacle: { ...seen, ...(exchange && { exchange: toExchangeJson(exchange, toCurl(exchange)) }) },
  };
}

function toCounterexampleJson(found: Counterexample, { toCurl }: EntryOptions): ReportedCounterexample {
  const { deviation, value, shrinks, seed, path, replayPath } = found;
  const { kind, expected, observed, exchange, about, sign } = deviation;
  const json = toJsonValue(value);
  return {
    value: json,
    text: JSON.stringify(json),
    shrinks,
    seed,
    path,
    ...(replayPath !== undefined && { replayPath }),
    deviation: {
      kind,
      expected,
      observed,
      ...(exchange && { exchange: exchange.number }),
      ...(about && { about }),
      ...(sign && { sign }),
    },
    exchanges: shownBy(found).map((one) => toExchangeJson(one, toCurl(one))),
  };
}

/** The exchanges of a counterexample, with the one that shows the deviation: learning may have sent that one. */
function shownBy({ deviation: { exchange }, exchanges }: Counterexample): readonly Exchange[] {
  const isMissing = exchange !== undefined && !exchanges.some(({ number }) => number === exchange.number);
  return isMissing ? [exchange, ...exchanges] : exchanges;
}
