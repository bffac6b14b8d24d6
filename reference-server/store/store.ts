import type { Collection } from '../../contract/field.js';
import type { Language } from '../../contract/queries.js';
import { type EventIndex, createEventIndex } from './event-index.js';
import { type IdShelves, createIdShelves } from './id-shelves.js';
import { type StoredEvent, type StoredRecord, type StoredVenue, statusOf } from './record.js';
import { type SlugIndex, createSlugIndex } from './slugs.js';

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

export function createStore(): Store {
  const records = new Map<number, StoredRecord>();
  const parts: Indexes = {
    events: createEventIndex(),
    slugs: createSlugIndex(),
    shelves: createIdShelves(),
    located: new Map(),
  };
  const changes = createChanges();
  const totals = { events: 0, venues: 0, organizers: 0, categories: 0, tags: 0 };
  let lastId = 0;
  const remove = (record: StoredRecord): void => {
    if (!records.delete(record.id)) return;
    dropFromIndexes(parts, record);
    changes.note(record);
    totals[record.collection] -= 1;
  };
  return {
    events: parts.events,
    slugs: parts.slugs,
    located: () => parts.located.values(),
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
      addToIndexes(parts, record);
      changes.note(record);
      totals[record.collection] += 1;
    },
    remove,
    ids: (collection, language, status) => parts.shelves.get(`${collection}/${language}/${status}`),
    changedAt: changes.of,
    counts: () => ({ ...totals }),
  };
}

/** The record of an id, if it is an event. */
export function getEvent(store: Store, id: number): StoredEvent | undefined {
  const record = store.get(id);
  return record?.collection === 'events' ? record : undefined;
}

interface Indexes {
  readonly events: EventIndex;
  readonly slugs: SlugIndex;
  readonly shelves: IdShelves;
  readonly located: Map<number, StoredVenue>;
}

const shelfOf = (record: StoredRecord): string => `${record.collection}/${record.language}/${statusOf(record)}`;

function addToIndexes({ events, slugs, shelves, located }: Indexes, record: StoredRecord): void {
  slugs.set(record.collection, record.language, record.slug, record.id);
  if (record.collection === 'events') events.add(record);
  else shelves.add(shelfOf(record), record.id);
  if (record.collection === 'venues' && record.coordinates) located.set(record.id, record);
}

function dropFromIndexes({ events, slugs, shelves, located }: Indexes, record: StoredRecord): void {
  slugs.delete(record.collection, record.language, record.slug);
  if (record.collection === 'events') events.remove(record);
  else shelves.delete(shelfOf(record), record.id);
  located.delete(record.id);
}

interface Changes {
  note(record: StoredRecord): void;
  of(id: number): number;
}

/** An event's change is noted for its terms, which show how many events they have. */
function createChanges(): Changes {
  const changes = new Map<number, number>();
  let tick = 0;
  return {
    note(record) {
      tick += 1;
      const isEvent = record.collection === 'events';
      const changed = isEvent ? [...record.links.categories, ...record.links.tags] : [record.id];
      for (const id of changed) changes.set(id, tick);
    },
    of: (id) => changes.get(id) ?? 0,
  };
}
