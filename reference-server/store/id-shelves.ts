import { firstIndex } from './timeline.js';

/** Ascending ids, one list per key. */
export interface IdShelves {
  get(key: string): readonly number[];
  add(key: string, id: number): void;
  delete(key: string, id: number): void;
}

/** Creates empty lists; adding and deleting search by halves. */
export function createIdShelves(): IdShelves {
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
