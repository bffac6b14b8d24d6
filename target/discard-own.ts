import { discardAll, settleAll } from './discard-all.js';
import type { CalendarCleaner } from './discard.js';
import type { Guard } from './guard.js';
import type { Marker } from './marker.js';
import { pathOf } from './paths.js';
import type { OwnRecord, Registry } from './registry.js';
import { tryBrowse } from './try-browse.js';
import { unfilteredFor } from './unfiltered.js';

/** What clean-up knows of a run. */
export interface Tidying {
  readonly registry: Registry;
  readonly guard: Guard;
  readonly marker: Marker;
}

/**
 * Deletes what an execution made, as far as it was seen to be ours. What was not waits until there is more of it, or for
 * the end of the run: a list shows many for the price of one. Events never wait, for their links show in other records.
 */
export async function discardOwn(
  calendar: CalendarCleaner,
  made: readonly OwnRecord[],
  { registry, guard, marker }: Tidying,
): Promise<void> {
  const gone = made.filter((record) => guard.isDeleted(pathOf(record)));
  for (const record of gone) await registry.gone(record);
  const mayWait = (record: OwnRecord): boolean => record.collection !== 'events' && !guard.knows(pathOf(record));
  const left = made.filter((record) => !gone.includes(record));
  registry.putOff(left.filter(mayWait));
  const due = left.filter((record) => !mayWait(record));
  await settleAll(registry, await discardAll(calendar, due, marker.text));
}

/** Deletes what waits, of each kind of which there is so much that lists grow longer by it. */
export async function discardWaiting(calendar: CalendarCleaner, { registry, marker }: Tidying): Promise<void> {
  const due = registry.takeDue();
  for (const collection of new Set(due.map((record) => record.collection)))
    await tryBrowse(calendar, collection, { ...unfilteredFor(calendar.profile, collection), search: marker.text });
  if (due.length > 0) await settleAll(registry, await discardAll(calendar, due, marker.text));
}
