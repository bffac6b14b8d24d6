import type { Collection } from '../../contract/resources.js';

/** Which records differ in what, as far as it explains other answers. It holds so many at most, however many there are. */
export interface Changes {
  /** The record, by its id after, differs in a field. */
  changed(collection: Collection, id: string, field: string): void;
  /** The record, by its id after, is new or a copy. */
  added(collection: Collection, id: string): void;
  /** The record, by its id before, is gone. */
  gone(collection: Collection, id: string): void;
  isGone(collection: Collection, id: string): boolean;
  /** Whether more came or went than are held. */
  isFull(collection: Collection): boolean;
  isAdded(collection: Collection, id: string): boolean;
  isChanged(collection: Collection, id: string): boolean;
  /** Whether the record differs in one of the fields; `*` is any. */
  hasChanged(collection: Collection, id: string, fields: readonly string[]): boolean;
  /** Whether any record does: `events.venue`; `events` stands for records that came or went. */
  hasAny(names: readonly string[]): boolean;
  /** How many records of a collection came or went. */
  turnover(collection: Collection): number;
}

const MOST = 20_000;

/** Opens an empty book of changes. */
export function createChanges(): Changes {
  const fieldsOf = new Map<string, Set<string>>();
  const any = new Set<string>();
  const added = new Set<string>();
  const gone = new Set<string>();
  const counts = new Map<string, number>();
  const keyOf = (collection: Collection, id: string): string => `${collection} ${id}`;
  const isFull = (): boolean => fieldsOf.size >= MOST;
  const turn = (collection: Collection): void => {
    any.add(collection);
    counts.set(collection, (counts.get(collection) ?? 0) + 1);
  };
  const hasAny = (names: readonly string[]): boolean => names.some((name) => any.has(name));
  return {
    changed(collection, id, field) {
      any.add(`${collection}.${field}`).add(`${collection}.*`);
      const key = keyOf(collection, id);
      const fields = fieldsOf.get(key) ?? (isFull() ? undefined : new Set<string>());
      if (fields) fieldsOf.set(key, fields.add(field));
    },
    added(collection, id) {
      turn(collection);
      if (added.size < MOST) added.add(keyOf(collection, id));
    },
    gone(collection, id) {
      turn(collection);
      if (gone.size < MOST) gone.add(keyOf(collection, id));
    },
    isGone: (collection, id) => gone.has(keyOf(collection, id)),
    isFull: (collection) => (counts.get(collection) ?? 0) >= MOST,
    isAdded: (collection, id) => added.has(keyOf(collection, id)),
    isChanged: (collection, id) => fieldsOf.has(keyOf(collection, id)) || (isFull() && any.has(`${collection}.*`)),
    hasChanged(collection, id, fields) {
      const own = fieldsOf.get(keyOf(collection, id));
      // Beyond what is held, what many have may be what this one has.
      if (!own) return isFull() && hasAny(fields.map((field) => `${collection}.${field}`));
      return fields.some((field) => field === '*' || own.has(field));
    },
    hasAny,
    turnover: (collection) => counts.get(collection) ?? 0,
  };
}

/** Which record after is which record before, as far as it is not the one with the same id. */
export interface Mapping {
  /** Undefined for a record that is gone. */
  toId(collection: Collection, id: string): string | undefined;
  moved(collection: Collection, before: string, after: string): void;
  gone(collection: Collection, id: string): void;
  /** Whether any record moved or went. */
  hasAny(): boolean;
}

/** Opens a mapping in which every record has kept its id. It holds what moved or went, and nothing of the rest. */
export function createMapping(): Mapping {
  const all = new Map<string, string | undefined>();
  const keyOf = (collection: Collection, id: string): string => `${collection} ${id}`;
  return {
    toId(collection, id) {
      const key = keyOf(collection, id);
      return all.has(key) ? all.get(key) : id;
    },
    moved(collection, before, after) {
      if (before !== after) all.set(keyOf(collection, before), after);
    },
    gone: (collection, id) => void all.set(keyOf(collection, id), undefined),
    hasAny: () => all.size > 0,
  };
}
