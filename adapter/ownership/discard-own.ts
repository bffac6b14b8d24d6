import { pathOf } from '../reading/paths.js';
import { unfilteredFor } from '../reading/record-queries.js';
import { tryBrowse } from '../reading/try-browse.js';
import { type CalendarCleaner, discardAll, settleAll } from './discard.js';
import type { Guard } from './guard.js';
import type { Marker } from './marker.js';
import type { OwnRecord, Registry } from './registry.js';

/** As many records are read one by one in as many requests as a list takes with its further pages. */
const FEW = 3;

/** What cleaning up after an execution needs of the run. */
interface Tidying {
  readonly registry: Registry;
  readonly guard: Guard;
  readonly marker: Marker;
}

/**
 * Deletes the records of an execution that were seen to be ours. The others wait until there are more, or for the end
 * of the run: one list verifies many. Events never wait, because other records show their links.
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
  const unknown = due.filter((record) => !guard.knows(pathOf(record)));
  if (unknown.length > FEW) await verifyByLists(calendar, unknown, marker.text);
  await settleAll(registry, await discardAll(calendar, due, marker.text));
}

/** The guard notes the records of ours that lists show: what they leave out is read by itself. */
async function verifyByLists(calendar: CalendarCleaner, records: readonly OwnRecord[], search: string): Promise<void> {
  for (const collection of new Set(records.map((record) => record.collection)))
    await tryBrowse(calendar, collection, { ...unfilteredFor(calendar.profile, collection), search });
}

/** Deletes the waiting records of each collection with so many that its lists grow longer. */
export async function discardWaiting(calendar: CalendarCleaner, { registry, marker }: Tidying): Promise<void> {
  const due = registry.takeDue();
  await verifyByLists(calendar, due, marker.text);
  if (due.length > 0) await settleAll(registry, await discardAll(calendar, due, marker.text));
}
