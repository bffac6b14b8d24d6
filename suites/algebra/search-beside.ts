import fc, { type Arbitrary } from 'fast-check';
import type { CalendarRequirement } from '../../adapter/subject.js';
import type { World } from '../../adapter/world/world.js';
import { WorldLacks } from '../../kernel/deviation.js';
import { preferring } from '../queries/discriminating.js';
import { type Filter, filtersOf, inAll, phrasesOf, toQuery } from '../queries/drawn-filters.js';
import { drawable } from '../queries/parameter-semantics.js';
import { filtersBy } from '../queries/several-filters.js';
import { relates } from './query-relation.js';

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
