import fc, { type Arbitrary } from 'fast-check';
import { addDays, addSeconds, atTime, dayOf } from '../../adapter/notation/day-times.js';
import type { World } from '../../adapter/world/world.js';
import { type Addressing, type OperationId, updateVerbs } from '../../contract/operations.js';
import { type Collection, resourceOf } from '../../contract/resources.js';
import { MARK, type Payload } from '../../generators/wire-value.js';
import { addressings, itemOperation } from '../expect/record-address.js';
import { type Action, collectionOf, type Links, linksTo, type Name, relationsIn } from './action.js';

/** The fields that histories write, the label first: texts that every target shows as they were sent. */
const writtenFields: Readonly<Record<Collection, readonly string[]>> = {
  events: ['title', 'description', 'website'],
  venues: ['venue', 'description', 'city'],
  organizers: ['organizer', 'description', 'website'],
  categories: ['name', 'description'],
  tags: ['name', 'description'],
};

/** A value that no other write has: the mark in it becomes a token of its own. */
const valueOf = (field: string): string => {
  if (field === 'website') return `https://example.org/${MARK}`;
  return field === 'slug' ? `lifecycle-${MARK}` : `Lifecycle ${MARK}`;
};

/** New values for fields. */
export const newValues = (fields: readonly string[]): Payload =>
  Object.fromEntries(fields.map((field) => [field, valueOf(field)]));

const HOUR = 3600;

/** What a record is created with, links aside. */
export function newRecord(collection: Collection, { span }: Pick<World, 'span'>): Payload {
  const start = atTime(addDays(dayOf(span.from), 1), '10:00:00');
  const times = collection === 'events' ? { start_date: start, end_date: addSeconds(start, HOUR) } : {};
  return { ...newValues(writtenFields[collection]), ...times };
}

/** The fields of a record that takes over the name of another. */
export const nameOf = (collection: Collection, label: string, slug: string): Payload => ({
  [resourceOf(collection).label]: label,
  ...('slug' in resourceOf(collection).fields && { slug }),
});

/** By slug more often than by id: the lookup by slug is one more thing that can be stale. */
const address = (name: Name): Arbitrary<Addressing> =>
  fc.constantFrom(...addressings(collectionOf(name)).flatMap((by) => (by === 'slug' ? [by, by] : [by])));

/** A create of a record that a history begins with. */
export const creation = (name: Name, linked: readonly Name[] = []) =>
  ({ do: 'create', name, links: linksTo(linked) }) as const;

const noLinks: Links = {};

/** Records, and the fields that get new values: those that all histories write, unless others are named. */
interface Updating {
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

/** Every way to update records of some collections. */
export const updatesOf = (...collections: readonly Collection[]): readonly OperationId[] =>
  collections.flatMap((collection) =>
    addressings(collection).flatMap((by) => updateVerbs.map((verb) => itemOperation(collection, by, verb))),
  );

/** Every way to delete records of some collections. */
export const deletesOf = (...collections: readonly Collection[]): readonly OperationId[] =>
  collections.flatMap((collection) => addressings(collection).map((by) => itemOperation(collection, by, 'DELETE')));

/** Creating and reading records of some collections. */
export const basicsOf = (...collections: readonly Collection[]): readonly OperationId[] =>
  collections.flatMap((collection): readonly OperationId[] => [`${collection}.create`, `${collection}.read`]);

/** Reading records of some collections by their slug, where they have one. */
export const bySlugReadsOf = (...collections: readonly Collection[]): readonly OperationId[] =>
  collections.flatMap((collection) =>
    addressings(collection).includes('slug') ? [itemOperation(collection, 'slug', 'GET')] : [],
  );
