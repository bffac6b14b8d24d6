import type { ExitCode } from '../../reports/conclusion.js';
import type { Environment } from '../input/environment.js';
import { toNamespace } from '../input/service-address.js';
import type { Flag } from '../options/flags.js';

/** The context of every command. */
export interface ProgramOptions {
  readonly environment: Environment;
  readonly version: string;
  /** Takes the exit code of the command that ran. */
  readonly finish: (code: ExitCode) => void;
}

export const namespaceFlag: Flag = {
  flags: '--namespace <path>',
  says: 'namespace under the REST root (default: vendor/events/v1)',
  read: toNamespace,
};
