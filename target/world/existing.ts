import type { JsonObject } from '../../harness/json.js';

/** An event that was found on the target, by what a list showed of it. */
export interface FoundEvent {
  readonly id: string;
  readonly json: JsonObject;
}

/** A parameter whose values select different events of those that are there, and one event of each side. */
export interface Divided {
  readonly selected: FoundEvent;
  readonly unselected: FoundEvent;
}

/** What was found on the target of what no client can set. */
export interface Existing {
  /** Events that lists show and that a read without a password refuses or redacts, while it shows others. */
  readonly protectedEvents: readonly FoundEvent[];
  /** Flags of the event list that tell existing events apart. */
  readonly divided: Readonly<Partial<Record<ExistingFlag, Divided>>>;
  /** An id under which `post_parent` lists events, and one of them. */
  readonly family?: { readonly parent: string; readonly child: FoundEvent };
}

/** The flags whose data no client can set. */
export const existingFlags = ['geoloc', 'ticketed'] as const;
export type ExistingFlag = (typeof existingFlags)[number];

/** What is known where nothing was looked for. */
export const nothingExisting: Existing = { protectedEvents: [], divided: {} };
