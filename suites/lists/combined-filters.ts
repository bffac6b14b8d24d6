import type { Browsed } from '../../adapter/reading/browse.js';
import type { CalendarRequirement } from '../../adapter/subject.js';
import type { ParameterOf } from '../../contract/queries.js';
import type { Collection } from '../../contract/resources.js';
import { readListed } from '../expect/expect-list.js';
import { isInView } from '../queries/base-query.js';
import { listRule } from '../queries/list-rule.js';
import { discriminatingQueries } from '../query-selection/discriminating-queries.js';
import { expectTotals } from './pages/counted-totals.js';

const ofLinked = ['search', 'event', 'has_events', 'only_with_upcoming', 'status'] as const;
const ofTerms = ['search', 'exclude', 'include', 'hide_empty', 'post', 'event', 'slug'] as const;

/** Parameters that are combined, the first of which stands for all where one clause must be named. */
const combined = {
  events: [
    'search',
    'start_date',
    'end_date',
    'starts_before',
    'starts_after',
    'ends_before',
    'ends_after',
    'strict_dates',
    'categories',
    'tags',
    'venue',
    'organizer',
    'featured',
    'status',
    'include',
  ],
  venues: ofLinked,
  organizers: ofLinked,
  categories: [...ofTerms, 'parent'],
  tags: ofTerms,
} as const satisfies { readonly [C in Collection]: readonly ParameterOf<C>[] };

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
    parameters: combined[collection],
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
