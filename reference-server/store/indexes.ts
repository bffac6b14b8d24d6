import type { Collection } from '../../contract/field.js';
import type { Language } from '../../contract/queries.js';
import { type EventIndex, createEventIndex } from './event-index.js';
import { type IdShelves, createIdShelves } from './id-shelves.js';
import { type StoredRecord, type StoredVenue, statusOf } from './record.js';
import { type SlugIndex, createSlugIndex } from './slugs.js';

/** The ways to find records without looking at all of them. */
export interface Indexes {
  readonly events: EventIndex;
  readonly slugs: SlugIndex;
  /** All but events, by collection, language and status. */
  readonly shelves: IdShelves;
  /** The venues with coordinates. */
  readonly located: Map<number, StoredVenue>;
}

/** Creates empty indexes; a chunk of a timeline holds `chunk` events at most. */
export const createIndexes = (chunk: number): Indexes => ({
  events: createEventIndex(chunk),
  slugs: createSlugIndex(),
  shelves: createIdShelves(),
  located: new Map(),
});

/** The key of the list of ids of one collection, language and status. */
export const shelfKey = (collection: Collection, language: Language, status: string): string =>
  `${collection}/${language}/${status}`;

const shelfOf = (record: StoredRecord): string => shelfKey(record.collection, record.language, statusOf(record));

/** Adds a record that is in none of the indexes. */
export function addToIndexes({ events, slugs, shelves, located }: Indexes, record: StoredRecord): void {
  slugs.set(record.collection, record.language, record.slug, record.id);
  if (record.collection === 'events') events.add(record);
  else shelves.add(shelfOf(record), record.id);
  if (record.collection === 'venues' && record.coordinates) located.set(record.id, record);
}

/** Removes a record, given as it was added. */
export function dropFromIndexes({ events, slugs, shelves, located }: Indexes, record: StoredRecord): void {
  slugs.delete(record.collection, record.language, record.slug);
  if (record.collection === 'events') events.remove(record);
  else shelves.delete(shelfOf(record), record.id);
  located.delete(record.id);
}
