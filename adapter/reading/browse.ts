import type { Collection } from '../../contract/resources.js';
import type { ListQuery } from '../../generators/wire-value.js';
import { expectSuccess } from '../../kernel/expectations.js';
import { Inconclusive } from '../../wire/errors.js';
import type { Exchange } from '../../wire/exchange.js';
import { isNoPage, isNotFound } from '../../wire/status.js';
import type { TargetProfile } from '../profile/target-profile.js';
import type { Lens, Shown, ShownPage } from './lens.js';
import type { Address, ItemOptions, Via } from './paths.js';

/**
 * Whether a page past the end of its list repeats an earlier one, which is allowed (gap.page.past-the-end). It shows
 * nothing new, and the pages before it reach the totals. Without totals it repeats the page before; the first page
 * twice may also be a list without paging.
 */
export function isOverrun(page: ShownPage, before: readonly ShownPage[]): boolean {
  const seen = new Set(before.flatMap(idsOn));
  const last = before.at(-1);
  if (!last || page.items.length === 0 || idsOn(page).some((id) => !seen.has(id))) return false;
  const { total, totalPages } = last;
  return total === undefined && totalPages === undefined
    ? isAfterSeveral(before) && toText(page) === toText(last)
    : seen.size >= (total ?? 0) && before.length >= (totalPages ?? 0);
}

const idsOn = ({ items }: ShownPage): readonly string[] => items.map(({ id }) => id);

const toText = (page: ShownPage): string => idsOn(page).join(', ');

const isAfterSeveral = (before: readonly ShownPage[]): boolean => new Set(before.map(toText)).size > 1;

/** The part of a calendar that only reads. */
export interface CalendarReader {
  readonly profile: TargetProfile;
  readonly lens: Lens;
  read(collection: Collection, address: Address, options?: ItemOptions): Promise<Exchange>;
  list(collection: Collection, query: ListQuery, via?: Via): Promise<Exchange>;
}

/** All pages of a list, in order. */
export interface Browsed {
  readonly items: readonly Shown[];
  readonly pages: readonly ShownPage[];
}

const MOST_PAGES = 20;
const MOST_REPEATS = 2;

/**
 * Follows a list page by page to its end: an empty page, one that is not full, a refusal of the page past the end, or a
 * repeated page. Expects each response to be a list; a 404 for the first page is an empty list, as its form is open.
 */
export async function browse(
  calendar: CalendarReader,
  collection: Collection,
  query: ListQuery,
  via: Via = {},
): Promise<Browsed> {
  const pages: ShownPage[] = [];
  for await (const page of followPages(calendar, collection, query, via)) pages.push(page);
  return { items: pages.flatMap(({ items }) => items), pages };
}

/** A page, and whether it is the whole list. */
interface TightPage {
  readonly page: ShownPage;
  readonly isWhole: boolean;
}

/**
 * The first page of a list, of a size that the `known` records fill: a filter that a target applies only after it has cut
 * the page leaves that page short. Without totals there is room for one more, which shows that the list ends. Undefined
 * where so many records do not fit on a page.
 */
export async function readTightPage(
  calendar: CalendarReader,
  collection: Collection,
  query: ListQuery,
  { known, via = {} }: { readonly known: number; readonly via?: Via },
): Promise<TightPage | undefined> {
  const { shapes, pageSizes } = calendar.profile;
  const size = shapes[collection]?.total === undefined ? known + 1 : Math.max(1, known);
  if (size >= pageSizes[collection] || query.per_page !== undefined) return undefined;
  const { value: page } = await followPages(calendar, collection, { ...query, per_page: size }, via).next();
  if (!page) return undefined;
  const { items, total } = page;
  return { page, isWhole: total === undefined ? items.length < size : items.length === total };
}

/** Yields the pages of a list as they come, with the expectations of `browse`. */
export async function* followPages(
  calendar: CalendarReader,
  collection: Collection,
  query: ListQuery,
  via: Via = {},
): AsyncGenerator<ShownPage, void> {
  const size = typeof query.per_page === 'number' ? query.per_page : calendar.profile.pageSizes[collection];
  const pages: ShownPage[] = [];
  const readPage = async (number: number): Promise<ShownPage | undefined> => {
    const paging = { per_page: size, ...(number > 1 && { page: number }) };
    const exchange = await calendar.list(collection, { ...query, ...paging }, via);
    if (number > 1 && isNoPage(exchange)) return undefined;
    if (number === 1 && isNotFound(exchange)) return toEmptyPage(exchange);
    expectSuccess(exchange, `page ${number} of the list of ${collection}`);
    return calendar.lens.page(collection, exchange);
  };
  for (let number = 1; number <= MOST_PAGES; number += 1) {
    const page = await readAlike(() => readPage(number), pages[0]);
    if (!page || isOverrun(page, pages)) return;
    pages.push(page);
    yield page;
    if (isLast(pages, size, calendar.profile.fullest[collection])) return;
  }
  throw new Inconclusive(`the list of ${collection} has more than ${MOST_PAGES} pages`);
}

/**
 * Reads a page again if its total differs from that of the first page: others may have written in between, and records
 * may have moved across the page border.
 */
async function readAlike(
  readPage: () => Promise<ShownPage | undefined>,
  first: ShownPage | undefined,
): Promise<ShownPage | undefined> {
  let page = await readPage();
  for (let again = 0; again < MOST_REPEATS && page && isOther(page, first); again += 1) page = await readPage();
  return page;
}

const isOther = ({ total }: ShownPage, first: ShownPage | undefined): boolean =>
  first?.total !== undefined && total !== undefined && total !== first.total;

/** An empty page without totals. */
export const toEmptyPage = (exchange: Exchange): ShownPage => ({
  items: [],
  total: undefined,
  totalPages: undefined,
  exchange,
});

/**
 * Whether a list ends. A target may return fewer records than requested, so a page that is not full ends a list only if
 * the total is reached or, without a total, if it is shorter than another page. Totals do not count while pages are
 * full.
 */
function isLast(pages: readonly ShownPage[], size: number, fullest = 0): boolean {
  const last = pages.at(-1);
  if (!last || last.items.length === 0) return true;
  if (last.items.length >= size) return false;
  const seen = pages.reduce((sum, { items }) => sum + items.length, 0);
  const most = Math.max(fullest, pages[0]?.items.length ?? 0);
  return last.total === undefined ? last.items.length < most : seen >= last.total;
}
