import { createPalette, type Setting } from '../../reports/terminal/layout.js';
import type { Clock } from '../../wire/clock.js';

/** A stream that text is written to. */
export interface Output {
  write(text: string): void;
  readonly isTerminal: boolean;
  /** Width of a line in characters, where it is known. */
  readonly columns: number | undefined;
}

/** How another command line is run in a process of its own. */
export interface LaunchOptions {
  /** The most that its heap may take, in MiB. */
  readonly memory?: number | undefined;
  /** Its abort asks the process to end in order, as Ctrl-C does. */
  readonly stop: AbortSignal;
  /** Its abort ends the process at once. */
  readonly kill: AbortSignal;
}

/** What became of a process: its exit code, or the signal that ended it, and the end of what it said on standard error. */
export interface Launched {
  readonly code: number | string;
  readonly stderr: string;
}

/** All that a command may know of the process around it. */
export interface Environment {
  readonly stdout: Output;
  readonly stderr: Output;
  readonly variables: Readonly<Record<string, string | undefined>>;
  readonly clock: Clock;
  /** The folder that relative paths start from. */
  readonly folder: string;
  /** A folder for files that need not outlive the command. */
  readonly temporaryFolder: string;
  /** Aborted by the first SIGINT or SIGTERM. */
  readonly signal: AbortSignal;
  /** A number from 0 to 2^31 - 1, for a run without a seed of its own. */
  randomSeed(): number;
  /** Runs another command line, the words after `calproof`, in a process of its own, without its standard output. */
  launch(words: readonly string[], options: LaunchOptions): Promise<Launched>;
  /** Listens for lines that a person enters, until the function that it gives is called; `ended` when there come no more. */
  onEnter?(enter: () => void, ended: () => void): () => void;
  /** Sets the journal that a second SIGINT prints, to clean up an abandoned run. */
  announceJournal(path: string | undefined): void;
}

/** Longer lines are hard to read. */
export const WIDEST = 120;
const WITHOUT_TERMINAL = 100;

/**
 * How text is set on an output: coloured on a terminal unless `NO_COLOR` is set (no-color.org), or always when
 * `FORCE_COLOR` is.
 */
export function toTextStyle(output: Output, { variables }: Environment): Setting {
  const forbidden = Boolean(variables['NO_COLOR']);
  const forced = Boolean(variables['FORCE_COLOR']) && variables['FORCE_COLOR'] !== '0';
  const capable = output.isTerminal && variables['TERM'] !== 'dumb';
  const width = Math.min(output.columns ?? WITHOUT_TERMINAL, WIDEST);
  return { palette: createPalette(!forbidden && (forced || capable)), width };
}

/** Where text goes: to standard error when a report, one without a file, takes standard output. */
export const textOutputOf = (
  reports: readonly { readonly file?: string }[],
  { stdout, stderr }: Pick<Environment, 'stdout' | 'stderr'>,
): Output => (reports.some(({ file }) => file === undefined) ? stderr : stdout);

/** Writes lines, each ended by a newline. */
export function writeLines(output: Output, lines: readonly string[]): void {
  if (lines.length > 0) output.write(`${lines.join('\n')}\n`);
}
