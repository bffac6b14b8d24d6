import type { Collection } from '../contract/field.js';

/** Which record after is which record before, as far as it is not the one with the same id. */
export interface Mapping {
  /** Undefined for a record that is gone. */
  toId(collection: Collection, id: string): string | undefined;
  moved(collection: Collection, before: string, after: string): void;
  gone(collection: Collection, id: string): void;
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
  };
}
