import { type CalendarCleaner, discard, type Fate } from './discard.js';
import type { OwnRecord, Registry } from './registry.js';

/** A record and what became of it. */
export interface Discarded {
  readonly record: OwnRecord;
  readonly fate: Fate;
}

/**
 * Deletes records, many at the same time, and none before what refers to it: events first, then the rest, of which
 * categories go one by one from the last made to the first, so that children precede their parents.
 */
export async function discardAll(
  calendar: CalendarCleaner,
  records: readonly OwnRecord[],
  marker: string,
): Promise<readonly Discarded[]> {
  const of = (...collections: readonly string[]): readonly OwnRecord[] =>
    records.filter(({ collection }) => collections.includes(collection));
  const drop = async (record: OwnRecord): Promise<Discarded> => ({
    record,
    fate: await discard(calendar, record, marker),
  });
  const events = await Promise.all(of('events').map(drop));
  const others = await Promise.all([
    inTurn(of('categories').toReversed(), drop),
    ...of('venues', 'organizers', 'tags').map(async (record) => [await drop(record)]),
  ]);
  return [...events, ...others.flat()];
}

async function inTurn(
  records: readonly OwnRecord[],
  drop: (record: OwnRecord) => Promise<Discarded>,
): Promise<readonly Discarded[]> {
  const discarded: Discarded[] = [];
  for (const record of records) discarded.push(await drop(record));
  return discarded;
}

/** Tells a registry what became of records; gives those that would not go. */
export async function settleAll(registry: Registry, discarded: readonly Discarded[]): Promise<readonly OwnRecord[]> {
  for (const { record, fate } of discarded) {
    if (fate === 'deleted' || fate === 'gone' || fate === 'trashed') await registry.gone(record);
    if (fate === 'foreign') registry.disowned(record);
  }
  return discarded.filter(({ fate }) => fate === 'left').map(({ record }) => record);
}
