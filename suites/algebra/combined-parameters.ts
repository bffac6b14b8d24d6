import fc, { type Arbitrary } from 'fast-check';
import type { CalendarRequirement } from '../../adapter/subject.js';
import type { World } from '../../adapter/world/world.js';
import type { Collection } from '../../contract/resources.js';
import type { ListQuery } from '../../generators/wire-value.js';
import { WorldLacks } from '../../kernel/deviation.js';
import { preferring } from '../queries/discriminating.js';
import { type Filter, filtersOf, inAll, phrasesOf, toQuery } from '../queries/drawn-filters.js';
import { areOfOwnKinds, drawable } from '../queries/parameter-semantics.js';
import { filtersBy, severalFilters } from '../queries/several-filters.js';
import { areNarrowing, leavesSome } from './filter-pairs.js';
import { relates } from './query-relation.js';

const orderableKinds = ['text', 'union', 'bound', 'day', 'choice', 'flag', 'exclusion', 'alias'] as const;

const ORDERED_FILTERS = 3;

/** The parameters of a query, the last one first. */
const reversed = (query: ListQuery): ListQuery => Object.fromEntries(Object.entries(query).toReversed());

/** The order in which parameters are written means nothing. */
export const ignoresParameterOrder = (collection: Collection): CalendarRequirement => {
  const names = drawable(collection, ...orderableKinds);
  return relates({
    name: 'parameter-order',
    collection,
    parameters: names,
    statement: `A list of ${collection} contains the same records in whatever order its parameters are sent.`,
    cost: 2,
    runs: 2,
    equations: (world) =>
      severalFilters(world, collection, {
        names,
        fits: areOfOwnKinds(collection),
        count: ORDERED_FILTERS,
        least: 1,
        preferred: [areNarrowing, leavesSome],
      }).map((filters) => {
        const query = toQuery(world, collection, filters);
        return [{ rules: ['same'], whole: reversed(query), parts: [query] }];
      }),
  });
};

// Nothing is contradictory about these and a search, so no target refuses them together.
const others = drawable('events', 'union', 'flag');

/** A search for what a description says, and a filter that leaves out all or some of what that finds. */
function pairs(world: World): Arbitrary<readonly [Filter, Filter]> {
  const phrases = phrasesOf(world, 'events');
  const searches = filtersBy(world, 'events', 'search').filter(({ value }) => phrases.some((one) => one === value));
  const filters = filtersOf(world, 'events').filter(({ name }) => others.some((one) => one === name));
  if (searches.length === 0 || filters.length === 0) throw new WorldLacks('the test data has no plain descriptions');
  const drawn = fc.tuple(fc.constantFrom(...searches), fc.constantFrom(...filters));
  return preferring(drawn, ([search, filter]) => inAll([search, filter]).length < search.extent.size);
}

/** A search covers several fields, which is one condition and not several. */
export const searchesWithinOthers: CalendarRequirement = relates({
  name: 'search-beside',
  collection: 'events',
  parameters: ['search', ...others],
  statement:
    'A search for words of a description, combined with another filter, returns nothing that this filter leaves out.',
  cost: 2,
  equations: (world) =>
    pairs(world).map(([search, filter]) => [
      {
        rules: ['within'],
        whole: toQuery(world, 'events', [search, filter]),
        parts: [toQuery(world, 'events', [filter])],
      },
    ]),
});
