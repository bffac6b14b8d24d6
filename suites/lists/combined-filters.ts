import type { Browsed } from '../../adapter/reading/browse.js';
import { type CalendarRequirement, requirement } from '../../adapter/subject.js';
import { listClauseId } from '../../contract/clauses/resource-clauses.js';
import type { Collection } from '../../contract/resources.js';
import { readListed } from '../expect/expect-list.js';
import { LEAVES_OUT, RETURNS } from '../expect/expect-selection.js';
import { isInView } from '../queries/base-query.js';
import { discriminatingQueries } from '../query-selection/discriminating-queries.js';
import { expectTotals } from './pages/counted-totals.js';

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
  venues: ['search', 'event', 'has_events', 'only_with_upcoming', 'status'],
  organizers: ['search', 'event', 'has_events', 'only_with_upcoming', 'status'],
  categories: ['search', 'exclude', 'include', 'hide_empty', 'post', 'event', 'slug', 'parent'],
  tags: ['search', 'exclude', 'include', 'hide_empty', 'post', 'event', 'slug'],
} as const satisfies Record<Collection, readonly string[]>;

/** How many queries, chosen of many, tell nearly as much as the many. */
const counts: Readonly<Record<Collection, number>> = { events: 16, venues: 5, organizers: 5, categories: 7, tags: 7 };

/** Expects the total of a list to be filtered as the list is. Between several pages others may write. */
function expectCounted(browsed: Browsed): void {
  if (browsed.pages.filter(({ items }) => items.length > 0).length <= 1) expectTotals(browsed);
}

/** Several parameters together select what each of them selects. */
export const combinesFilters = (collection: Collection): CalendarRequirement => {
  const [first, ...others] = combined[collection];
  return requirement({
    id: `${collection}.list.combined`,
    level: 'MUST',
    clause: listClauseId(collection, first),
    alsoCovers: [
      'coherence.pages',
      ...others.map((parameter) => listClauseId(collection, parameter)),
      ...(collection === 'events' ? (['event.list.include.lifts-dates'] as const) : []),
    ],
    operations: [`${collection}.list`],
    profile: 'core',
    needs: [`${collection}.list`],
    effects: 'reads',
    statement: `A list of ${collection} by several parameters holds what all of them select, be it nothing, and no others.`,
    cost: counts[collection],
    witnesses: [RETURNS, LEAVES_OUT],
    given: (world) => discriminatingQueries(world, collection, counts[collection]),
    async check(subject, queries) {
      const judged = { among: isInView(subject.world) };
      for (const query of queries) expectCounted(await readListed(subject, collection, query, judged));
    },
  });
};
