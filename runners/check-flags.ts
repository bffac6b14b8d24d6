import type { Profile } from '../contract/profiles.js';
import type { Mode } from '../harness/client.js';
import type { Effort } from '../harness/plan.js';
import type { Shard } from '../harness/shard.js';
import type { ContainerFlags } from './container-flags.js';
import type { ConnectionFlags } from './connection-flags.js';
import type { IdentityOption } from './identities/identity-option.js';
import type { ReportRequest } from './report-request.js';

/** The options of `check` as commander hands them over; each is absent where it was not given. */
export interface CheckFlags extends ConnectionFlags, ContainerFlags {
  readonly mode?: Mode;
  readonly plan?: boolean;
  readonly maxRequests?: number;
  readonly maxTime?: number;
  readonly shard?: Shard;
  readonly timings?: string;
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
  readonly watch?: boolean;
  readonly watchPath?: readonly string[];
  readonly journal?: string;
  readonly identity?: readonly IdentityOption[];
  readonly baseline?: string;
  readonly targetProfile?: string;
  /** How to log in, as a preset tells it. */
  readonly login?: string;
  /** Where options come from besides the command line, in words. */
  readonly sources?: readonly string[];
}
