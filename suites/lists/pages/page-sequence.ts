import { isDeepStrictEqual } from 'node:util';
import fc, { type Arbitrary } from 'fast-check';
import type { Calendar } from '../../../adapter/calendar/calendar.js';
import type { Browsed } from '../../../adapter/reading/browse.js';
import type { CalendarRequirement, Subject } from '../../../adapter/subject.js';
import type { World, WorldRecord } from '../../../adapter/world/world.js';
import type { ParameterOf } from '../../../contract/queries.js';
import { type Collection, collections } from '../../../contract/resources.js';
import type { Ref } from '../../../generators/wire-value.js';
import type { Draw } from '../../../kernel/requirement.js';
import { WorldLacks } from '../../../kernel/deviation.js';
import { expectThat } from '../../../kernel/expectations.js';
import { expectBrowsed, expectEachOnce } from '../../expect/expect-list.js';
import { expectSelection, LEAVES_OUT } from '../../expect/expect-selection.js';
import { select } from '../../model/select.js';
import { baseQueryOf, isInView, isPlain } from '../../queries/base-query.js';
import { extentOf, type Filter, toQuery } from '../../queries/drawn-filters.js';
import { judgePaging } from '../../queries/judge-paging.js';
import { listRule } from '../../queries/list-rule.js';
import { LARGEST, narrowList, type PagedQuery, pagedQuery, tiePartingQuery } from '../../queries/paged-query.js';
import { askPage, askPageBeyond, expectOnOnePage, idsOn, turnPages, whileStanding } from '../../queries/read-pages.js';
import { filtersBy } from '../../queries/several-filters.js';
import { showingSizes } from './showing-sizes.js';

/** The filter of each list; what other filters leave is read page by page by the algebra of page sizes. */
const filteredBy = { events: 'featured', categories: 'parent' } as const satisfies Partial<
  Record<Collection, ParameterOf>
>;

/** Lists that are done by their second page, where what a filter leaves out would stand without it. */
function doneByThen(world: World, collection: keyof typeof filteredBy): Arbitrary<PagedQuery> {
  // Beside what narrows the list, nothing of others and little of the run is in view.
  const beside = narrowList(world, collection);
  const per_page = Math.max(1, Math.min(Math.floor(beside.size / 2), LARGEST));
  const name = filteredBy[collection];
  // What no flag was sent for is on neither side for certain, and what has it comes first as often as not.
  const filters = filtersBy(world, collection, name).filter(({ value }) => value !== false);
  const everywhere = filters.filter(({ extent }) => extent.size <= per_page);
  const here = ({ value }: Filter): boolean =>
    extentOf(world, collection, { [name]: value, ...beside.query }).size <= per_page;
  const fitting = everywhere.length > 0 ? everywhere : filters.filter(here);
  if (fitting.length === 0) throw new WorldLacks(`no value of ${name} leaves out half of the ${collection}`);
  return fc.constantFrom(...fitting).chain((filter) => {
    const query = { ...toQuery(world, collection, [filter]), ...beside.query };
    const unfiltered = extentOf(world, collection, beside.query);
    const sizes = { least: Math.min(filter.extent.size, per_page), most: per_page, unfiltered };
    const shown = collection === 'events' ? showingSizes(world, query, sizes) : [per_page];
    return fc.constantFrom(...shown).map((size) => ({ ...query, per_page: size }));
  });
}

/** Events of a status that is not the default one, on one page: what has the default one fills several. */
function doneByStatus(world: World): Arbitrary<PagedQuery> {
  const statuses = world
    .of('events')
    .flatMap(({ payload: { status } }) => (typeof status === 'string' ? [status] : []));
  if (statuses.length === 0) throw new WorldLacks('the test data has no event of another status');
  const { size } = extentOf(world, 'events', {});
  const per_page = Math.max(1, Math.min(Math.floor(size / 2), LARGEST));
  return fc.constantFrom(...new Set(statuses)).map((status) => ({ ...baseQueryOf(world, 'events'), status, per_page }));
}

/** What others have may stand on the page after the last, and some targets give that one again. */
async function expectFilteredStill(
  { calendar, world }: Subject,
  collection: Collection,
  query: PagedQuery,
): Promise<void> {
  const { mustNot } = select(world, collection, query, { among: isInView(world) });
  const { items, exchange } = await askPageBeyond(calendar, collection, { ...query, page: 2 });
  expectSelection({ world, collection, items, selection: { must: [], mustNot }, exchange });
}

/** Filters count for every page of a list. */
const filtersEveryPage = (collection: keyof typeof filteredBy): CalendarRequirement =>
  listRule({
    collection,
    parameter: 'page',
    rule: 'filtered',
    alsoCovers: ['coherence.pages'],
    statement: `The second page of a filtered list of ${collection} contains nothing that the filter leaves out.`,
    cost: 1,
    witnesses: [LEAVES_OUT],
    given: (world) => doneByThen(world, collection),
    check: (subject, query) => expectFilteredStill(subject, collection, query),
  });

/** Nor does the status count for the first page alone. */
const staysUnpublished = listRule({
  collection: 'events',
  parameter: 'status',
  rule: 'page',
  alsoCovers: ['coherence.pages', 'event.list.page'],
  statement: 'The second page of the events of a status that is not the default one contains none of the default one.',
  cost: 1,
  witnesses: [LEAVES_OUT],
  given: doneByStatus,
  check: (subject, query) => expectFilteredStill(subject, 'events', query),
});

/** Some events that a list by include must contain, in any order. */
function several(world: World): Arbitrary<readonly Ref[]> {
  const include = world.of('events').map(({ ref }) => ref);
  const { must } = select(world, 'events', { include }, { among: isPlain(world) });
  if (must.length < 2) throw new WorldLacks('the test data has no two events that a list by include must contain');
  return fc.shuffledSubarray([...must], { minLength: 2, maxLength: 4 });
}

/** A list by include is cut into pages like any other. */
export const pagesIncluded = listRule({
  collection: 'events',
  parameters: ['per_page', 'page', 'include'],
  rule: 'include.pages',
  statement: 'A list by include is split into pages of the requested size that together contain each named event once.',
  cost: 2,
  witnesses: [],
  given: several,
  check: (subject, include) =>
    judgePaging(subject, { collection: 'events', query: { include } }, () => expectSplit(subject.calendar, include)),
});

async function expectSplit(calendar: Calendar, include: readonly Ref[]): Promise<void> {
  const query = { include, per_page: include.length - 1 };
  const first = await askPage(calendar, 'events', { ...query, page: 1 });
  const second = await askPage(calendar, 'events', { ...query, page: 2 });
  const { exchange } = second;
  const isSplit = first.items.length === include.length - 1 && second.items.length === 1;
  const shown = [...first.items, ...second.items].map(({ id }) => id).toSorted();
  const isWhole = shown.join() === include.map(calendar.idOf).toSorted().join();
  const expected = `${include.length - 1} of the events on page 1 and the other on page 2`;
  const observed = `${idsOn(first)} on page 1 and ${idsOn(second)} on page 2`;
  // Of what both show, only what comes first of all is surely wrong on the second.
  const [top] = first.items.map(({ id }) => id);
  const isTwice = top !== undefined && second.items.some(({ id }) => id === top);
  const sign = isTwice && { sign: { records: [top], listed: true } };
  expectThat(isSplit && isWhole, { kind: 'selection', expected, observed, exchange, ...sign });
}

/** First where events that start together stand on both sides of a page's end. */
function inPages(world: World, collection: Collection, { turn }: Draw): Arbitrary<PagedQuery> {
  const parting = collection === 'events' && turn === 0 ? tiePartingQuery(world) : undefined;
  return parting ? fc.constant(parting) : pagedQuery(world, collection);
}

/** Every record is on one page, the first of which comes when page is left out. */
const concatenatesPages = (collection: Collection): CalendarRequirement =>
  listRule({
    collection,
    parameter: 'page',
    alsoCovers: ['coherence.pages'],
    witnesses: [],
    statement: `The pages of a list of ${collection}, starting with the one returned without page, contain each record once.`,
    cost: 2,
    runs: 3,
    given: (world, draw) => inPages(world, collection, draw),
    async check(subject, query) {
      const turned = await expectConcatenated(subject, collection, query);
      const sizes = collection === 'events' ? partingSizes(subject.calendar, turned, query.per_page) : [];
      for (const per_page of sizes) await expectConcatenated(subject, collection, { ...query, per_page });
    },
  });

/** As many pages are turned for events that start together. */
const MOST_PAGES = 3;

/**
 * What else a list of events holds may have moved those that start together away from the ends of its pages: the size
 * that has them at one of these, in as few pages as can be. None where they are at one, or no two start together.
 */
function partingSizes({ lens }: Calendar, { items }: Browsed, asked: number): readonly number[] {
  const starts = lens.fact('events', 'start_date') ? items.map((item) => lens.field(item, 'start_date')) : [];
  const isTied = (at: number): boolean => starts[at] !== undefined && isDeepStrictEqual(starts[at - 1], starts[at]);
  const parts = (size: number): boolean => isTied(size) || isTied(2 * size);
  const sizes = Array.from({ length: LARGEST }, (_, at) => LARGEST - at);
  const fitting = sizes.filter((size) => MOST_PAGES * size >= items.length && parts(size));
  return parts(asked) ? [] : fitting.slice(0, 1);
}

/** Expects the pages of a list together to hold each of our records once; returns them. */
export async function expectConcatenated(
  subject: Subject,
  collection: Collection,
  query: PagedQuery,
): Promise<Browsed> {
  const { calendar, world } = subject;
  const { must } = select(world, collection, query, { among: isPlain(world) });
  // What is to be left out is the matter of the filter that narrows the list.
  const among = ({ ref }: WorldRecord): boolean => must.some(({ key }) => key === ref.key);
  const read = () => turnPages(calendar, collection, query);
  const judge = (browsed: Browsed): void => {
    expectEachOnce(browsed, collection);
    expectOnOnePage(browsed, { world, collection });
    expectBrowsed(browsed, { world, collection, query, among });
  };
  const turned = await read();
  await judgePaging(subject, { collection, query }, () => whileStanding(turned, read, { calendar, judge }));
  return turned;
}

/** What the pages of a list contain, one after the other. */
export const pageRules: readonly CalendarRequirement[] = [
  ...collections.map(concatenatesPages),
  ...(['events', 'categories'] as const).map(filtersEveryPage),
  staysUnpublished,
];
