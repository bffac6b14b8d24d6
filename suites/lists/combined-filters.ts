import type { Browsed } from '../../adapter/reading/browse.js';
import type { CalendarRequirement, Subject } from '../../adapter/subject.js';
import type { World } from '../../adapter/world/world.js';
import type { ParameterOf } from '../../contract/queries.js';
import type { Collection } from '../../contract/resources.js';
import type { ListQuery } from '../../generators/wire-value.js';
import { readListed } from '../expect/expect-list.js';
import { languageOf } from '../language/in-language.js';
import type { SelectOptions } from '../model/select.js';
import { isInView } from '../queries/base-query.js';
import { listRule } from '../queries/list-rule.js';
import { drawable, filtering } from '../queries/parameter-semantics.js';
import { discriminatingQueries } from '../query-selection/discriminating-queries.js';
import { expectTotals } from './pages/counted-totals.js';

/** The parameters that are combined, the first of which stands for all where one clause must be named. */
export const combinable = (collection: Collection): readonly ParameterOf[] => {
  const names = drawable(collection, ...filtering, 'precision');
  return ['search', ...names.filter((name) => name !== 'search')];
};

/** How many queries, selected out of many, discriminate nearly as well as the many. */
const counts: Readonly<Record<Collection, number>> = { events: 8, venues: 6, organizers: 6, categories: 10, tags: 10 };

/** How many of them are asked in another language instead, where records can be made in one. */
export const countsInLanguage: Readonly<Record<Collection, number>> = {
  events: 2,
  venues: 1,
  organizers: 1,
  categories: 2,
  tags: 2,
};

/** How many of them are the first ones again: those discriminate most, and an answer may be kept. */
const countsAgain: Readonly<Record<Collection, number>> = {
  events: 1,
  venues: 1,
  organizers: 1,
  categories: 1,
  tags: 1,
};

const countFor = (world: World, collection: Collection): number =>
  counts[collection] -
  countsAgain[collection] -
  (languageOf(world, collection) === undefined ? 0 : countsInLanguage[collection]);

/** A list as far as its totals can be judged: between several pages others may write. */
export const countable = ({ items, pages }: Browsed): Browsed => ({
  items,
  pages: pages.filter((page) => page.items.length > 0).length > 1 ? [] : pages,
});

/** Expects a list to contain what all of its parameters select, and to count it; gives the list. */
export async function expectCombined(
  subject: Pick<Subject, 'calendar' | 'world'>,
  collection: Collection,
  query: ListQuery,
  { isTight = true, ...judged }: SelectOptions & { readonly isTight?: boolean } = { among: isInView(subject.world) },
): Promise<Browsed> {
  const browsed = await readListed(subject, collection, query, { ...judged, isTight });
  expectTotals(countable(browsed));
  return browsed;
}

/** Categories are asked for by `post`, tags by `event`, its alias: what is asked beside it must hold beside either. */
const byAlias = (collection: Collection, queries: readonly ListQuery[]): readonly ListQuery[] =>
  queries.map((query) => {
    const { post, ...others } = query;
    return collection !== 'tags' || post === undefined || 'event' in others ? query : { ...others, event: post };
  });

/** Several parameters together select what each of them selects. */
export const combinesFilters = (collection: Collection): CalendarRequirement =>
  listRule({
    collection,
    parameters: combinable(collection),
    rule: 'combined',
    alsoCovers: ['coherence.pages', ...(collection === 'events' ? (['event.list.include.lifts-dates'] as const) : [])],
    statement: `A list of ${collection} filtered by several parameters contains exactly what all of them select, even if that is nothing.`,
    // The first list in which others have records is read again, in full pages.
    cost: counts[collection] + 1,
    given: (world) =>
      discriminatingQueries(world, collection, countFor(world, collection)).map((queries) =>
        byAlias(collection, queries),
      ),
    async check(subject, queries) {
      const again = queries.slice(0, countsAgain[collection]);
      const { world } = subject;
      let isOwn = true;
      for (const query of [...queries, ...again]) {
        // What is asked for twice is asked for in full pages: there, what is wrong the second time shows most.
        const isTight = isOwn && !again.includes(query);
        const { items } = await expectCombined(subject, collection, query, { among: isInView(world), isTight });
        if (isTight) isOwn = items.every(({ id }) => world.refOf(collection, id) !== undefined);
      }
    },
  });
