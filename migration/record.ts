import type { Collection } from '../contract/field.js';
import type { JsonObject } from '../harness/json.js';

/** A record in canonical form: the same content gives the same form, whatever the target's way to show it. */
export interface SnapshotRecord {
  readonly collection: Collection;
  readonly id: string;
  /** The lists that show it so, such as `default`, `nl` or `nl draft`. */
  readonly lists: readonly string[];
  /** Documented fields by their documented names: relations as ids, times as wall clocks, all else as shown. */
  readonly fields: JsonObject;
  /** What else is shown, the origin and the record's own id and slug taken out of links. */
  readonly other: JsonObject;
}

/** The order of collections in a snapshot: a record stands after all that it refers to. */
export const snapshotOrder = [
  'tags',
  'categories',
  'organizers',
  'venues',
  'events',
] as const satisfies readonly Collection[];
