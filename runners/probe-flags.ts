import type { CheckFlags } from './check-flags.js';

/** The options of `probe` as commander hands them over: those of `check`, and where to write. */
export interface ProbeFlags extends CheckFlags {
  readonly output?: string;
}
