import type { Baseline } from '../../harness/baseline/schema.js';
import type { ExitCode } from '../../harness/reports/conclusion.js';
import { toPlanLines } from '../../harness/reports/plan.js';
import { driftRequirements } from '../../suites/drift.js';
import type { PinnedFacts } from '../../target/pinned/pinned.js';
import type { CalendarRequirement } from '../../target/subject.js';
import type { BaselineFileOptions } from '../baseline-file.js';
import { dealBudget, estimateFixed } from '../budget.js';
import type { CheckFlags } from '../check-flags.js';
import { wrongUse } from '../command-error.js';
import type { Environment } from '../environment.js';
import { judgeRun } from '../judge-run.js';
import { type RunOptions, toRunOptions } from '../options.js';
import { refuseUnwritable } from '../report-files.js';
import type { Prepared, Run } from '../run.js';
import { selectRequirements } from '../select-requirements.js';
import { toTextStyle, writeLines } from '../setting.js';
import { readSuites } from '../suite-file.js';
import { takeShard } from '../take-shard.js';

/** Judges a target. All that can be wrong about the command line is found before anything is sent. */
export async function check(url: string | undefined, flags: CheckFlags, environment: Environment): Promise<ExitCode> {
  const prepared = await prepare(url, flags, environment);
  const { options } = prepared;
  if (options.plan) return showPlan(prepared, environment);
  if (!flags.watch) return judgeRun(prepared, environment);
  const { seed } = options;
  const again = (): Promise<Prepared> => prepare(url, { ...flags, seed }, environment);
  const { watch } = await import('../watch/watch.js');
  return watch(again, flags.watchPath ?? [], environment);
}

async function prepare(url: string | undefined, flags: CheckFlags, environment: Environment): Promise<Prepared> {
  const options = toRunOptions(url, flags, environment);
  const suite = await readSuites(options.suiteFiles, environment);
  const pinned = await readPinnedOf(options, environment);
  const planned = selectRequirements(options.selection, [...suite, ...driftRequirements(pinned ?? new Map())]);
  const selected = await takeShard(planned, options, environment);
  refuseTooFew(options);
  await refuseUnwritable(options.reports, environment);
  const baseline = await readBaselineOf(options, { ...environment, own: suite.map(({ id }) => id) });
  return { options, planned, selected, pinned, baseline };
}

/** The reader comes with a schema compiler, which a run without a baseline need not wait for. */
async function readBaselineOf(
  { baselineFile }: RunOptions,
  options: BaselineFileOptions,
): Promise<Baseline | undefined> {
  if (baselineFile === undefined) return undefined;
  const { readBaselineFile } = await import('../baseline-file.js');
  return readBaselineFile(baselineFile, options);
}

/** The same of a target profile. */
async function readPinnedOf({ profileFile }: RunOptions, environment: Environment): Promise<PinnedFacts | undefined> {
  if (profileFile === undefined) return undefined;
  const { readProfileFile } = await import('../profile-file.js');
  return readProfileFile(profileFile, environment);
}

function refuseTooFew({ maxRequests, mode }: RunOptions): void {
  const fixed = estimateFixed(mode);
  if (maxRequests === undefined || maxRequests > fixed) return;
  throw wrongUse(`--max-requests ${maxRequests} is too few: probing, world and clean-up alone take about ${fixed}.`);
}

type Planned = Pick<Run, 'options' | 'planned' | 'selected'>;

function showPlan({ options, planned, selected }: Planned, environment: Environment): ExitCode {
  const { effort, maxRequests, mode } = options;
  const isPossible = ({ effects }: CalendarRequirement): boolean => mode === 'sandbox' || effects === 'reads';
  const fixed = estimateFixed(mode);
  const plan = dealBudget(planned.filter(isPossible), { effort, maxRequests, fixed });
  const possible = selected.filter(isPossible);
  const setting = toTextStyle(environment.stdout, environment);
  writeLines(environment.stdout, toPlanLines(possible, { plan, fixed, ...setting }));
  return 0;
}
