import type { Judged, RunEnd } from '../../kernel/run-event.js';
import { isBreach } from '../../kernel/run/judged-requirement.js';
import { runTrial } from '../../kernel/run/run.js';
import { markKnown } from '../../reports/baseline/baseline.js';
import type { ExitCode } from '../../reports/conclusion.js';
import { CommandError } from '../input/command-error.js';
import { type Environment, textOutputOf, toTextStyle, writeLines } from '../input/environment.js';
import { createLiveConsole, type LiveConsole } from '../output/live-console.js';
import { toLearnedJson } from '../output/learned-profile.js';
import { dealFor } from './budget.js';
import { findRun, makeReady, type ReadyTarget } from './ready-target.js';
import { type Prepared, type Run, toBaselineContext } from './run-context.js';
import { openRunEvents } from './run-events.js';
import { concludeRun, toIntroLines, toLearnedLines, toSweepLine } from './run-output.js';
import { reportUnbegun } from './run-report-facts.js';
import { openRunTarget } from './run-target.js';
import type { Session } from './session.js';

/** Judges the selected requirements on a target, prints the run, and returns the exit code. */
export async function judgeRun(given: Prepared & Pick<Run, 'round'>, environment: Environment): Promise<ExitCode> {
  const { options } = given;
  const startedAt = environment.clock.now();
  const target = await openRunTarget(options, environment);
  try {
    const output = textOutputOf(options.reports, environment);
    const random = environment.randomSeed() / 2 ** 31;
    const run: Run = { ...given, environment, target, startedAt, output, random };
    const events = openRunEvents(run);
    return await judgeTarget({ ...run, events }).finally(() => events?.close());
  } finally {
    await target.close();
  }
}

async function judgeTarget(given: Run): Promise<ExitCode> {
  const { options, environment, output } = given;
  const setting = toTextStyle(output, environment);
  const live = createLiveConsole({ ...toLiveOptions(given), setting });
  if (options.agent !== undefined) live.say([toAgentLine(options.agent)]);
  const introduce = (lines: readonly string[]): void => (options.quiet ? undefined : live.say(lines));
  let ready: ReadyTarget | undefined;
  try {
    const { run, ...found } = await findRun(given);
    const { warnings } = found;
    introduce(toIntroLines({ ...run, ...found }, setting));
    ready = await makeReady(run);
    run.events?.learned(toLearned(run, ready.session, warnings));
    introduce(toLearnedLines(ready.session.calendar.profile, setting));
    const end = await follow(run, ready.session, live);
    live.close();
    const seen = await fetchWarnings(run, options.mode === 'sandbox' && !run.round);
    writeLines(
      output,
      seen.map((sentence) => `Warning: ${sentence}`),
    );
    return await concludeRun({
      run,
      warnings: [...warnings, ...seen],
      session: ready.session,
      end,
      setting,
      journalPath: await ready.journal.close(),
    });
  } catch (error) {
    const kept = await ready?.journal.close();
    if (kept !== undefined) live.say([toSweepLine(kept)]);
    const seen = await fetchWarnings(given, false);
    if (seen.length > 0) live.say(seen);
    if (!ready && error instanceof CommandError) reportUnbegun(given, error);
    throw error;
  } finally {
    live.close();
    await ready?.session.close();
  }
}

/** The warnings about a judged target; one that is judged again in another round is not restarted. */
async function fetchWarnings({ target, environment }: Run, mayRestart: boolean): Promise<readonly string[]> {
  if (environment.signal.aborted) return [];
  return (await target.fetchWarnings(mayRestart)).map(target.redaction.text);
}

const toLiveOptions = ({ output, environment, startedAt, target, options }: Run) => ({
  output,
  draws: output.isTerminal && environment.variables['TERM'] !== 'dumb',
  clock: environment.clock,
  startedAt,
  redaction: target.redaction,
  quiet: options.quiet,
});

/** Why there is no text for people. */
const toAgentLine = (variable: string): string =>
  `${variable} is set, so standard output gets the report for coding agents; --no-agent prints the text for people.`;

const toLearned = ({ target }: Run, { calendar }: Session, warnings: readonly string[]) => ({
  namespace: target.address.namespace,
  learned: toLearnedJson(calendar.profile, target.redaction),
  warnings,
});

/** Drives the run to its end. */
async function follow(run: Run, session: Session, live: LiveConsole): Promise<RunEnd> {
  const { options, planned, selected: requirements, environment, startedAt } = run;
  const { trial, calendar } = session;
  const { concurrency, maxTime } = options;
  const { clock, signal } = environment;
  const plan = dealFor(calendar, planned, options);
  const context = toBaselineContext(run, session);
  const mark = <One extends Judged>(one: One): One => (context ? { ...one, ...markKnown(one, context) } : one);
  const bail = (one: Judged): boolean => isBreach(one) && mark(one).known === undefined;
  const first = run.round && { first: run.round.first };
  const limits = {
    concurrency,
    signal,
    ...(options.bail && { bail }),
    ...(maxTime !== undefined && { maxTime }),
    ...first,
  };
  for await (const event of runTrial({ ...limits, trial, requirements, plan, clock, startedAt })) {
    const known = event.type === 'judged' ? mark(event) : event;
    if (options.agent === undefined) live.on(known);
    run.events?.on(known);
    if (event.type === 'ended') return event;
  }
  throw new Error('the run ended without an end');
}
