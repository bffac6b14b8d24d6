import fc from 'fast-check';
import type { Calendar } from '../../../adapter/calendar/calendar.js';
import type { ShownPage } from '../../../adapter/reading/lens.js';
import type { CalendarRequirement } from '../../../adapter/subject.js';
import { type Collection, collections } from '../../../contract/resources.js';
import { DoesNotApply } from '../../../kernel/deviation.js';
import { expectThat } from '../../../kernel/expectations.js';
import { judgePaging } from '../../queries/judge-paging.js';
import { listRule } from '../../queries/list-rule.js';
import { LARGEST, type NarrowList, narrowList, type PagedQuery } from '../../queries/paged-query.js';
import { plainShortLists } from '../../queries/short-lists.js';
import { askPage, unlessWritten } from '../../queries/read-pages.js';
import { onFullPage } from './counted-totals.js';
import { type Direction, expectLinked, findPageLinks } from './linked-pages.js';

/** A page in the middle, so that its neighbours are neither the first nor the last of two. */
export const inThreePages = ({ query, size }: NarrowList): PagedQuery => ({
  ...query,
  per_page: Math.max(1, Math.min(Math.floor((size - 1) / 2), LARGEST)),
});

/** A page's link to its neighbour returns the page of that number, under the same filters. */
const linksNeighbours = (collection: Collection): CalendarRequirement =>
  listRule({
    collection,
    rule: 'links',
    clause: 'coherence.pages',
    witnesses: [],
    statement: `The link from a page of ${collection} to the next or previous one returns that page of the same list.`,
    cost: 2,
    given: (world) => fc.constant(inThreePages(narrowList(world, collection, plainShortLists))),
    check: (subject, query) =>
      judgePaging(subject, { collection, query }, () => expectNeighbours(subject.calendar, collection, query)),
  });

async function expectNeighbours(calendar: Calendar, collection: Collection, query: PagedQuery): Promise<void> {
  const read = (page: number) => askPage(calendar, collection, { ...query, page });
  const readBoth = async () => [await read(2), await read(3)] as const;
  await expectLinkedPages(calendar, collection, query, await unlessWritten(calendar, () => read(1), readBoth));
}

/** Expects the second and the third page of a list to link to each other. */
export async function expectLinkedPages(
  calendar: Calendar,
  collection: Collection,
  query: PagedQuery,
  [second, third]: readonly [ShownPage, ShownPage],
): Promise<void> {
  const read = (page: number) => askPage(calendar, collection, { ...query, page });
  await expectLinked(calendar, collection, { from: second, to: third, direction: 'next' }, async () => ({
    from: await read(2),
    to: await read(3),
  }));
  await expectLinked(calendar, collection, { from: third, to: second, direction: 'previous' }, async () => ({
    from: await read(3),
    to: await read(2),
  }));
}

/** Where a list ends, no link promises more of it. One that fills its only page both begins and ends there. */
const linksNothingBeyond = (collection: Collection): CalendarRequirement =>
  listRule({
    collection,
    rule: 'links-end',
    level: 'SHOULD',
    clause: 'coherence.pages',
    witnesses: [],
    statement: `The first page of ${collection} has no link to a previous page, and the last page none to a next one.`,
    cost: 1,
    given: (world) => fc.constant(onFullPage(world, collection)),
    async check({ calendar }, query) {
      const per_page = Math.min(query.per_page, calendar.profile.pageSizes[collection]);
      const read = (page: number) => askPage(calendar, collection, { ...query, per_page, page });
      const first = await read(1);
      const { totalPages } = first;
      if (totalPages === undefined) throw new DoesNotApply(`lists of ${collection} state no number of pages`);
      expectNoLink(first, 'previous');
      const judge = async () => expectNoLink(totalPages === 1 ? first : await read(totalPages), 'next');
      await unlessWritten(calendar, () => read(1), judge);
    },
  });

function expectNoLink({ exchange }: ShownPage, direction: Direction): void {
  const [link = 'none'] = findPageLinks(exchange, direction);
  expectThat(link === 'none', { kind: 'value', expected: `no link to a ${direction} page`, observed: link, exchange });
}

/** Where the links from page to page point. */
export const linkRules: readonly CalendarRequirement[] = [
  ...collections.map(linksNeighbours),
  ...collections.map(linksNothingBeyond),
];
