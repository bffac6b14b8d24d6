import { markKnown } from '../harness/baseline.js';
import type { ExitCode } from '../harness/reports/conclusion.js';
import { type Judged, type RunEnd, runTrial } from '../harness/run.js';
import { dealFor } from './budget.js';
import type { Environment, Output } from './environment.js';
import { toIntroLines, toLearnedLines } from './intro.js';
import { createLiveConsole, type LiveConsole } from './live-console.js';
import { toBaselineContext } from './baseline-context.js';
import type { RunOptions } from './options.js';
import type { Run } from './run.js';
import { findTarget, makeReady, type ReadyTarget } from './ready-target.js';
import { openRunTarget } from './run-target.js';
import type { Session } from './session.js';
import { toSetting } from './setting.js';
import { tellRun, toSweepLine } from './tell-run.js';

/** Judges the selected requirements on a target, tells of it, and gives the exit code. */
export async function judgeRun(
  { options, selected, baseline }: Pick<Run, 'options' | 'selected' | 'baseline'>,
  environment: Environment,
): Promise<ExitCode> {
  const startedAt = environment.clock.now();
  const target = await openRunTarget(options, environment);
  try {
    const output = outputOf(options, environment);
    const random = environment.randomSeed() / 2 ** 31;
    const run: Run = { options, selected, baseline, environment, target, startedAt, output, random };
    return await judgeTarget(run);
  } finally {
    await target.close();
  }
}

const outputOf = ({ reports }: RunOptions, { stdout, stderr }: Environment): Output =>
  reports.some(({ file }) => file === undefined) ? stderr : stdout;

async function judgeTarget(run: Run): Promise<ExitCode> {
  const { options, environment, output } = run;
  const setting = toSetting(output, environment);
  const live = createLiveConsole({ ...toLiveOptions(run), setting });
  const introduce = (lines: readonly string[]): void => (options.quiet ? undefined : live.say(lines));
  let ready: ReadyTarget | undefined;
  try {
    const { warnings } = await findTarget(run);
    introduce(toIntroLines({ ...run, warnings }, setting));
    ready = await makeReady(run);
    introduce(toLearnedLines(ready.session.calendar.profile, setting));
    const end = await follow(run, ready.session, live);
    live.close();
    return await tellRun({
      run,
      warnings,
      session: ready.session,
      end,
      setting,
      journalPath: await ready.journal.close(),
    });
  } catch (error) {
    const kept = await ready?.journal.close();
    if (kept !== undefined) live.say([toSweepLine(kept)]);
    throw error;
  } finally {
    live.close();
    await ready?.session.close();
  }
}

const toLiveOptions = ({ output, environment, startedAt, target, options }: Run) => ({
  output,
  clock: environment.clock,
  startedAt,
  redaction: target.redaction,
  quiet: options.quiet,
});

/** Drives the run to its end. */
async function follow(run: Run, session: Session, live: LiveConsole): Promise<RunEnd> {
  const { options, selected: requirements, environment, startedAt } = run;
  const { trial, calendar } = session;
  const { concurrency, bail, maxTime } = options;
  const { clock, signal } = environment;
  const plan = dealFor(calendar, requirements, options);
  const context = toBaselineContext(run, session);
  const mark = <One extends Judged>(one: One): One => (context ? { ...one, ...markKnown(one, context) } : one);
  const excuses = (one: Judged): boolean => mark(one).known !== undefined;
  const limits = { concurrency, bail, excuses, signal, ...(maxTime !== undefined && { maxTime }) };
  for await (const event of runTrial({ ...limits, trial, requirements, plan, clock, startedAt })) {
    live.on(event.type === 'judged' ? mark(event) : event);
    if (event.type === 'ended') return event;
  }
  throw new Error('the run ended without an end');
}
