import type { JsonValue } from '../wire/json.js';
import type { DeviationDetails } from './deviation.js';

/** Narrows an entry to a target that follows this alternative of a reading. */
export interface ReadingCondition {
  readonly id: string;
  readonly alternative: string;
}

/** Narrows an entry to a failure whose input, as the report tells it, has a value or a text at a JSON Pointer. */
export type InputCondition =
  | { readonly at: string; readonly is: JsonValue }
  | { readonly at: string; readonly matches: string };

/** A deviation that is known, and until when it may last. */
export interface BaselineEntry {
  /** The id of the requirement that fails. */
  readonly requirement: string;
  readonly reason: string;
  readonly owner: string;
  readonly link: string;
  /** The last day on which it holds, in UTC: `YYYY-MM-DD`. */
  readonly expires: string;
  readonly reading?: ReadingCondition;
  readonly input?: InputCondition;
  /** What was seen when it was adopted, for people: nothing is compared with it. */
  readonly seen?: Pick<DeviationDetails, 'kind' | 'expected' | 'observed'>;
}

/**
 * What an entry came to in a run: its requirement fails as known, passes again, fails after the entry's last day, fails
 * in another way, or was neither passed nor failed.
 */
export type EntryState = 'known' | 'stale' | 'expired' | 'differs' | 'notJudged';

/** What became of an entry, and why: words that follow the requirement's id. */
export interface EntryUse {
  readonly entry: BaselineEntry;
  readonly state: EntryState;
  readonly why: string;
}
