import { setTimeout as sleep } from 'node:timers/promises';
import type { RunEnd } from '../../kernel/run-event.js';
import type { ExitCode } from '../../reports/conclusion.js';
import { toPrintableLine } from '../../wire/printable.js';
import { plural, someOf } from '../../wire/wording.js';
import { CommandError, wrongUse } from '../input/command-error.js';
import { type Environment, writeLines } from '../input/environment.js';
import { judgeRun } from './judge-run.js';
import type { Prepared } from './run-context.js';
import type { RunOptions } from './run-options.js';
import { openRunTarget, type RunTarget } from './run-target.js';
import { openTriggers } from './watch-triggers.js';

/** How often it is asked, and how often in a row it must answer: a server that is about to go down still answers. */
const PAUSE_MS = 150;
const ANSWERS = 2;

/** Waits until a target answers, whatever it says, or until the command is interrupted; says so when it has to wait. */
export async function untilAnswering(options: RunOptions, environment: Environment, wait: () => void): Promise<void> {
  const target = await openRunTarget(options, environment);
  try {
    let waits = false;
    for (let answers = 0; answers < ANSWERS && !environment.signal.aborted; ) {
      const isThere = await isAnswering(target);
      if (!isThere && !waits) wait();
      waits ||= !isThere;
      answers = isThere ? answers + 1 : 0;
      await sleep(PAUSE_MS, undefined, { signal: environment.signal }).catch(() => {});
    }
  } finally {
    await target.transport.close();
    await target.close();
  }
}

async function isAnswering({ transport, address, headers }: RunTarget): Promise<boolean> {
  const { kind } = await transport.send({ method: 'GET', target: `${address.root}/${address.namespace}`, headers });
  return kind === 'response';
}

/**
 * Judges a target, and again with the same inputs each time that Enter is pressed or a path changes, what failed first.
 * A target that is being restarted is waited for. Ends with an interruption, and gives the code of the last run.
 */
export async function watch(
  prepare: () => Promise<Prepared>,
  paths: readonly string[],
  environment: Environment,
): Promise<ExitCode> {
  const { options } = await prepare();
  if (options.address === undefined) throw wrongUse('--watch needs the URL of a service.');
  const files = options.reports.flatMap(({ file }) => (file === undefined ? [] : [file]));
  const triggers = openTriggers(paths, files, environment);
  const say = (line: string): void => writeLines(environment.stderr, [line]);
  try {
    let last = await judgeRound(await prepare(), new Set(), environment);
    for (;;) {
      if (last.code === 130) return last.code;
      say(toPrompt(paths));
      const why = await triggers.next();
      if (why === undefined) return last.code;
      say(toBeginning(why, last.failed));
      const prepared = await prepare();
      await untilAnswering(prepared.options, environment, () => say('Waiting for the target to answer.'));
      if (environment.signal.aborted) return last.code;
      last = await judgeRound(prepared, last.failed, environment);
    }
  } finally {
    triggers.close();
  }
}

interface Judged {
  readonly code: ExitCode;
  /** What failed, also in the round before where this one could not be judged. */
  readonly failed: ReadonlySet<string>;
}

async function judgeRound(prepared: Prepared, first: ReadonlySet<string>, environment: Environment): Promise<Judged> {
  let failed = first;
  const ended = ({ judged }: RunEnd): void => {
    const isFailed = ({ verdict, known }: RunEnd['judged'][number]): boolean => verdict.outcome === 'failed' && !known;
    failed = new Set(judged.filter(isFailed).map(({ requirement }) => requirement.id));
  };
  try {
    return { code: await judgeRun({ ...prepared, round: { first, ended } }, environment), failed };
  } catch (error) {
    // What stands in the way today, such as a server that crashes, is what is being worked on.
    if (!(error instanceof CommandError) || error.exitCode !== 3) throw error;
    writeLines(environment.stderr, [error.message]);
    return { code: error.exitCode, failed };
  }
}

function toPrompt(paths: readonly string[]): string {
  const change = paths.length === 0 ? '' : `, or change ${someOf(paths, 3)}`;
  return `\nWatching: press Enter to run again${change}; Ctrl-C to stop.`;
}

function toBeginning(why: string, { size }: ReadonlySet<string>): string {
  const first = size === 0 ? '' : `, starting with ${plural(size, 'failed requirement')}`;
  return toPrintableLine(`Running again (${why})${first}.`);
}
