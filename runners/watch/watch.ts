import type { ExitCode } from '../../harness/reports/conclusion.js';
import { plural, someOf } from '../../harness/reports/layout.js';
import { toPrintableLine } from '../../harness/reports/printable.js';
import type { RunEnd } from '../../harness/run-event.js';
import { CommandError, wrongUse } from '../command-error.js';
import type { Environment } from '../environment.js';
import { judgeRun } from '../judge-run.js';
import type { Prepared } from '../run.js';
import { writeLines } from '../setting.js';
import { openTriggers } from './triggers.js';
import { untilAnswering } from './until-answering.js';

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
  if (options.address === undefined) throw wrongUse('--watch needs the URL of a service that you can change.');
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
  const change = paths.length === 0 ? '' : `, and so does a change of ${someOf(paths, 3)}`;
  return `\nWatching: Enter judges again${change}; Ctrl-C ends.`;
}

function toBeginning(why: string, { size }: ReadonlySet<string>): string {
  const first = size === 0 ? '' : `, first ${size === 1 ? 'what' : `the ${plural(size, 'requirement')} that`} failed`;
  return toPrintableLine(`Judging again (${why})${first}.`);
}
