import type { ExitCode } from '../harness/reports/conclusion.js';
import type { Plan } from '../harness/plan.js';
import { type RunEnd, runTrial } from '../harness/run.js';
import { createMarker } from '../target/marker.js';
import type { CalendarRequirement } from '../target/subject.js';
import { dealBudget } from './budget.js';
import type { Environment, Output } from './environment.js';
import { toIntroLines, toLearnedLines } from './intro.js';
import { createLiveConsole, type LiveConsole } from './live-console.js';
import type { RunOptions } from './options.js';
import { openReadySession } from './ready-session.js';
import { openRunJournal } from './run-journal.js';
import { openRunTarget, type RunTarget } from './run-target.js';
import type { Session } from './session.js';
import { toSetting, writeLines } from './setting.js';
import { tellRun } from './tell-run.js';

/** Judges the selected requirements on a target, tells of it, and gives the exit code. */
export async function judgeRun(
  options: RunOptions,
  selected: readonly CalendarRequirement[],
  environment: Environment,
): Promise<ExitCode> {
  const startedAt = environment.clock.now();
  const target = await openRunTarget(options, environment);
  try {
    const output = outputOf(options, environment);
    const random = environment.randomSeed() / 2 ** 31;
    const run: Run = { options, selected, environment, target, startedAt, output, random };
    return await judgeTarget(run);
  } finally {
    await target.close();
  }
}

/** What the parts of one run share. */
export interface Run {
  readonly options: RunOptions;
  readonly selected: readonly CalendarRequirement[];
  readonly environment: Environment;
  readonly target: RunTarget;
  /** In ms since the epoch. */
  readonly startedAt: number;
  /** Where text goes: to standard error when a report takes standard output. */
  readonly output: Output;
  /** In [0, 1); the run's marker comes from it. */
  readonly random: number;
}

const outputOf = ({ reports }: RunOptions, { stdout, stderr }: Environment): Output =>
  reports.some(({ file }) => file === undefined) ? stderr : stdout;

async function judgeTarget(run: Run): Promise<ExitCode> {
  const { options, environment, output, target } = run;
  const setting = toSetting(output, environment);
  if (!options.quiet) writeLines(output, toIntroLines(options, target, setting));
  const { text: marker } = createMarker(run.random);
  const journal = await openRunJournal({ options, address: target.address, marker }, environment);
  const session = await openReadySession(run, journal);
  try {
    if (!options.quiet) writeLines(output, toLearnedLines(session.calendar.profile, setting));
    const live = createLiveConsole({ ...toLiveOptions(run), setting });
    const end = await follow(run, session, live);
    return await tellRun({ run, session, end, setting, journalPath: await journal.close() });
  } finally {
    await session.close();
  }
}

const toLiveOptions = ({ output, environment, startedAt, target, options }: Run) => ({
  output,
  clock: environment.clock,
  startedAt,
  redaction: target.redaction,
  quiet: options.quiet,
});

/** Drives the run to its end; the console is closed whatever happens. */
async function follow(run: Run, session: Session, live: LiveConsole): Promise<RunEnd> {
  const { options, selected, environment, startedAt } = run;
  const { concurrency, bail, maxTime } = options;
  const { clock, signal } = environment;
  const plan = deal(run, session);
  const limits = { bail, signal, ...(maxTime !== undefined && { maxTime }) };
  let end: RunEnd | undefined;
  try {
    const { trial } = session;
    for await (const event of runTrial({
      trial,
      requirements: selected,
      plan,
      concurrency,
      clock,
      startedAt,
      ...limits,
    })) {
      live.on(event);
      if (event.type === 'ended') end = event;
    }
  } finally {
    live.close();
  }
  if (!end) throw new Error('the run ended without an end');
  return end;
}

/** Only what can be judged on this target takes from the budget; the rest is found inapplicable without a request. */
function deal({ options, selected }: Run, { calendar }: Session): Plan {
  const { effort, maxRequests } = options;
  const fixed = calendar.sent + calendar.world.records.length;
  const possible = selected.filter(({ needs }) => needs.every((need) => calendar.lacks(need) === undefined));
  const nothing = { runs: 0, requests: 0, shrinkRequests: 0 };
  return new Map([
    ...selected.map(({ id }) => [id, nothing] as const).filter(([id]) => !possible.some((one) => one.id === id)),
    ...dealBudget(possible, { effort, maxRequests, fixed }),
  ]);
}
