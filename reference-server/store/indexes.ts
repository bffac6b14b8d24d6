import { type Language, languages } from '../../contract/queries.js';
import type { Collection } from '../../contract/resources.js';
import { createSlugIndex, type SlugIndex } from './slug-index.js';
import {
  type Relation,
  relations,
  statuses,
  statusOf,
  type StoredEvent,
  type StoredRecord,
  type StoredVenue,
} from './stored-record.js';
import { addRow, createTimeline, firstIndex, removeRow, type Timeline } from './timeline.js';

/** One timeline per language and status, and within it one per linked record, parent and flag. */
export interface EventIndex {
  add(event: StoredEvent): void;
  remove(event: StoredEvent): void;
  timeline(key: string): Timeline<StoredEvent>;
  /** Published events that link to a record. */
  countPublished(relation: Relation, id: number): number;
  /** All events that link to a record, in any language and status. */
  linkedTo(relation: Relation, id: number): readonly StoredEvent[];
  /** Whether a published event that links to a record has not ended. */
  hasUpcoming(relation: Relation, id: number, present: Present): boolean;
}

/** The present as it bounds the ends of events, which are on the wall clocks of their own zones. */
export interface Present {
  /** Whatever ends from here on has not ended on any clock, and whatever ends before `earliest` has on all. */
  readonly latest: string;
  readonly earliest: string;
  /** Whether an event between the two has not ended. */
  isUpcoming(event: StoredEvent): boolean;
}

/** The key of the timeline of all events in one language and status. */
export const eventShelfKey = (language: string, status: string): string => `${language}/${status}`;
/** The key of the timeline of those that link to a record. */
export const linkKey = (shelf: string, relation: Relation, id: number): string => `${shelf}/${relation}/${id}`;
/** The key of the timeline of those with a parent post. */
export const parentKey = (shelf: string, id: number): string => `${shelf}/parent/${id}`;
/** The key of the timeline of the featured ones. */
export const featuredKey = (shelf: string): string => `${shelf}/featured`;
/** The key of the timeline of those with tickets. */
export const ticketedKey = (shelf: string): string => `${shelf}/ticketed`;

/** What a protected event keeps to itself must not be found by a filter either. */
function keysOf(event: StoredEvent): readonly string[] {
  const shelf = eventShelfKey(event.language, statusOf(event));
  const { postParent, ticketed, password } = event.provision ?? {};
  const open = password === undefined;
  return [
    shelf,
    ...relations.flatMap((relation) => event.links[relation].map((id) => linkKey(shelf, relation, id))),
    ...(postParent === undefined ? [] : [parentKey(shelf, postParent)]),
    ...(open && event.values['featured'] === true ? [featuredKey(shelf)] : []),
    ...(open && ticketed ? [ticketedKey(shelf)] : []),
  ];
}

/** Creates an empty index; a chunk of a timeline holds `chunk` events at most. */
function createEventIndex(chunk: number): EventIndex {
  const timelines = new Map<string, Timeline<StoredEvent>>();
  const timeline = (key: string): Timeline<StoredEvent> => timelines.get(key) ?? createTimeline(chunk);
  const linked = (relation: Relation, id: number, among: readonly string[]): readonly Timeline<StoredEvent>[] =>
    languages.flatMap((language) =>
      among.map((status) => timeline(linkKey(eventShelfKey(language, status), relation, id))),
    );
  return {
    timeline,
    add(event) {
      for (const key of keysOf(event)) {
        const found = timeline(key);
        addRow(found, event);
        timelines.set(key, found);
      }
    },
    remove(event) {
      for (const key of keysOf(event)) {
        removeRow(timeline(key), event);
        if (timeline(key).size === 0) timelines.delete(key);
      }
    },
    countPublished: (relation, id) => linked(relation, id, ['publish']).reduce((sum, { size }) => sum + size, 0),
    linkedTo: (relation, id) =>
      linked(relation, id, statuses).flatMap(({ chunks }) => chunks.flatMap(({ rows }) => rows)),
    hasUpcoming: (relation, id, { latest, earliest, isUpcoming }) =>
      linked(relation, id, ['publish']).some(({ chunks }) =>
        chunks.some(
          ({ rows, latestEnd }) =>
            latestEnd >= latest ||
            (latestEnd >= earliest && rows.some((row) => row.end >= earliest && isUpcoming(row))),
        ),
      ),
  };
}

/** Ascending ids, one list per key. */
interface IdShelves {
  get(key: string): readonly number[];
  add(key: string, id: number): void;
  delete(key: string, id: number): void;
}

/** Creates empty lists; adding and deleting search by halves. */
function createIdShelves(): IdShelves {
  const shelves = new Map<string, number[]>();
  const get = (key: string): number[] => shelves.get(key) ?? [];
  return {
    get,
    add(key, id) {
      const ids = get(key);
      ids.splice(
        firstIndex(ids, (other) => other > id),
        0,
        id,
      );
      shelves.set(key, ids);
    },
    delete(key, id) {
      const ids = get(key);
      const index = firstIndex(ids, (other) => other >= id);
      if (ids[index] === id) ids.splice(index, 1);
    },
  };
}

/** The ways to find records without looking at all of them. */
interface Indexes {
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
