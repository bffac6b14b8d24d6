import type { PinnedFacts } from '../../adapter/profile/pinned-facts.js';
import type { Baseline } from '../../reports/baseline/baseline-schema.js';
import type { ExitCode } from '../../reports/conclusion.js';
import { toPlanLines } from '../../reports/terminal/plan-lines.js';
import { driftRequirements } from '../../suites/profile-drift.js';
import { agentVariableIn } from '../input/agent-variables.js';
import { wrongUse } from '../input/command-error.js';
import { type Environment, toTextStyle, writeLines } from '../input/environment.js';
import type { CheckFlags } from '../options/command-flags.js';
import { refuseHistory } from '../output/history-folder.js';
import { toReportOptions } from '../output/report-output.js';
import { estimateFixed } from '../run/budget.js';
import type { BaselineFileOptions } from '../run/expectation-files.js';
import { judgeRun } from '../run/judge-run.js';
import type { Prepared } from '../run/run-context.js';
import { estimateCost } from '../run/run-cost.js';
import { type RunOptions, toRunOptions } from '../run/run-options.js';
import { readSuites, selectRequirements } from '../run/run-suites.js';
import { takeShard } from '../run/shards.js';

/** Judges a target. Every error of the command line is found before anything is sent. */
export async function check(url: string | undefined, flags: CheckFlags, environment: Environment): Promise<ExitCode> {
  const prepared = await prepare(url, flags, environment);
  const { options } = prepared;
  if (options.plan) return showPlan(prepared, environment);
  if (!flags.watch) return judgeRun(prepared, environment);
  const { seed } = options;
  const again = (): Promise<Prepared> => prepare(url, { ...flags, seed }, environment);
  const { watch } = await import('../run/watch.js');
  return watch(again, flags.watchPath ?? [], environment);
}

async function prepare(url: string | undefined, flags: CheckFlags, environment: Environment): Promise<Prepared> {
  const options = forAgent(toRunOptions(url, flags, environment), flags, environment);
  const suite = await readSuites(options.suiteFiles, environment);
  const pinned = await readPinnedOf(options, environment);
  const planned = selectRequirements(options.selection, [...suite, ...driftRequirements(pinned ?? new Map())]);
  const selected = await takeShard(planned, options, environment);
  refuseTooFew(options);
  const { signingKey } = await toReportOptions(options.reports, options.sign, environment);
  await refuseHistoryOf(options, environment);
  const baseline = await readBaselineOf(options, { ...environment, own: suite.map(({ id }) => id) });
  return { options, planned, selected, pinned, baseline, signingKey };
}

/**
 * A coding agent gets a report of its own. What somebody asked for comes first: another report on standard output, or the
 * text on a terminal.
 */
function forAgent(options: RunOptions, { agent: isWanted }: CheckFlags, environment: Environment): RunOptions {
  const { quiet, reports } = options;
  const isTaken = quiet || environment.stdout.isTerminal || reports.some(({ file }) => file === undefined);
  const agent = isWanted === false || isTaken ? undefined : agentVariableIn(environment);
  return agent === undefined ? options : { ...options, agent, quiet: true, reports: [...reports, { format: 'agent' }] };
}

/** Loaded on demand: the reader includes a schema compiler. */
async function readBaselineOf(
  { baselineFile }: RunOptions,
  options: BaselineFileOptions,
): Promise<Baseline | undefined> {
  if (baselineFile === undefined) return undefined;
  const { readBaselineFile } = await import('../run/expectation-files.js');
  return readBaselineFile(baselineFile, options);
}

/** The same for a target profile. */
async function readPinnedOf({ profileFile }: RunOptions, environment: Environment): Promise<PinnedFacts | undefined> {
  if (profileFile === undefined) return undefined;
  const { readProfileFile } = await import('../run/expectation-files.js');
  return readProfileFile(profileFile, environment);
}

async function refuseHistoryOf({ historyFolder, shard }: RunOptions, environment: Environment): Promise<void> {
  if (historyFolder === undefined) return;
  if (shard) throw wrongUse('--history needs a whole run; give the report of calproof merge to calproof history.');
  await refuseHistory(historyFolder, environment);
}

function refuseTooFew({ maxRequests, mode }: RunOptions): void {
  const fixed = estimateFixed(mode);
  if (maxRequests === undefined || maxRequests > fixed) return;
  throw wrongUse(
    `--max-requests ${maxRequests} is too few: probing, test data and clean-up alone take about ${fixed}.`,
  );
}

function showPlan(prepared: Prepared, environment: Environment): ExitCode {
  const { possible, plan, cost } = estimateCost(prepared);
  const setting = toTextStyle(environment.stdout, environment);
  writeLines(environment.stdout, toPlanLines(possible, { plan, cost, ...setting }));
  return 0;
}
