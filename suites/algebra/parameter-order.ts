import type { Collection } from '../../contract/field.js';
import type { ListQuery } from '../../generators/wire.js';
import type { CalendarRequirement } from '../../target/subject.js';
import { drawable } from './drawable.js';
import { toQuery } from './filters.js';
import { areOfOwnKinds } from './own-kinds.js';
import { relates } from './relation.js';
import { severalFilters } from './several-filters.js';
import { areNarrowing, leavesSome } from './sharp.js';

const orderableKinds = ['text', 'union', 'bound', 'day', 'choice', 'flag', 'exclusion', 'alias'] as const;

const ORDERED_FILTERS = 3;

/** The parameters of a query, the last one first. */
const reversed = (query: ListQuery): ListQuery => Object.fromEntries(Object.entries(query).toReversed());

/** The order in which parameters are written says nothing. */
export const ignoresParameterOrder = (collection: Collection): CalendarRequirement => {
  const names = drawable(collection, ...orderableKinds);
  return relates({
    name: 'parameter-order',
    collection,
    parameters: names,
    statement: `A list of ${collection} holds the same records in whichever order its parameters are written.`,
    cost: 2,
    runs: 2,
    equations: (world) =>
      severalFilters(world, collection, {
        names,
        fits: areOfOwnKinds(collection),
        count: ORDERED_FILTERS,
        least: 1,
        discriminating: [areNarrowing, leavesSome],
      }).map((filters) => {
        const query = toQuery(world, collection, filters);
        return [{ rules: ['same'], whole: reversed(query), parts: [query] }];
      }),
  });
};
