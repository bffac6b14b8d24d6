import type { JsonValue } from '../wire/json.js';
import type { DeviationDetails } from './deviation.js';

/** Narrows an entry to a target that follows this alternative of a reading. */
export interface ReadingCondition {
  readonly id: string;
  readonly alternative: string;
}

/** Narrows an entry to a failure with a value or a text at a JSON Pointer of its input, as the report holds it. */
export type InputCondition =
  | { readonly at: string; readonly is: JsonValue }
  | { readonly at: string; readonly matches: string };

/** A known deviation and the last day on which it is accepted. */
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
  /** The deviation when it was adopted, for people: nothing is compared with it. */
  readonly seen?: Pick<DeviationDetails, 'kind' | 'expected' | 'observed'>;
}

/**
 * The state of an entry after a run: its requirement fails as known, passes again, fails after the entry's last day,
 * fails in another way, or neither passed nor failed.
 */
export type EntryState = 'known' | 'stale' | 'expired' | 'differs' | 'notJudged';

/** The state of an entry, and why: a clause to follow the requirement's id. */
export interface EntryUse {
  readonly entry: BaselineEntry;
  readonly state: EntryState;
  readonly why: string;
}
