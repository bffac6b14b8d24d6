import type { ExitCode } from '../../reports/conclusion.js';
import type { Environment } from '../input/environment.js';

/** The context of every command. */
export interface ProgramOptions {
  readonly environment: Environment;
  readonly version: string;
  /** Takes the exit code of the command that ran. */
  readonly finish: (code: ExitCode) => void;
}
