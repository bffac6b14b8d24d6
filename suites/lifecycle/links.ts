import { eventRelations, type Relation, relations } from '../../contract/resources.js';
import { collectionOf, type Links, type Name } from './action.js';

/** Links as pairs of a relation and its records. */
export const relationsIn = (links: Links): readonly (readonly [Relation, readonly Name[]])[] =>
  relations.flatMap((relation) => {
    const names = links[relation];
    return names ? [[relation, names] as const] : [];
  });

/** The relation of events that leads to a record; undefined for an event. */
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
