import fc, { type Arbitrary } from 'fast-check';
import type { Calendar } from '../../../adapter/calendar/calendar.js';
import { toText } from '../../../adapter/notation/shown-values.js';
import { browse, type Browsed } from '../../../adapter/reading/browse.js';
import type { Shown } from '../../../adapter/reading/lens.js';
import type { CalendarRequirement, Subject } from '../../../adapter/subject.js';
import type { World } from '../../../adapter/world/world.js';
import { type Collection, resourceOf } from '../../../contract/resources.js';
import { requiredOnly } from '../../../generators/payload.js';
import type { ListQuery } from '../../../generators/wire-value.js';
import { Deviation, DoesNotApply, WorldLacks } from '../../../kernel/deviation.js';
import { expectThat } from '../../../kernel/expectations.js';
import { witness } from '../../../kernel/tally.js';
import { MEMBERS } from '../../../wire/json.js';
import { isClientError } from '../../../wire/status.js';
import { expectBrowsed } from '../../expect/expect-list.js';
import { isInView, isPlain } from '../../queries/base-query.js';
import { type Filter, inAll, toQuery } from '../../queries/drawn-filters.js';
import { listRule } from '../../queries/list-rule.js';
import { LARGEST, type PagedQuery, pagedQuery } from '../../queries/paged-query.js';
import { expectOnOnePage, turnPages, whileStanding } from '../../queries/read-pages.js';
import { severalFilters } from '../../queries/several-filters.js';
import { provisionedPool } from '../filters/provisioned-pool.js';
import type { Taxonomy } from '../filters/term-selection.js';

/** An attribute of a term, as it is shown. */
type Attribute = string | number;

/**
 * Whether two attributes must not follow each other in ascending order. Numbers compare as numbers; of texts only that
 * is judged on which plain and language-aware comparison agree, whatever their case.
 */
function isDescent(first: Attribute, second: Attribute): boolean {
  if (typeof first === 'number' && typeof second === 'number') return first > second;
  const [one, other] = [String(first).toLowerCase(), String(second).toLowerCase()];
  return one > other && one.localeCompare(other, 'en') > 0;
}

type Direction = 'ascending' | 'descending';

/** Where the first of two neighbours stands that are in the wrong order; -1 when none are. Ties may stand in any. */
const findDisorder = (attributes: readonly Attribute[], direction: Direction): number =>
  attributes.findIndex((first, at) => {
    const second = attributes[at + 1];
    if (second === undefined) return false;
    return direction === 'ascending' ? isDescent(first, second) : isDescent(second, first);
  });

/** Witnessed when the records of a list could stand in the wrong order. */
const ORDERS = 'two records of a list differed in what it was sorted by';

interface Ordering {
  readonly collection: Collection;
  readonly orderby: string;
  readonly direction: Direction;
  /** What else is asked for, such as a part of the list, in small pages. */
  readonly query?: ListQuery;
}

/** The word for a direction that the target takes. */
export function wordFor({ profile }: Pick<Calendar, 'profile'>, direction: Direction): string {
  if (profile.choices['terms.order-words'] === 'ascending-descending') return direction;
  return direction === 'ascending' ? 'asc' : 'desc';
}

/** Which attributes and words are accepted is not stated: a refusal is no deviation. */
async function unlessRefused(
  { orderby, order }: { readonly orderby: string; readonly order: string },
  reading: Promise<Browsed>,
): Promise<Browsed> {
  try {
    return await reading;
  } catch (error) {
    const exchange = error instanceof Deviation ? error.details.exchange : undefined;
    if (!exchange || !isClientError(exchange)) throw error;
    throw new DoesNotApply(`the target refuses orderby=${orderby} with order=${order}`);
  }
}

function attributeOf({ lens }: Calendar, shown: Shown, orderby: string): Attribute {
  const value = orderby === 'id' ? shown.id : lens.field(shown, orderby);
  if (typeof value === 'string' && orderby !== 'id' && orderby !== 'count') return value;
  const number = typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : value;
  if (typeof number !== 'number') throw new DoesNotApply(`the target shows ${orderby} as something else than a number`);
  return number;
}

/** What is judged of a list: by their ids all that it shows, for an id stays as it is; else what nobody else changes. */
function judgedOf(items: readonly Shown[], world: World, { collection, orderby }: Ordering): readonly Shown[] {
  const provisioned = provisionedPool(world);
  return orderby === 'id'
    ? items
    : items.filter(({ id }) => world.refOf(collection, id) ?? provisioned.refOf(collection, id));
}

const askedBy = (calendar: Calendar, { orderby, direction, query }: Ordering) => ({
  ...query,
  orderby,
  order: wordFor(calendar, direction),
});

/** Expects records to stand in the order asked for. */
export async function expectOrder(subject: Subject, ordering: Ordering): Promise<void> {
  await readInOrder(subject, ordering);
}

/** Expects a list, in which terms of no event count too, to stand in the order asked for, and to lack none for it. */
async function expectWholeInOrder(subject: Subject, ordering: Ordering): Promise<void> {
  const { calendar, world } = subject;
  const { collection } = ordering;
  const query = { ...ordering.query, hide_empty: false };
  const asked = askedBy(calendar, { ...ordering, query });
  const judge = (browsed: Browsed): void =>
    expectBrowsed(browsed, { world, collection, query, among: isInView(world) });
  const browsed = await readInOrder(subject, { ...ordering, query });
  await whileStanding(browsed, () => browse(calendar, collection, asked), { calendar, judge });
}

/** The members of an object have no order (RFC 8259 section 4). */
function requireOrdered({ profile }: World, collection: Collection): void {
  if (profile.shapes[collection]?.items?.at(-1) === MEMBERS)
    throw new DoesNotApply(`lists of ${collection} are objects that hold records by their ids, in no order`);
}

/** Reads a list and expects its records to stand in the order asked for. */
async function readInOrder(subject: Subject, ordering: Ordering): Promise<Browsed> {
  const { calendar, world } = subject;
  const { collection } = ordering;
  requireOrdered(world, collection);
  const asked = askedBy(calendar, ordering);
  const { items, pages } = await unlessRefused(asked, browse(calendar, collection, asked));
  expectSorted(subject, ordering, { items, pages });
  return { items, pages };
}

/** Whether a list has an order, and shows of each record what it is ordered by. */
function showsOrder({ calendar, world }: Subject, { collection, orderby }: Ordering, { items }: Browsed): boolean {
  if (world.profile.shapes[collection]?.items?.at(-1) === MEMBERS) return false;
  return items.every((shown) => /^\d+$/.test(toText(calendar.lens.field(shown, orderby))));
}

/** Expects what was read of a list to stand in the order asked for. */
function expectSorted({ calendar, world }: Subject, ordering: Ordering, { items, pages }: Browsed): void {
  const { collection, orderby, direction } = ordering;
  const judged = judgedOf(items, world, ordering);
  const attributes = judged.map((shown) => attributeOf(calendar, shown, orderby));
  if (new Set(attributes).size > 1) witness(ORDERS);
  const at = findDisorder(attributes, direction);
  const [page] = pages;
  const [first, second] = judged.slice(at).map(({ id }) => id);
  expectThat(at === -1, {
    kind: 'order',
    expected: `${collection} in ${direction} order of ${orderby}`,
    observed: `${attributes.slice(at, at + 2).join(' and ')} beside each other the wrong way round`,
    ...(page && { exchange: page.exchange }),
    ...(first !== undefined && second !== undefined && { sign: { order: [first, second] } }),
  });
}

/** A short list in pages, where one is known; else all there is, in as few pages as it takes. */
function inPages(world: World, collection: Taxonomy): Arbitrary<ListQuery> {
  try {
    return pagedQuery(world, collection);
  } catch (error) {
    if (error instanceof WorldLacks) return fc.constant({});
    throw error;
  }
}

const leaves =
  (count: number) =>
  (filters: readonly Filter[]): boolean =>
    inAll(filters).length >= count;

/** A filter may be lost beside an order, and an order beside it: two that leave several terms to sort, if there are any. */
const filtered = (world: World, collection: Taxonomy): Arbitrary<ListQuery> =>
  severalFilters(world, collection, {
    names: ['search', 'exclude'],
    fits: () => true,
    count: 2,
    least: 0,
    preferred: [leaves(4), leaves(3), leaves(2), () => true],
  }).map((filters) => toQuery(world, collection, filters));

/** `order`, both ways, by what every term has. Descending in pages: a list is sorted before it is cut, not page by page. */
const ordersBothWays = (collection: Taxonomy): CalendarRequirement =>
  listRule({
    collection,
    parameters: ['order', 'orderby'],
    rule: 'order',
    statement: `A list of ${collection} ordered by name is sorted by name, ascending or descending as requested.`,
    cost: 4,
    witnesses: [ORDERS],
    // What is kept of a list is read anew after a write.
    alone: true,
    given: (world) => fc.record({ paged: inPages(world, collection), filters: filtered(world, collection) }),
    async check(subject, { paged, filters }) {
      await expectWholeInOrder(subject, { collection, orderby: 'name', direction: 'ascending', query: filters });
      // This list differs from the one before in its order alone.
      await expectWholeInOrder(subject, { collection, orderby: 'name', direction: 'descending', query: filters });
      await expectOrder(subject, { collection, orderby: 'name', direction: 'descending', query: paged });
    },
  });

/**
 * Each attribute is asked for in one direction, names in both. Descending is nobody's default; counts, which many services
 * list from the highest, are asked for in another direction of each kind of term.
 */
const directionOf = (collection: Taxonomy, attribute: 'id' | 'slug' | 'count'): Direction =>
  attribute === 'count' && collection === 'categories' ? 'ascending' : 'descending';

/** `orderby`, where the target takes it: ids and counts sort as numbers, whatever their lengths. */
const ordersByAttribute = (collection: Taxonomy, attribute: 'id' | 'slug' | 'count'): CalendarRequirement =>
  listRule({
    collection,
    parameters: ['orderby'],
    rule: `orderby-${attribute}`,
    alsoCovers: ['coherence.pages'],
    statement: `A list of ${collection} in ${directionOf(collection, attribute)} order of ${attribute} is sorted by it, and lacks none for it.`,
    cost: 1,
    witnesses: [ORDERS],
    given: () => fc.constant(attribute),
    check: (subject, orderby) =>
      expectWholeInOrder(subject, { collection, orderby, direction: directionOf(collection, orderby) }),
  });

/** By their ids, with one that is made late: it may have more digits than the others, and sort before them as a text. */
const ordersById = (collection: Taxonomy): CalendarRequirement =>
  listRule({
    collection,
    parameters: ['orderby'],
    rule: 'orderby-id',
    needs: [`${collection}.create`],
    effects: 'writes',
    statement: `A list of ${collection} in descending order of id is sorted by it.`,
    cost: 4,
    witnesses: [ORDERS],
    given: (world) => requiredOnly(resourceOf(collection), world),
    arrange: ({ calendar }, body) => calendar.make(collection, body),
    check: (subject) =>
      expectWholeInOrder(subject, {
        collection,
        orderby: 'id',
        direction: directionOf(collection, 'id'),
        query: { per_page: subject.calendar.profile.pageSizes[collection] },
      }),
  });

/** Terms by their ids, all but one on the first page: the least used have equal counts, and are parted. */
function partedTies(world: World, collection: Taxonomy): PagedQuery & { readonly orderby: string } {
  const include = world
    .of(collection)
    .filter(isPlain(world))
    .map(({ ref }) => ref);
  if (include.length < 2) throw new WorldLacks(`the test data has no two ${collection}`);
  return { include, orderby: 'count', per_page: Math.min(include.length - 1, LARGEST) };
}

/**
 * What an order leaves open must be decided alike for every page: else some records are on two, and others on none. By
 * counts, categories are asked for in ascending order elsewhere, so that here the other order is judged, too.
 */
const partsTies = (collection: Taxonomy): CalendarRequirement =>
  listRule({
    collection,
    parameters: ['orderby', 'page'],
    rule: 'orderby-count.pages',
    statement: `The pages of ${collection} in descending order of count are sorted by it and contain each record once, also of those with equal counts.`,
    cost: 2,
    witnesses: [],
    given: (world) => fc.constant(partedTies(world, collection)),
    async check(subject, query) {
      const { calendar, world } = subject;
      const ordering = { collection, orderby: query.orderby, direction: 'descending', query } as const;
      const asked = { ...query, order: wordFor(calendar, 'descending') };
      const read = () => unlessRefused(asked, turnPages(calendar, collection, asked));
      const judge = (browsed: Browsed): void => {
        expectOnOnePage(browsed, { world, collection });
        expectBrowsed(browsed, { world, collection, query, among: isPlain(world) });
        if (showsOrder(subject, ordering, browsed)) expectSorted(subject, ordering, browsed);
      };
      await whileStanding(await read(), read, { calendar, judge });
    },
  });

/** In which order the list of categories, or of tags, is. */
export const orderRules = (collection: Taxonomy): readonly CalendarRequirement[] => [
  ordersBothWays(collection),
  ...(collection === 'categories' ? [ordersById(collection)] : [ordersByAttribute(collection, 'id')]),
  ordersByAttribute(collection, 'slug'),
  ordersByAttribute(collection, 'count'),
  partsTies(collection),
];
