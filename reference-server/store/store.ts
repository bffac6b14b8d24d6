import type { Collection } from '../../contract/field.js';
import type { Language } from '../../contract/queries.js';
import { createChanges } from './changes.js';
import type { EventIndex } from './event-index.js';
import { addToIndexes, createIndexes, dropFromIndexes, shelfKey } from './indexes.js';
import type { StoredEvent, StoredRecord, StoredVenue } from './record.js';
import type { SlugIndex } from './slugs.js';

/** All records of one server, in memory, with their indexes. Ids are one space for all kinds. */
export interface Store {
  readonly events: EventIndex;
  readonly slugs: SlugIndex;
  /** An id that was never given before; a wanted one counts as given from then on. */
  takeId(wanted?: number): number;
  get(id: number): StoredRecord | undefined;
  /** Adds a record or replaces the one with its id. */
  put(record: StoredRecord): void;
  remove(record: StoredRecord): void;
  /** Ids in ascending order; events are listed by `events`. */
  ids(collection: Collection, language: Language, status: string): readonly number[];
  /** The venues with coordinates. */
  located(): Iterable<StoredVenue>;
  /** A count that grows with every change of what is shown of a record other than an event. */
  changedAt(id: number): number;
  counts(): Record<Collection, number>;
}

/** Creates an empty store; a chunk of its indexes by time holds so many events at most. */
export function createStore({ chunk }: { readonly chunk: number }): Store {
  const records = new Map<number, StoredRecord>();
  const indexes = createIndexes(chunk);
  const changes = createChanges();
  const totals = { events: 0, venues: 0, organizers: 0, categories: 0, tags: 0 };
  let lastId = 0;
  const remove = (record: StoredRecord): void => {
    if (!records.delete(record.id)) return;
    dropFromIndexes(indexes, record);
    changes.note(record);
    totals[record.collection] -= 1;
  };
  return {
    events: indexes.events,
    slugs: indexes.slugs,
    located: () => indexes.located.values(),
    takeId(wanted) {
      const id = wanted ?? lastId + 1;
      lastId = Math.max(lastId, id);
      return id;
    },
    get: (id) => records.get(id),
    put(record) {
      const old = records.get(record.id);
      if (old) remove(old);
      records.set(record.id, record);
      addToIndexes(indexes, record);
      changes.note(record);
      totals[record.collection] += 1;
    },
    remove,
    ids: (collection, language, status) => indexes.shelves.get(shelfKey(collection, language, status)),
    changedAt: changes.of,
    counts: () => ({ ...totals }),
  };
}

/** The record of an id, if it is an event. */
export function getEvent(store: Store, id: number): StoredEvent | undefined {
  const record = store.get(id);
  return record?.collection === 'events' ? record : undefined;
}
