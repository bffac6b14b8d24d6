import type { Collection } from '../contract/field.js';
import type { ListQuery } from '../generators/wire.js';
import { CannotTell } from '../harness/errors.js';
import type { Exchange, Outcome } from '../harness/exchange.js';
import { expectSuccess } from '../harness/expectations.js';
import type { Calendar } from './calendar.js';
import type { Shown, ShownPage } from './lens.js';
import type { Via } from './paths.js';

/** All pages of a list, in order. */
export interface Browsed {
  readonly items: readonly Shown[];
  readonly pages: readonly ShownPage[];
}

const MOST_PAGES = 20;

/**
 * Follows a list page by page to its end: a page that is empty or not full, or a refusal of the page after the last.
 * Expects each answer to be a list. A first page that is not found is an empty list: how one is told is not shown.
 */
export async function browse(
  calendar: Calendar,
  collection: Collection,
  query: ListQuery,
  via: Via = {},
): Promise<Browsed> {
  const size = typeof query.per_page === 'number' ? query.per_page : calendar.profile.pageSize;
  const pages: ShownPage[] = [];
  for (let page = 1; page <= MOST_PAGES; page += 1) {
    const exchange = await calendar.list(collection, { ...query, per_page: size, ...(page > 1 && { page }) }, via);
    if (page > 1 && isPastTheEnd(exchange.outcome)) return toBrowsed(pages);
    if (page === 1 && isNotFound(exchange.outcome)) return toBrowsed([toEmptyPage(exchange)]);
    expectSuccess(exchange, `page ${page} of the list of ${collection}`);
    pages.push(calendar.lens.page(collection, exchange));
    if (isLast(pages, size)) return toBrowsed(pages);
  }
  throw new CannotTell(`the list of ${collection} has more than ${MOST_PAGES} pages`);
}

const isPastTheEnd = (outcome: Outcome): boolean =>
  outcome.kind === 'response' && [400, 404].includes(outcome.response.status);

const isNotFound = (outcome: Outcome): boolean => outcome.kind === 'response' && outcome.response.status === 404;

const toEmptyPage = (exchange: Exchange): ShownPage => ({
  items: [],
  total: undefined,
  totalPages: undefined,
  exchange,
});

/**
 * A target may give fewer than asked for, so a page that is not full ends a list only when the total is reached or,
 * where none is told, when it is shorter than the first. A total is not believed while pages are full.
 */
function isLast(pages: readonly ShownPage[], size: number): boolean {
  const last = pages.at(-1);
  if (!last || last.items.length === 0) return true;
  if (last.items.length >= size) return false;
  const seen = pages.reduce((sum, { items }) => sum + items.length, 0);
  return last.total === undefined ? last.items.length < (pages[0]?.items.length ?? 0) : seen >= last.total;
}

const toBrowsed = (pages: readonly ShownPage[]): Browsed => ({ items: pages.flatMap(({ items }) => items), pages });
