import type { ExitCode } from '../../harness/reports/conclusion.js';
import { toNamespace } from '../address.js';
import type { Environment } from '../environment.js';
import type { Flag } from '../flag.js';

/** What every command is given. */
export interface ProgramOptions {
  readonly environment: Environment;
  readonly version: string;
  /** Takes the exit code of the command that ran. */
  readonly finish: (code: ExitCode) => void;
}

export const namespaceFlag: Flag = {
  flags: '--namespace <path>',
  says: 'the namespace under the REST root (default: vendor/events/v1)',
  read: toNamespace,
};
