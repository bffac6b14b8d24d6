import type { Effort, Plan } from '../harness/plan.js';
import type { RunReport } from '../harness/reports/model.js';
import type { RequirementInfo } from '../harness/requirement.js';
import { dealShards, type Shard } from '../harness/shard.js';
import type { CalendarRequirement } from '../target/subject.js';
import { dealBudget, estimateFixed } from './budget.js';
import { wrongUse } from './command-error.js';

/** Which part of a run is judged, and by what its weight is estimated. */
export interface ShardOptions {
  /** Undefined: all of the run. */
  readonly shard?: Shard | undefined;
  readonly effort: Effort;
  readonly maxRequests?: number | undefined;
  /** An earlier run, by whose durations shards are balanced. */
  readonly timings?: RunReport | undefined;
}

/** The part of a run that a shard judges. Throws a wrong use where it would have nothing to do. */
export function shardOf(
  planned: readonly CalendarRequirement[],
  { shard, effort, maxRequests, timings }: ShardOptions,
): readonly CalendarRequirement[] {
  if (!shard) return planned;
  const { index, count } = shard;
  const most = planned.length;
  if (count > most) throw wrongUse(`There are ${most} requirements for ${count} shards; take at most ${most} shards.`);
  const plan = dealBudget(planned, { effort, maxRequests, fixed: estimateFixed('sandbox') });
  return dealShards(planned, { count, weightOf: toWeight(planned, plan, timings) })[index - 1] ?? [];
}

type Weight = (requirement: RequirementInfo) => number;

/** What took no time that could be measured still has to be judged by someone. */
const LEAST = 1;

/** The requests that are planned; the time that an earlier run took where it is known, to which the others are scaled. */
function toWeight(planned: readonly RequirementInfo[], plan: Plan, timings: RunReport | undefined): Weight {
  const requestsOf: Weight = ({ id }) => Math.max(LEAST, plan.get(id)?.requests ?? 0);
  if (!timings) return requestsOf;
  const took = new Map(timings.requirements.flatMap(({ id, ms }) => (ms === undefined ? [] : [[id, ms] as const])));
  const known = planned.filter(({ id }) => took.has(id));
  const time = known.reduce((sum, { id }) => sum + (took.get(id) ?? 0), 0);
  const requests = known.reduce((sum, one) => sum + requestsOf(one), 0);
  const perRequest = requests === 0 ? 1 : time / requests;
  return (one) => Math.max(LEAST, took.get(one.id) ?? requestsOf(one) * perRequest);
}
