import type { StoredRecord } from './record.js';

/** Counts changes of what is shown of records other than events. */
export interface Changes {
  note(record: StoredRecord): void;
  of(id: number): number;
}

/** An event's change is noted for its terms, which show how many events they have. */
export function createChanges(): Changes {
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
