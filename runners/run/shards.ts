import type { CalendarRequirement } from '../../adapter/subject.js';
import type { Effort, Plan } from '../../kernel/run/plan.js';
import type { RequirementInfo } from '../../kernel/requirement.js';
import { dealShards, type Shard } from '../../kernel/run/shard.js';
import type { RunReport } from '../../reports/run-report-schema.js';
import { wrongUse } from '../input/command-error.js';
import type { Environment } from '../input/environment.js';
import { dealBudget, estimateFixed } from './budget.js';
import type { RunOptions } from './run-options.js';

/** Which part of a run is judged, and by what its weight is estimated. */
interface ShardOptions {
  /** Undefined: all of the run. */
  readonly shard?: Shard | undefined;
  readonly effort: Effort;
  readonly maxRequests?: number | undefined;
  /** An earlier run, with the durations that balance the shards. */
  readonly timings?: RunReport | undefined;
}

/** What every shard judges: monitors nominate for it in whatever a shard sends, and only there it shows again. */
export const judgedByAll = (planned: readonly CalendarRequirement[]): readonly CalendarRequirement[] =>
  planned.filter(({ monitors }) => monitors);

/** The part of a run that a shard judges. Throws a wrong use where it would have nothing to do. */
export function shardOf(
  planned: readonly CalendarRequirement[],
  { shard, effort, maxRequests, timings }: ShardOptions,
): readonly CalendarRequirement[] {
  if (!shard) return planned;
  const { index, count } = shard;
  const dealt = planned.filter(({ monitors }) => !monitors);
  const most = Math.max(1, dealt.length);
  if (count > most)
    throw wrongUse(`There are only ${most} requirements for ${count} shards; use at most ${most} shards.`);
  const plan = dealBudget(planned, { effort, maxRequests, fixed: estimateFixed('sandbox') });
  const part = new Set(dealShards(dealt, { count, weightOf: toWeight(dealt, plan, timings) })[index - 1]);
  return planned.filter((one) => one.monitors || part.has(one));
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

/** The part of a run that the options ask for: all of it, where no shard is named. */
export async function takeShard(
  planned: readonly CalendarRequirement[],
  options: RunOptions,
  environment: Environment,
): Promise<readonly CalendarRequirement[]> {
  const { shard, timingsFile, isSeedGiven } = options;
  if (!shard && timingsFile !== undefined) throw wrongUse('--timings needs --shard, such as 1/4.');
  if (shard && shard.count > 1 && !isSeedGiven)
    throw wrongUse('All shards of a run need the same seed, such as --seed 7.');
  return shardOf(planned, { ...options, timings: await readTimings(timingsFile, environment) });
}

/** The reader comes with a schema compiler, which a run without timings need not wait for. */
async function readTimings(path: string | undefined, environment: Environment): Promise<RunReport | undefined> {
  if (path === undefined) return undefined;
  const { readReportFile } = await import('../output/report-file.js');
  return readReportFile(path, environment);
}
