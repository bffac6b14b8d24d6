import type { RunReport } from '../harness/reports/model.js';
import type { CalendarRequirement } from '../target/subject.js';
import { wrongUse } from './command-error.js';
import type { Environment } from './environment.js';
import type { RunOptions } from './options.js';
import { shardOf } from './shard-of.js';

/** The part of a run that the options ask for: all of it, where no shard is named. */
export async function takeShard(
  planned: readonly CalendarRequirement[],
  options: RunOptions,
  environment: Environment,
): Promise<readonly CalendarRequirement[]> {
  const { shard, timingsFile, isSeedGiven } = options;
  if (!shard && timingsFile !== undefined)
    throw wrongUse('--timings balances shards; name one of them with --shard, like 1/4.');
  if (shard && shard.count > 1 && !isSeedGiven)
    throw wrongUse('All shards of a run draw from one seed; give each the same, like --seed 7.');
  return shardOf(planned, { ...options, timings: await readTimings(timingsFile, environment) });
}

/** The reader comes with a schema compiler, which a run without timings need not wait for. */
async function readTimings(path: string | undefined, environment: Environment): Promise<RunReport | undefined> {
  if (path === undefined) return undefined;
  const { readReportFile } = await import('./report-file.js');
  return readReportFile(path, environment);
}
