import type { Profile } from '../contract/profiles.js';
import type { Mode } from '../harness/client.js';
import type { Effort } from '../harness/plan.js';
import type { ConnectionFlags } from './connection-flags.js';
import type { ReportRequest } from './report-request.js';

/** The options of `check` as commander hands them over; each is absent where it was not given. */
export interface CheckFlags extends ConnectionFlags {
  readonly mode?: Mode;
  readonly plan?: boolean;
  readonly maxRequests?: number;
  readonly maxTime?: number;
  readonly rate?: number;
  readonly concurrency: number;
  readonly effort: Effort;
  readonly seed?: number;
  readonly now?: number;
  readonly only?: readonly string[];
  readonly skip?: readonly string[];
  readonly profile?: readonly Profile[];
  readonly suite?: readonly string[];
  readonly namespace?: string;
  readonly languageParameter: string;
  readonly strict?: boolean;
  readonly quiet?: boolean;
  readonly bail?: boolean;
  readonly report?: readonly ReportRequest[];
  readonly world?: string;
  readonly journal?: string;
  readonly baseline?: string;
  /** How to log in, as a preset tells it. */
  readonly login?: string;
  /** Where options come from besides the command line, in words. */
  readonly sources?: readonly string[];
}
