import type { Browsed } from '../../adapter/reading/browse.js';
import type { CalendarRequirement } from '../../adapter/subject.js';
import type { ParameterOf } from '../../contract/queries.js';
import type { Collection } from '../../contract/resources.js';
import { readListed } from '../expect/expect-list.js';
import { isInView } from '../queries/base-query.js';
import { listRule } from '../queries/list-rule.js';
import { drawable, filtering } from '../queries/parameter-semantics.js';
import { discriminatingQueries } from '../query-selection/discriminating-queries.js';
import { expectTotals } from './pages/counted-totals.js';

/** The parameters that are combined, the first of which stands for all where one clause must be named. */
const combined = (collection: Collection): readonly ParameterOf[] => {
  const names = drawable(collection, ...filtering, 'precision');
  return ['search', ...names.filter((name) => name !== 'search')];
};

/** How many queries, selected out of many, discriminate nearly as well as the many. */
const counts: Readonly<Record<Collection, number>> = { events: 16, venues: 5, organizers: 5, categories: 7, tags: 7 };

/** A list as far as its totals can be judged: between several pages others may write. */
const countable = ({ items, pages }: Browsed): Browsed => ({
  items,
  pages: pages.filter((page) => page.items.length > 0).length > 1 ? [] : pages,
});

/** Several parameters together select what each of them selects. */
export const combinesFilters = (collection: Collection): CalendarRequirement =>
  listRule({
    collection,
    parameters: combined(collection),
    rule: 'combined',
    alsoCovers: ['coherence.pages', ...(collection === 'events' ? (['event.list.include.lifts-dates'] as const) : [])],
    statement: `A list of ${collection} filtered by several parameters contains exactly what all of them select, even if that is nothing.`,
    cost: counts[collection],
    given: (world) => discriminatingQueries(world, collection, counts[collection]),
    async check(subject, queries) {
      const judged = { among: isInView(subject.world) };
      for (const query of queries) expectTotals(countable(await readListed(subject, collection, query, judged)));
    },
  });
