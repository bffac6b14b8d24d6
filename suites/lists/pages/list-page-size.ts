import fc from 'fast-check';
import type { Calendar } from '../../../adapter/calendar/calendar.js';
import { askedWith } from '../../../adapter/calendar/locate.js';
import { browse } from '../../../adapter/reading/browse.js';
import type { ShownPage } from '../../../adapter/reading/lens.js';
import type { CalendarRequirement } from '../../../adapter/subject.js';
import type { World, WorldRecord } from '../../../adapter/world/world.js';
import { listClauseId } from '../../../contract/clauses/resource-clauses.js';
import { type Collection, collections, resourceOf } from '../../../contract/resources.js';
import { payload } from '../../../generators/payload.js';
import type { ListQuery } from '../../../generators/wire-value.js';
import { WorldLacks } from '../../../kernel/deviation.js';
import { expectThat } from '../../../kernel/expectations.js';
import { Inconclusive } from '../../../wire/errors.js';
import { allOrFewer } from '../../arbitraries/subsets.js';
import { select } from '../../model/select.js';
import { isPublished } from '../../model/status-condition.js';
import { baseQueryOf, isInView } from '../../queries/base-query.js';
import { judgePaging } from '../../queries/judge-paging.js';
import { toQuery } from '../../queries/drawn-filters.js';
import { listRule } from '../../queries/list-rule.js';
import { type PagedQuery, pagedQuery, smallPagedQuery } from '../../queries/paged-query.js';
import { markOfRun } from '../../queries/short-lists.js';
import { filtersSelecting } from '../../queries/several-filters.js';
import { askPage, askPageBeyond, idsOn, unlessWritten } from '../../queries/read-pages.js';

const DEFAULT_SIZE = 10;
const SECOND = { page: 2, per_page: DEFAULT_SIZE } as const;

/** A list in which terms of no event count too: fewer records have to be made to fill a page. */
const wholeOf = (world: World, collection: Collection): ListQuery => ({
  ...baseQueryOf(world, collection),
  ...((collection === 'categories' || collection === 'tags') && { hide_empty: false }),
});

/** Of these the list is asked for by a search, for which a service may have a query of its own. */
const besideSearch: readonly Collection[] = ['organizers', 'tags'];

/** All records, or all that the mark of the run is found in. */
function manyOf(world: World, collection: Collection): ListQuery {
  const search = besideSearch.includes(collection) ? markOfRun(world, collection) : undefined;
  return { ...wholeOf(world, collection), ...(search !== undefined && { search }) };
}

const known = (world: World, collection: Collection): number => {
  const among = (record: WorldRecord): boolean => isInView(world)(record) && isPublished(record, world) === 'in';
  return select(world, collection, manyOf(world, collection), { among }).must.length;
};

async function requireMore(calendar: Calendar, collection: Collection, query: ListQuery): Promise<void> {
  const there = (await browse(calendar, collection, query)).items.length;
  if (there <= DEFAULT_SIZE) throw new WorldLacks(`there are only ${there} ${collection}`);
}

/** What a page is a page of, and how many records it has to have. */
interface SizedPage {
  readonly collection: Collection;
  readonly query: ListQuery;
  readonly size: number;
}

function expectFirstPageOf({ collection, query, size }: SizedPage, { items, exchange }: ShownPage): void {
  const expected = `${size} records on the first page`;
  const observed = `${items.length}`;
  const asked = ['per_page', ...Object.keys(query).filter((name) => name === 'search')];
  const about = { ...askedWith(collection, asked), side: items.length < size ? 'missing' : 'extra' } as const;
  const sign = { count: { expected: size, observed: items.length } };
  expectThat(items.length === size, { kind: 'selection', expected, observed, exchange, about, sign });
}

/** What each run has to make of a collection, so that there are more than ten: the world holds the others. */
const makes: Readonly<Record<Collection, number>> = { events: 0, venues: 2, organizers: 4, categories: 4, tags: 4 };

/** `per_page` left out. Where there are no more than ten records, some are made first. */
const holdsTenByDefault = (collection: Collection): CalendarRequirement =>
  listRule({
    collection,
    parameter: 'per_page',
    rule: 'default',
    effects: 'writes',
    // What others of the run write at the same time would be on one page and not on the other.
    alone: true,
    witnesses: [],
    statement: `Without per_page, a page of ${collection} contains ten records, and the next one those that follow.`,
    cost: 3 + makes[collection],
    given: (world) =>
      fc.record({
        body: payload(resourceOf(collection), world, { only: [] }),
        query: fc.constant(manyOf(world, collection)),
      }),
    async arrange({ calendar, world }, { body, query }) {
      if (known(world, collection) > DEFAULT_SIZE) return;
      // Events that are made lie outside the world's window.
      const { lacks } = world.profile;
      const isAsFound = collection === 'events' || lacks.has(`${collection}.create`) || lacks.has('lists.created');
      if (isAsFound) return requireMore(calendar, collection, query);
      // Only our own count: what others made may be gone by the time of the check.
      for (let count = known(world, collection); count <= DEFAULT_SIZE; count += 1)
        await calendar.make(collection, body);
    },
    async check({ calendar }, { query }) {
      const first = await askPage(calendar, collection, query);
      expectFirstPageOf({ collection, query, size: DEFAULT_SIZE }, first);
      await expectSecondPage(calendar, collection, { query, first });
    },
  });

/** How often two pages that differ are asked for again. */
const AGAIN = 3;

interface FirstPage {
  readonly query: ListQuery;
  readonly first: ShownPage;
}

/** Where pages of ten are cut down to fewer, the second of these begins on the first by default. */
const overlaps = (first: ShownPage, stated: ShownPage): boolean =>
  stated.items.some(({ id }) => first.items.some((one) => one.id === id));

/**
 * Expects the page after the first to be that of pages of ten. What others write may come and go in step with our requests:
 * so both are asked for again, in the other order, and again. @throws Inconclusive where neither is the same twice
 */
async function expectSecondPage(
  calendar: Calendar,
  collection: Collection,
  { query, first }: FirstPage,
): Promise<void> {
  const readSecond = () => askPageBeyond(calendar, collection, { ...query, page: 2 });
  const readStated = () => askPageBeyond(calendar, collection, { ...query, ...SECOND });
  const [second, stated] = [await readSecond(), await readStated()];
  const [seconds, all] = [[idsOn(second)], [idsOn(stated)]];
  const isEverSame = (): boolean => seconds.some((ids) => all.includes(ids));
  for (let times = 0; times < AGAIN && !isEverSame() && !overlaps(first, stated); times += 1)
    await calendar.aside(async () => {
      all.push(idsOn(await readStated()));
      seconds.push(idsOn(await readSecond()));
    });
  const isEver = isEverSame() || overlaps(first, stated);
  const isStill = [seconds, all].every((some) => new Set(some).size === 1);
  if (!isEver && !isStill) throw new Inconclusive('others write to the list while it is read');
  const expected = `the second page to be the one of ${DEFAULT_SIZE} records a page: ${idsOn(stated)}`;
  const about = askedWith(collection, ['per_page']);
  expectThat(isEver, { kind: 'selection', expected, observed: idsOn(second), exchange: second.exchange, about });
}

/** The default of page, by equivalence: left out is the same as 1. A list that changes meanwhile shows nothing. */
const startsAtPageOne = (collection: Collection): CalendarRequirement =>
  listRule({
    collection,
    parameter: 'page',
    rule: 'default',
    witnesses: [],
    statement: `A list of ${collection} without page is the same as with page=1.`,
    cost: 2,
    given: (world) => pagedQuery(world, collection),
    async check({ calendar }, query) {
      const plain = await askPage(calendar, collection, query);
      const first = await askPage(calendar, collection, { ...query, page: 1 });
      const same = idsOn(plain) === idsOn(first);
      if (!same) await requireStill(calendar, collection, query, plain);
      const expected = `the records ${idsOn(plain)}, as without page`;
      expectThat(same, { kind: 'selection', expected, observed: idsOn(first), exchange: first.exchange });
    },
  });

/** Asks twice, for what comes and goes may be there again by the second time. @throws Inconclusive where others write. */
async function requireStill(
  calendar: Calendar,
  collection: Collection,
  query: PagedQuery,
  before: ShownPage,
): Promise<void> {
  for (const _ of [1, 2]) {
    const now = await askPage(calendar, collection, query);
    if (idsOn(now) !== idsOn(before)) throw new Inconclusive('the list changes by itself');
  }
}

/** `per_page`, of a list that is known to be longer. */
const holdsAsManyAsAsked = (collection: Collection): CalendarRequirement =>
  listRule({
    collection,
    parameter: 'per_page',
    witnesses: [],
    statement: `Every page of ${collection} except the last contains per_page records.`,
    cost: 1,
    runs: 2,
    // Smaller pages than other requirements ask for at first.
    given: (world, { turn }) => (turn % 2 === 0 ? smallPagedQuery : pagedQuery)(world, collection),
    check: (subject, query) =>
      judgePaging(subject, { collection, query }, async () =>
        expectFirstPageOf(
          { collection, query, size: query.per_page },
          await askPage(subject.calendar, collection, query),
        ),
      ),
  });

/** A record that several filters select, so that a page is known to hold all that they do. */
function filteredBySeveral(world: World, collection: Collection): fc.Arbitrary<ListQuery> {
  const counts = world
    .of(collection)
    .filter(isInView(world))
    .map(({ ref }) => filtersSelecting(world, ref));
  const most = Math.max(0, ...counts.map(({ length }) => length));
  if (most === 0) throw new WorldLacks(`the test data has no filter of ${collection}`);
  const choices = counts.filter(({ length }) => length === most);
  return fc
    .constantFrom(...choices)
    .chain((filters) => allOrFewer(filters.map((filter) => fc.constant(filter))))
    .map((filters) => toQuery(world, collection, filters));
}

/** The default of per_page, by equivalence, beside every filter: some filters have a query of their own. */
const holdsTenBeside = (collection: Collection): CalendarRequirement =>
  listRule({
    collection,
    parameter: 'per_page',
    rule: 'beside-filters',
    alsoCovers: [listClauseId(collection, 'page'), 'coherence.pages'],
    witnesses: [],
    statement: `The second page of a list of ${collection} by several filters is the same without per_page as with per_page=10.`,
    cost: 2,
    given: (world) => filteredBySeveral(world, collection),
    async check({ calendar }, query) {
      const ask = (more: ListQuery): Promise<ShownPage> =>
        askPageBeyond(calendar, collection, { ...query, ...more, page: 2 });
      const asked = await ask({ per_page: DEFAULT_SIZE });
      const plain = await ask({});
      await unlessWritten(
        calendar,
        () => ask({}),
        async () =>
          expectThat(idsOn(plain) === idsOn(asked), {
            kind: 'selection',
            expected: `the records ${idsOn(asked)}, as with per_page=${DEFAULT_SIZE}`,
            observed: idsOn(plain),
            exchange: plain.exchange,
            about: askedWith(collection, ['per_page']),
          }),
      );
    },
  });

/** What a page contains by default, and how much is on it. */
export const pageSizeRules: readonly CalendarRequirement[] = [
  ...collections.map(startsAtPageOne),
  ...collections.map(holdsAsManyAsAsked),
  ...collections.map(holdsTenByDefault),
  ...(['events', 'venues', 'categories'] as const).map(holdsTenBeside),
];
