import fc, { type Arbitrary } from 'fast-check';
import { WorldLacks } from '../../harness/deviation.js';
import type { CalendarRequirement } from '../../target/subject.js';
import type { World } from '../../target/world/world.js';
import { preferring } from '../lists/telling.js';
import { drawable } from './drawable.js';
import { type Filter, filtersOf, inAll, toQuery } from './filters.js';
import { phrasesOf } from './offered-values.js';
import { relates } from './relation.js';
import { filtersBy } from './several-filters.js';

// Nothing is contradictory about these and a search, so no target refuses them together.
const others = drawable('events', 'union', 'flag');

/** A search for what a description says, and a filter that leaves out all or some of what that finds. */
function pairs(world: World): Arbitrary<readonly [Filter, Filter]> {
  const phrases = phrasesOf(world, 'events');
  const searches = filtersBy(world, 'events', 'search').filter(({ value }) => phrases.some((one) => one === value));
  const filters = filtersOf(world, 'events').filter(({ name }) => others.includes(name));
  if (searches.length === 0 || filters.length === 0) throw new WorldLacks('the world has no plain descriptions');
  const drawn = fc.tuple(fc.constantFrom(...searches), fc.constantFrom(...filters));
  return preferring(drawn, ([search, filter]) => inAll([search, filter]).length < search.extent.size);
}

/** A search looks into several fields, which is one condition and not several. */
export const searchesWithinOthers: CalendarRequirement = relates({
  name: 'search-beside',
  collection: 'events',
  parameters: ['search', ...others],
  statement: 'A search for what a description says holds, beside another filter, nothing that this one leaves out.',
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
