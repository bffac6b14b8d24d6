import fc, { type Arbitrary } from 'fast-check';
import type { CalendarRequirement } from '../../adapter/subject.js';
import type { World } from '../../adapter/world/world.js';
import type { ParameterOf } from '../../contract/queries.js';
import { type Collection, eventRelations } from '../../contract/resources.js';
import { WorldLacks } from '../../kernel/deviation.js';
import { allOrFewer } from '../arbitraries/subsets.js';
import { refsIn } from '../model/judgement.js';
import { isPublic } from '../queries/base-query.js';
import { preferring } from '../queries/discriminating.js';
import { extentOf, type Filter, inAll, type Parameter, toQuery } from '../queries/drawn-filters.js';
import { drawable } from '../queries/parameter-semantics.js';
import { beside } from '../queries/several-filters.js';
import { areApart, isSharp, pairsOf } from './filter-pairs.js';
import { type Equation, relates } from './query-relation.js';

type Pair = readonly [Filter, Filter];

/** The records that the values of a parameter name. */
function namedBy(name: string): Collection {
  const relations: ReadonlyMap<string, Collection> = new Map(Object.entries(eventRelations));
  return relations.get(name) ?? 'events';
}

/** The filters of a parameter by one value, each of which selects something. */
const singles = (world: World, name: ParameterOf<'events'>): readonly Filter[] =>
  world
    .of(namedBy(name))
    .filter(isPublic(world))
    .map(({ ref }): Filter => ({ name, value: [ref], extent: extentOf(world, 'events', { [name]: [ref] }) }))
    .filter(({ extent }) => extent.size > 0);

/** Both values in one list. */
const joined = ([one, other]: Pair): Parameter => ({
  name: one.name,
  value: [...refsIn(one.value), ...refsIn(other.value)],
});

/** Pairs of values of a parameter. @throws WorldLacks when the world offers none. */
function pairsBy(world: World, name: ParameterOf<'events'>): Arbitrary<Pair> {
  const pairs = pairsOf(singles(world, name));
  if (pairs.length === 0)
    throw new WorldLacks(`the test data has no two values of ${name} that select different events`);
  return fc.constantFrom(...pairs);
}

/** A relation of events by two values, of which neither selects all that both do. */
export const joinsOf = (world: World, name: ParameterOf<'events'>): Arbitrary<Parameter> =>
  preferring(pairsBy(world, name), isSharp, areApart).map(joined);

/** Two values of a parameter, with another filter beside them or none. */
function joins(world: World, name: ParameterOf<'events'>): Arbitrary<Equation> {
  const drawn = fc.tuple(pairsBy(world, name), beside(world, 'events', [name]));
  const isSharpBeside = ([pair, others]: readonly [Pair, readonly Filter[]]): boolean =>
    isSharp(pair) && pair.every((one) => inAll([one, ...others]).length > 0);
  const leavesBoth = ([pair, others]: readonly [Pair, readonly Filter[]]): boolean =>
    pair.every((one) => inAll([one, ...others]).length > 0);
  return preferring(drawn, isSharpBeside, leavesBoth).map(([pair, others]) => ({
    rules: ['union'],
    whole: toQuery(world, 'events', [joined(pair), ...others]),
    parts: pair.map((one) => toQuery(world, 'events', [one, ...others])),
  }));
}

const parameters = drawable('events', 'union');

/** Every other relation; in the next turn, the rest. */
const inThisTurn = (turn: number) => parameters.filter((_, nth) => (nth + turn) % 2 === 0);

/** What a list of values selects is what each of them selects. Of terms, `exclude` beside `include` shows it. */
export const unitesValues: CalendarRequirement = relates({
  name: 'union',
  collection: 'events',
  parameters,
  statement: 'Filtering events by two values of one relation returns what either of them returns.',
  cost: 3 * Math.ceil(parameters.length / 2),
  runs: 2,
  equations: (world, { turn }) => allOrFewer(inThisTurn(turn).map((name) => joins(world, name))),
});
