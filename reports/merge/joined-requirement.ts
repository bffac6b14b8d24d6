import type { ReportedRequirement, ReportedUse, ReportedVerdict } from '../run-report-schema.js';

/** A requirement as one shard judged it, and what became there of its entry in the baseline. */
export interface JudgedInShard {
  readonly requirement: ReportedRequirement;
  readonly use?: ReportedUse;
}

/** The same in all shards that judged it. */
export type JudgedInShards = readonly [JudgedInShard, ...JudgedInShard[]];

/** One requirement that several shards judged, each by what it sent, as one run would have judged it. */
export function joinRequirement(all: JudgedInShards): ReportedRequirement {
  const { requirement } = toDecisive(all);
  const verdicts = all.map((one) => one.requirement.verdict);
  const took = all.flatMap((one) => one.requirement.ms ?? []);
  return {
    ...requirement,
    ...(took.length > 0 && { ms: sumOf(took) }),
    verdict: {
      ...requirement.verdict,
      ...('runs' in requirement.verdict && { runs: sumOf(verdicts.map(toRuns)) }),
      requests: sumOf(verdicts.map(({ requests }) => requests)),
    },
  };
}

/** The shard with the verdict of the whole; of several alike, one where a failure takes the fewest exchanges. */
export const toDecisive = ([first, ...others]: JudgedInShards): JudgedInShard =>
  others.reduce((best, one) => (isBefore(one.requirement.verdict, best.requirement.verdict) ? one : best), first);

const isBefore = (one: ReportedVerdict, other: ReportedVerdict): boolean =>
  (toRank(one) - toRank(other) || toLength(one) - toLength(other)) < 0;

/**
 * A failure was repeated, so it stands whatever others found. A part that was not judged, or where something was seen
 * once, leaves the whole open; one where nothing was to be seen does not.
 */
function toRank(verdict: ReportedVerdict): number {
  const order = ['failed', 'known', 'untested', 'seen', 'passed', 'cantTell', 'inapplicable'];
  return order.indexOf(verdict.outcome === 'cantTell' && verdict.obstacle ? 'seen' : verdict.outcome);
}

const toLength = (verdict: ReportedVerdict): number =>
  'counterexample' in verdict ? verdict.counterexample.exchanges.length : 0;

const toRuns = (verdict: ReportedVerdict): number => ('runs' in verdict ? verdict.runs : 0);

const sumOf = (numbers: readonly number[]): number => numbers.reduce((sum, one) => sum + one, 0);
