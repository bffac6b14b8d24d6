import type { ExitCode } from '../../reports/conclusion.js';
import type { Environment } from '../input/environment.js';

/** The context of every command. */
export interface ProgramOptions {
  readonly environment: Environment;
  readonly version: string;
  /** Runs another command line without its standard output, for a command that is made of others. */
  readonly run: (words: readonly string[]) => Promise<ExitCode>;
  /** Takes the exit code of the command that ran. */
  readonly finish: (code: ExitCode) => void;
}
