import { type Language, languages } from '../../contract/queries.js';
import type { Collection } from '../../contract/resources.js';
import { addToIndexes, createIndexes, dropFromIndexes, type EventIndex, shelfKey } from './indexes.js';
import type { SlugIndex } from './slug-index.js';
import type { Relation, StoredEvent, StoredRecord, StoredVenue } from './stored-record.js';

/** Counts changes of what is shown of records other than events. */
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

/** A change of a store: a record as it is now, or the id of one that is gone. */
export type Change = { readonly put: StoredRecord } | { readonly removed: number };

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
  /** Makes a change that a store has noted before. */
  apply(change: Change): void;
  /** Every record, in the order in which they were last changed. */
  all(): Iterable<StoredRecord>;
  /** The highest id that was given. */
  lastId(): number;
  /** Ids in ascending order; events are listed by `events`. */
  ids(collection: Collection, language: Language, status: string): readonly number[];
  /** The venues with coordinates. */
  located(): Iterable<StoredVenue>;
  /** A count that grows with every change of what is shown of a record other than an event. */
  changedAt(id: number): number;
  counts(): Record<Collection, number>;
}

interface StoreOptions {
  /** How many events a chunk of its indexes by time holds at most. */
  readonly chunk: number;
  /** Takes every change. */
  readonly note?: ((change: Change) => void) | undefined;
}

/** Creates an empty store. */
export function createStore({ chunk, note = () => {} }: StoreOptions): Store {
  const records = new Map<number, StoredRecord>();
  const indexes = createIndexes(chunk);
  const changes = createChanges();
  const totals = { events: 0, venues: 0, organizers: 0, categories: 0, tags: 0 };
  let lastId = 0;
  const drop = (record: StoredRecord): boolean => {
    if (!records.delete(record.id)) return false;
    dropFromIndexes(indexes, record);
    changes.note(record);
    totals[record.collection] -= 1;
    return true;
  };
  function put(record: StoredRecord): void {
    const old = records.get(record.id);
    if (old) drop(old);
    records.set(record.id, record);
    addToIndexes(indexes, record);
    changes.note(record);
    totals[record.collection] += 1;
    note({ put: record });
  }
  function takeId(wanted?: number): number {
    const id = wanted ?? lastId + 1;
    lastId = Math.max(lastId, id);
    return id;
  }
  function remove(record: StoredRecord): void {
    if (drop(record)) note({ removed: record.id });
  }
  return {
    events: indexes.events,
    slugs: indexes.slugs,
    located: () => indexes.located.values(),
    takeId,
    get: (id) => records.get(id),
    put,
    remove,
    apply(change) {
      const gone = 'removed' in change ? records.get(change.removed) : undefined;
      if (gone) remove(gone);
      if (!('put' in change)) return;
      takeId(change.put.id);
      put(change.put);
    },
    all: () => records.values(),
    lastId: () => lastId,
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

/** Takes a record that is about to go out of all that refers to it: events unlink it, its children get no parent. */
export function detach(record: StoredRecord, store: Store): void {
  const relation = relationTo(record);
  if (!relation) return;
  for (const event of store.events.linkedTo(relation, record.id)) {
    const left = event.links[relation].filter((id) => id !== record.id);
    store.put({ ...event, links: { ...event.links, [relation]: left } });
  }
  for (const child of record.collection === 'categories' ? childrenOf(record, store) : []) {
    store.put({ ...child, values: { ...child.values, parent: null } });
  }
}

function relationTo({ collection }: StoredRecord): Relation | undefined {
  if (collection === 'venues') return 'venue';
  if (collection === 'organizers') return 'organizer';
  return collection === 'events' ? undefined : collection;
}

function childrenOf({ id }: StoredRecord, store: Store): readonly StoredRecord[] {
  const categories = languages.flatMap((language) => store.ids('categories', language, 'publish'));
  const records = categories.map((category) => store.get(category)).filter((one) => one !== undefined);
  return records.filter(({ values }) => values['parent'] === id);
}
