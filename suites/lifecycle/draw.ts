import fc, { type Arbitrary } from 'fast-check';
import { type Addressing, updateVerbs } from '../../contract/operation.js';
import { addressings } from '../records/addressed.js';
import { type Action, collectionOf, type Links, type Name } from './action.js';
import { writtenFields } from './body.js';
import { linksTo, relationsIn } from './links.js';

/** By slug more often than by id: what leads from a slug to a record is one more thing that can be out of date. */
const address = (name: Name): Arbitrary<Addressing> =>
  fc.constantFrom(...addressings(collectionOf(name)).flatMap((by) => (by === 'slug' ? [by, by] : [by])));

/** A create of a record that a history begins with. */
export const creation = (name: Name, linked: readonly Name[] = []) =>
  ({ do: 'create', name, links: linksTo(linked) }) as const;

const noLinks: Links = {};

/** Whose fields get new values, and which: those that all histories write, unless others are named. */
export interface Updating {
  readonly names: readonly Name[];
  readonly fields?: (name: Name) => readonly string[];
  /** By every address that they have, when not given. */
  readonly by?: Addressing;
}

const usualFields = (name: Name): readonly string[] => writtenFields[collectionOf(name)];

/** New values for some fields of a record. */
export const anyUpdate = ({ names, fields = usualFields, by }: Updating): Arbitrary<Action> =>
  fc.constantFrom(...names).chain((name) =>
    fc.record({
      do: fc.constant('update' as const),
      name: fc.constant(name),
      verb: fc.constantFrom(...updateVerbs),
      by: by ? fc.constant(by) : address(name),
      fields: fc.subarray([...fields(name)], { minLength: 1 }),
      links: fc.constant(noLinks),
    }),
  );

/** An event linked, by one relation or more, to some records instead of those that it was linked to, in any order. */
export const anyLink = (events: readonly Name[], linked: readonly Name[]): Arbitrary<Action> =>
  fc.record({
    do: fc.constant('update' as const),
    name: fc.constantFrom(...events),
    verb: fc.constantFrom(...updateVerbs),
    by: fc.constantFrom('id' as const, 'slug' as const),
    fields: fc.constant([]),
    links: someLinks(linked),
  });

function someLinks(linked: readonly Name[]): Arbitrary<Links> {
  const lists = relationsIn(linksTo(linked)).map(([relation, names]) => [relation, fc.shuffledSubarray([...names])]);
  return fc
    .record(Object.fromEntries(lists), { requiredKeys: [] })
    .filter((links: Links) => relationsIn(links).length > 0);
}

export const anyDelete = (names: readonly Name[]): Arbitrary<Action> =>
  fc
    .constantFrom(...names)
    .chain((name) => fc.record({ do: fc.constant('delete' as const), name: fc.constant(name), by: address(name) }));

/** A create of a record that is not there yet, linked to all of some. */
export const anyCreate = (names: readonly Name[], linked: readonly Name[] = []): Arbitrary<Action> =>
  fc.constantFrom(...names).map((name) => creation(name, linked));

/** A create of a record that takes over the name of a deleted one. */
export const anySuccessor = (pairs: readonly (readonly [former: Name, name: Name])[]): Arbitrary<Action> =>
  fc.constantFrom(...pairs).map(([after, name]) => ({ ...creation(name), after }));

/** Actions that are drawn several times as often as others. */
export const often = (actions: Arbitrary<Action>, times: number): readonly Arbitrary<Action>[] =>
  Array.from({ length: times }, () => actions);
