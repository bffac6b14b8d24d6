import type { Outage } from '../wire/client/outage.js';
import type { BaselineEntry, EntryUse } from './baseline-entry.js';
import type { Nomination } from './nominations.js';
import type { RequirementInfo } from './requirement.js';
import type { Allowance } from './search.js';
import type { Verdict } from './verdict.js';

/** One requirement and its verdict. */
export interface Judged {
  readonly requirement: RequirementInfo;
  readonly verdict: Verdict;
  /** How long judging took. */
  readonly ms?: number;
  /** The baseline entry that covers this failure: it is reported, and fails no run. */
  readonly known?: BaselineEntry;
}

/** What is known when a run ends, whether it was finished, bailed out, interrupted or never begun. */
export interface RunEnd {
  readonly judged: readonly Judged[];
  /** All requests of the run: probing, world, requirements, clean-up. */
  readonly requests: number;
  readonly ms: number;
  readonly end: 'finished' | 'bailed' | 'interrupted' | 'out of time' | 'cut off' | 'not begun';
  /** The times during which the target was away; one without an end cut the run off. */
  readonly outages?: readonly Outage[];
  /** Descriptions of records that could not be deleted; empty when nothing was left behind. */
  readonly left: readonly string[];
  /** How many records of the run are gone from the target. */
  readonly deleted?: number;
  /** Descriptions of records that the target moved to its trash instead. */
  readonly trashed?: readonly string[];
  /** The states of the baseline's entries, where one was given. */
  readonly baseline?: readonly EntryUse[];
}

/** What happens during a run, in order; drivers and reports are made from this alone. */
export type RunEvent =
  | {
      readonly type: 'started';
      readonly planned: readonly RequirementInfo[];
      readonly plan: ReadonlyMap<string, Allowance>;
    }
  | { readonly type: 'judging'; readonly id: string; readonly requests: number }
  /** A monitor noticed something in the exchanges of a requirement; it is a failure only if it shows again. */
  | ({ readonly type: 'nominated' } & Nomination)
  | ({ readonly type: 'judged'; readonly requests: number } & Judged)
  /** The failures that nothing explains are repeated and shrunk; the end has what came of it. */
  | { readonly type: 'examining'; readonly ids: readonly string[]; readonly requests: number }
  | { readonly type: 'cleaning' }
  | ({ readonly type: 'ended' } & RunEnd);
