import type { Baseline } from '../../harness/baseline.js';
import type { ExitCode } from '../../harness/reports/conclusion.js';
import { toPlanLines } from '../../harness/reports/plan.js';
import type { CalendarRequirement } from '../../target/subject.js';
import { dealBudget, estimateFixed } from '../budget.js';
import type { CheckFlags } from '../check-flags.js';
import { wrongUse } from '../command-error.js';
import type { Environment } from '../environment.js';
import { judgeRun } from '../judge-run.js';
import { type RunOptions, toRunOptions } from '../options.js';
import { refuseUnwritable } from '../report-files.js';
import { selectRequirements } from '../select-requirements.js';
import { toSetting, writeLines } from '../setting.js';
import { readSuites } from '../suite-file.js';

/** Judges a target. All that can be wrong about the command line is found before anything is sent. */
export async function check(url: string | undefined, flags: CheckFlags, environment: Environment): Promise<ExitCode> {
  const options = toRunOptions(url, flags, environment);
  const suite = await readSuites(options.suiteFiles, environment);
  const selected = selectRequirements(options.selection, suite);
  refuseTooFew(options);
  await refuseUnwritable(options.reports, environment);
  const baseline = await readBaselineOf(options, environment);
  if (options.plan) return showPlan(options, selected, environment);
  return judgeRun({ options, selected, baseline }, environment);
}

/** The reader comes with a schema compiler, which a run without a baseline need not wait for. */
async function readBaselineOf({ baselineFile }: RunOptions, environment: Environment): Promise<Baseline | undefined> {
  if (baselineFile === undefined) return undefined;
  const { readBaselineFile } = await import('../baseline-file.js');
  return readBaselineFile(baselineFile, environment);
}

function refuseTooFew({ maxRequests, mode }: RunOptions): void {
  const fixed = estimateFixed(mode);
  if (maxRequests === undefined || maxRequests > fixed) return;
  throw wrongUse(`--max-requests ${maxRequests} is too few: probing, world and clean-up alone take about ${fixed}.`);
}

function showPlan(options: RunOptions, selected: readonly CalendarRequirement[], environment: Environment): ExitCode {
  const { effort, maxRequests, mode } = options;
  const possible = selected.filter(({ effects }) => mode === 'sandbox' || effects === 'reads');
  const fixed = estimateFixed(mode);
  const plan = dealBudget(possible, { effort, maxRequests, fixed });
  const setting = toSetting(environment.stdout, environment);
  writeLines(environment.stdout, toPlanLines(possible, { plan, fixed, ...setting }));
  return 0;
}
