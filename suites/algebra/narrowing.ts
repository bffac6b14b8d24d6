import type { Collection } from '../../contract/field.js';
import type { CalendarRequirement } from '../../target/subject.js';
import type { World } from '../../target/world/world.js';
import { drawable } from './drawable.js';
import type { Equation } from './equation.js';
import { type Filter, toQuery } from './filters.js';
import { areOfOwnKinds } from './own-kinds.js';
import { relates } from './relation.js';
import { severalFilters } from './several-filters.js';
import { areCrossing, leavesSome } from './sharp.js';

const narrowingKinds = ['text', 'union', 'bound', 'choice', 'flag', 'exclusion', 'alias'] as const;

const NARROWING_FILTERS = 3;

/** Each filter more, against the list before it. */
const steps = (world: World, collection: Collection, filters: readonly Filter[]): readonly Equation[] =>
  filters.map((_, index) => ({
    rules: ['within'],
    whole: toQuery(world, collection, filters.slice(0, index + 1)),
    parts: [toQuery(world, collection, filters.slice(0, index))],
  }));

/** Adding one filter after another never adds a record. */
export const narrows = (collection: Collection): CalendarRequirement => {
  const parameters = drawable(collection, ...narrowingKinds);
  return relates({
    name: 'narrowing',
    collection,
    parameters,
    statement: `A list of ${collection} with one filter more holds no record that it does not hold without it.`,
    cost: NARROWING_FILTERS + 1,
    equations: (world) =>
      severalFilters(world, collection, {
        names: parameters,
        fits: areOfOwnKinds(collection),
        count: NARROWING_FILTERS,
        least: 1,
        discriminating: [areCrossing, leavesSome],
      }).map((filters) => steps(world, collection, filters)),
  });
};
