import type { CalendarRequirement } from '../../adapter/subject.js';
import type { World } from '../../adapter/world/world.js';
import type { ParameterOf } from '../../contract/queries.js';
import { type Filter, toQuery } from '../queries/drawn-filters.js';
import { areOfOwnKinds, drawable, semanticsOf } from '../queries/parameter-semantics.js';
import { type Choice, severalFilters } from '../queries/several-filters.js';
import { areAllSharp, areCompatible, areHalfSharp, pairsOf } from './filter-pairs.js';
import { type Equation, relates } from './query-relation.js';

const kinds = ['text', 'union', 'bound', 'day', 'choice', 'flag', 'view', 'identity', 'exclusion', 'alias'] as const;

/** What lifts other filters is another matter. */
const combinable: readonly ParameterOf<'events'>[] = drawable('events', ...kinds).filter((name) => {
  const one = semanticsOf('events', name);
  return one.kind !== 'identity' || one.lifts.length === 0;
});

/** Every two of the filters together, against each alone. */
const meets = (world: World, filters: readonly Filter[]): readonly Equation[] =>
  pairsOf(filters).map((pair) => ({
    rules: ['intersection'],
    whole: toQuery(world, 'events', pair),
    parts: pair.map((filter) => toQuery(world, 'events', [filter])),
  }));

interface PairwiseFilters {
  readonly name: string;
  readonly names: readonly ParameterOf<'events'>[];
  readonly count: number;
  readonly runs: number;
  readonly what: string;
  readonly preferred: Choice['preferred'];
  readonly fits: Choice['fits'];
}

/** Each filter is sent alone once, and then every two of them. */
const pairwise = ({ name, names, count, runs, what, ...choice }: PairwiseFilters): CalendarRequirement =>
  relates({
    name,
    collection: 'events',
    parameters: names,
    statement: `A list of events filtered by two ${what} contains exactly what each of them selects.`,
    cost: count + (count * (count - 1)) / 2,
    runs,
    equations: (world) =>
      severalFilters(world, 'events', { names, count, least: 2, ...choice }).map((filters) => meets(world, filters)),
  });

/** Two filters of different kinds; those of other collections are judged by combined queries. */
export const intersectsKinds: CalendarRequirement = pairwise({
  name: 'intersection',
  names: combinable,
  fits: areOfOwnKinds('events'),
  count: 3,
  runs: 2,
  what: 'filters',
  preferred: [areHalfSharp, areCompatible],
});

/** Filters by relations, which some services read from one table and join by OR. */
export const intersectsRelations: CalendarRequirement = pairwise({
  name: 'intersection.relations',
  names: drawable('events', 'union'),
  count: 4,
  runs: 1,
  what: 'relations',
  fits: () => true,
  preferred: [areAllSharp, areHalfSharp, areCompatible],
});
