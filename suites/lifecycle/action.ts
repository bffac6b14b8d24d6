import type { Collection } from '../../contract/field.js';
import type { Addressing, UpdateVerb } from '../../contract/operation.js';
import { collections, type Relation } from '../../contract/resources.js';

/** What a history calls a record: `venues/2`. Its id is known when it has been created. */
export type Name = `${Collection}/${number}`;

/** The records that an event is linked to, relation by relation; one that is left out is not spoken of. */
export type Links = { readonly [R in Relation]?: readonly Name[] };

/** One thing that a client does to a record. It is plain data: a report holds it, and it can be done again. */
export type Action =
  | {
      readonly do: 'create';
      readonly name: Name;
      readonly links: Links;
      /** The record whose name it takes over, and its slug where it may send one. */
      readonly after?: Name;
    }
  | {
      readonly do: 'update';
      readonly name: Name;
      readonly verb: UpdateVerb;
      readonly by: Addressing;
      /** Which fields get new values; the values follow from the fields. */
      readonly fields: readonly string[];
      readonly links: Links;
    }
  | { readonly do: 'delete'; readonly name: Name; readonly by: Addressing };

/** The collection of a record. @throws for what is no name. */
export function collectionOf(name: Name): Collection {
  const found = collections.find((collection) => name.startsWith(`${collection}/`));
  if (!found) throw new RangeError(`${name} names no record`);
  return found;
}
