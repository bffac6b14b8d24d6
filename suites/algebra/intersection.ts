import type { CalendarRequirement } from '../../adapter/subject.js';
import type { World } from '../../adapter/world/world.js';
import type { ParameterOf } from '../../contract/queries.js';
import { type Filter, toQuery } from '../queries/drawn-filters.js';
import { areOfOwnKinds, drawable, semanticsOf } from '../queries/parameter-semantics.js';
import { severalFilters } from '../queries/several-filters.js';
import { areCompatible, areHalfSharp, pairsOf } from './filter-pairs.js';
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

/** How many filters: each is sent alone once, and then every two of them. */
const COUNT = 3;

/** Two filters of different kinds; those of one kind, and of other collections, are judged by combined queries. */
export const intersectsKinds: CalendarRequirement = relates({
  name: 'intersection',
  collection: 'events',
  parameters: combinable,
  statement: 'A list of events filtered by two filters contains exactly what each of them selects.',
  cost: COUNT + (COUNT * (COUNT - 1)) / 2,
  runs: 2,
  equations: (world) =>
    severalFilters(world, 'events', {
      names: combinable,
      count: COUNT,
      least: 2,
      fits: areOfOwnKinds('events'),
      preferred: [areHalfSharp, areCompatible],
    }).map((filters) => meets(world, filters)),
});
