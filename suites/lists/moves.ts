import fc, { type Arbitrary } from 'fast-check';
import type { Collection } from '../../contract/field.js';
import { resourceOf } from '../../contract/resources.js';
import { type ListQuery, MARK, type Payload } from '../../generators/wire.js';
import { addDays, atTime, dayOf } from '../../target/world/wall-clock.js';
import type { World } from '../../target/world/world.js';
import { unusualStatuses } from './unusual-statuses.js';

/** A change of a record, and a list that holds it from then on. */
export interface Move {
  readonly body: Payload;
  readonly query: ListQuery;
}

/** Moves of a record that was created with a body. */
type Moves = (world: World, body: Payload) => readonly Arbitrary<Move>[];

const animal = fc.constantFrom('walrus', 'zebra', 'quagga', 'ibex');

/** Another text, which is looked for. */
const respelled = (field: string): Arbitrary<Move> =>
  animal.map((name) => ({ body: { [field]: `Moved ${name} ${MARK}` }, query: { search: `Moved ${name}` } }));

const reslugged: Arbitrary<Move> = animal.map((name) => ({
  body: { slug: `moved-${name}-${MARK}` },
  query: { slug: `moved-${name}-${MARK}` },
}));

/** Another status, where one is known that is taken. */
const restated = (world: World): readonly Arbitrary<Move>[] => {
  const statuses = unusualStatuses(world);
  return statuses.length === 0
    ? []
    : [fc.constantFrom(...statuses).map((status) => ({ body: { status }, query: { status } }))];
};

/** Links to what the record was not linked to, where the world has any. */
function relinked(world: World, field: string, collection: Collection): readonly Arbitrary<Move>[] {
  const refs = world.of(collection).filter(({ payload: { status } }) => status === undefined);
  const isList = field !== 'parent';
  return refs.length === 0
    ? []
    : [
        fc
          .constantFrom(...refs.map(({ ref }) => ref))
          .map((ref) => (isList ? [ref] : ref))
          .map((value): Move => ({ body: { [field]: value }, query: { [field]: value } })),
      ];
}

/** An end some days later; a bound between the two, with a day to spare for other clocks. */
const prolonged = ({ end_date: end }: Payload): readonly Arbitrary<Move>[] =>
  typeof end === 'string'
    ? [
        fc.constant({
          body: { end_date: atTime(addDays(dayOf(end), 4), '18:00:00') },
          query: { ends_after: addDays(dayOf(end), 2) },
        }),
      ]
    : [];

/** What lists are filtered by and updates change. Of a term the slug comes last: a name may bring one along. */
export const movesOf: Readonly<Record<Collection, Moves>> = {
  events: (world, body) => [respelled('description'), ...prolonged(body), ...relinked(world, 'tags', 'tags')],
  venues: (world) => [respelled('description'), ...restated(world)],
  organizers: (world) => [respelled(resourceOf('organizers').label), ...restated(world)],
  categories: (world) => [...relinked(world, 'parent', 'categories'), reslugged],
  tags: () => [respelled(resourceOf('tags').label), reslugged],
};
