import type { Addressing, UpdateVerb } from '../../contract/operations.js';
import { type Collection, collections, eventRelations, type Relation, relations } from '../../contract/resources.js';

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
      /** The record it takes the name of, and its slug where it may send one. */
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

/** Links as pairs of a relation and its records. */
export const relationsIn = (links: Links): readonly (readonly [Relation, readonly Name[]])[] =>
  relations.flatMap((relation) => {
    const names = links[relation];
    return names ? [[relation, names] as const] : [];
  });

/** The relation of events that links a record; undefined for an event. */
const relationTo = (name: Name): Relation | undefined =>
  relations.find((relation) => eventRelations[relation] === collectionOf(name));

/** Links with just these records in them, each in its relation. */
export const linksTo = (names: readonly Name[]): Links =>
  Object.fromEntries(
    relations.flatMap((relation) => {
      const linked = names.filter((name) => relationTo(name) === relation);
      return linked.length === 0 ? [] : [[relation, linked] as const];
    }),
  );

/** Links with other records in each relation. */
export const mapLinks = (links: Links, map: (names: readonly Name[]) => readonly Name[]): Links =>
  Object.fromEntries(relationsIn(links).map(([relation, names]) => [relation, map(names)]));

/** How many records of a relation an event can be linked to. */
export type MostOf = (relation: Relation) => number;

/** An action with no more links than are taken. */
export function withinTaken<One extends Action>(action: One, mostOf: MostOf): One {
  if (action.do === 'delete') return action;
  const links = relationsIn(action.links).flatMap(([relation, names]) =>
    mostOf(relation) === 0 ? [] : [[relation, names.slice(0, mostOf(relation))] as const],
  );
  return { ...action, links: Object.fromEntries(links) };
}

/** An action in words: `link events/1 -> venues/1 venues/2 (PUT by slug)`. It holds no comma. */
export function describe(action: Action): string {
  switch (action.do) {
    case 'create': {
      const { name, links, after } = action;
      return `create ${name}${toArrow(links)}${after ? ` (named as ${after})` : ''}`;
    }
    case 'update': {
      const { name, verb, by, fields, links } = action;
      return fields.length > 0
        ? `${verb} ${name} by ${by} (${fields.join(' ')})${toArrow(links)}`
        : `link ${name}${toArrow(links)} (${verb} by ${by})`;
    }
    case 'delete':
      return `delete ${action.name}${action.by === 'slug' ? ' by slug' : ''}`;
  }
}

function toArrow(links: Links): string {
  const ends = relationsIn(links).map(([relation, names]) => (names.length === 0 ? `no ${relation}` : names.join(' ')));
  return ends.length === 0 ? '' : ` -> ${ends.join(' ')}`;
}
