import { languages } from '../../contract/queries.js';
import { type Relation, type StoredEvent, relations, statusOf, statuses } from './record.js';
import { type Timeline, addRow, createTimeline, removeRow } from './timeline.js';

/** One timeline per language and status, and within it one per linked record, parent and flag. */
export interface EventIndex {
  add(event: StoredEvent): void;
  remove(event: StoredEvent): void;
  timeline(key: string): Timeline<StoredEvent>;
  /** Published events that link to a record. */
  countPublished(relation: Relation, id: number): number;
  /** All events that link to a record, in any language and status. */
  linkedTo(relation: Relation, id: number): readonly StoredEvent[];
  /** Whether a published event that links to a record has not ended at this wall clock time. */
  isUpcoming(relation: Relation, id: number, wallNow: string): boolean;
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
export function createEventIndex(chunk: number): EventIndex {
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
    isUpcoming: (relation, id, wallNow) =>
      linked(relation, id, ['publish']).some(({ chunks }) => chunks.some(({ latestEnd }) => latestEnd >= wallNow)),
  };
}
