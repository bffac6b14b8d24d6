import fc, { type Arbitrary } from 'fast-check';
import type { Calendar } from '../../adapter/calendar/calendar.js';
import { askedWith } from '../../adapter/calendar/locate.js';
import type { Browsed } from '../../adapter/reading/browse.js';
import { type CalendarRequirement, requirement, type Subject } from '../../adapter/subject.js';
import type { World } from '../../adapter/world/world.js';
import { listClauseId } from '../../contract/clauses/resource-clauses.js';
import type { ParameterOf } from '../../contract/queries.js';
import type { Collection } from '../../contract/resources.js';
import type { ListQuery } from '../../generators/wire-value.js';
import { expectThat } from '../../kernel/expectations.js';
import { ANONYMOUS } from '../../wire/client/authentication.js';
import { Inconclusive } from '../../wire/errors.js';
import { allOrFewer } from '../arbitraries/subsets.js';
import { RETURNS } from '../expect/expect-selection.js';
import { combinable, expectCombined } from '../lists/combined-filters.js';
import { expectTotals } from '../lists/pages/counted-totals.js';
import { expectOrder } from '../lists/pages/list-order.js';
import { expectLinkedPages, inThreePages } from '../lists/pages/neighbour-links.js';
import { expectConcatenated } from '../lists/pages/page-sequence.js';
import { isPublic } from '../queries/base-query.js';
import { narrowList, type PagedQuery } from '../queries/paged-query.js';
import { askPage, turnPages, whileStanding } from '../queries/read-pages.js';
import { plainShortLists } from '../queries/short-lists.js';
import { discriminatingQueries } from '../query-selection/discriminating-queries.js';
import { asOthersSee, judgeAsSeen } from './others-view.js';
import { readersOf } from './weaker-identity.js';

/** A list that is asked for: by several filters, in pages, or in an order. */
type Ask =
  | { readonly kind: 'filters' | 'order'; readonly query: ListQuery }
  | { readonly kind: 'pages'; readonly query: PagedQuery };

/** How many lists are filtered. */
const counts: Readonly<Record<Collection, number>> = { events: 6, venues: 3, organizers: 3, categories: 4, tags: 3 };

/** The requests of a list in three full pages with one of the usual size, and of one in an order, on two. */
const [IN_PAGES, IN_ORDER] = [5, 2];

const isSorted = (collection: Collection): boolean => collection === 'categories' || collection === 'tags';

const parametersOf = (collection: Collection): readonly ParameterOf[] => [
  ...combinable(collection),
  'page',
  'per_page',
  ...(isSorted(collection) ? (['order', 'orderby'] as const) : []),
];

/** Lists by filters first: what one of them leaves behind shows in the next, and in those without. */
function asksFor(world: World, collection: Collection): Arbitrary<readonly Ask[]> {
  const inPages = inThreePages(narrowList(world, collection, plainShortLists));
  const others: readonly Ask[] = [
    { kind: 'pages', query: inPages },
    ...(isSorted(collection)
      ? [{ kind: 'order', query: { ...inPages, per_page: 2 * inPages.per_page } } as const]
      : []),
  ];
  return allOrFewer<readonly Ask[]>([
    discriminatingQueries(world, collection, counts[collection]).map((queries) =>
      queries.map((query) => ({ kind: 'filters', query })),
    ),
    ...others.map((one) => fc.constant([one])),
  ]).map((asks) => asks.flat());
}

/** Expects the pages of a list to be those of one list, to count it and to link to each other. */
async function expectPages(seen: Subject, collection: Collection, query: PagedQuery): Promise<void> {
  const { calendar } = seen;
  const turned = await expectConcatenated(seen, collection, query);
  const judge = (browsed: Browsed): void => {
    expectTotals(browsed);
  };
  await whileStanding(turned, () => turnPages(calendar, collection, query), { calendar, judge });
  await expectUsualSize(calendar, collection, query, turned);
  const [, second, third] = turned.pages;
  if (second && third) await expectLinkedPages(calendar, collection, query, [second, third]);
}

/** Expects a list without page and per_page to begin with more than a small page: neither is taken from the request before. */
async function expectUsualSize(
  calendar: Calendar,
  collection: Collection,
  { per_page, ...query }: PagedQuery,
  { items: all }: Browsed,
): Promise<void> {
  const { items, exchange } = await askPage(calendar, collection, query);
  expectThat(items.length > per_page || all.length <= per_page, {
    kind: 'selection',
    expected: `more than ${per_page} records on a page of the usual size`,
    observed: `${items.length}`,
    exchange,
    about: askedWith(collection, ['per_page', 'page']),
  });
}

async function expectAsked(seen: Subject, collection: Collection, { kind, query }: Ask): Promise<void> {
  if (kind === 'filters')
    await expectCombined(seen, collection, query, { among: isPublic(seen.world), isTight: false });
  else if (kind === 'pages') await expectPages(seen, collection, query);
  else await expectOrder(seen, { collection, orderby: 'name', direction: 'descending', query });
}

/** Whoever may read a record finds it in the lists that it belongs to, and in no other. */
export const listsForOthers = (collection: Collection): CalendarRequirement =>
  requirement({
    id: `identities.${collection}.list`,
    level: 'MUST',
    clause: listClauseId(collection, 'search'),
    alsoCovers: [...parametersOf(collection).map((name) => listClauseId(collection, name)), 'coherence.pages'],
    operations: [`${collection}.list`],
    profile: 'core',
    needs: ['identity.weaker', `${collection}.list`],
    effects: 'reads',
    statement: `A lower-privileged identity gets lists of ${collection} filtered, counted and paged as requested, of the public records that it may read.`,
    cost: counts[collection] + IN_PAGES + (isSorted(collection) ? IN_ORDER : 0),
    witnesses: [RETURNS],
    given: (world) =>
      asksFor(asOthersSee(world), collection).map((asks) => {
        const names = readersOf(world);
        return asks.map((ask, nth) => ({ name: names[nth % names.length] ?? ANONYMOUS, ask }));
      }),
    async check(subject, asked) {
      const granted: boolean[] = [];
      for (const { name, ask } of asked)
        granted.push(await judgeAsSeen(subject, { collection, name }, (seen) => expectAsked(seen, collection, ask)));
      if (!granted.includes(true)) throw new Inconclusive(`lists show others no public ${collection}`);
    },
  });
