import type { Collection } from '../../contract/field.js';
import { Inconclusive } from '../../harness/errors.js';
import { expectSuccess } from '../../harness/expectations.js';
import type { Browsed } from '../../target/browse.js';
import type { Calendar } from '../../target/calendar.js';
import type { Shown, ShownPage } from '../../target/lens.js';
import { isOverrun } from '../../target/overrun.js';
import { isNoPage } from '../../target/refused.js';
import type { PagedQuery } from './paged-query.js';

const MOST_PAGES = 20;

const hasNew = (page: readonly Shown[], before: readonly Shown[]): boolean =>
  page.some(({ id }) => before.every((one) => one.id !== id));

/**
 * Turns the pages of a list by their numbers, the first without `page`, up to one that is refused, is not full or
 * repeats what was seen; past the end, what is repeated is left out. Unlike `browse`, it believes no totals: it is there to judge pages.
 */
export async function turnPages(calendar: Calendar, collection: Collection, query: PagedQuery): Promise<Browsed> {
  const pages: ShownPage[] = [];
  for (let page = 1; page <= MOST_PAGES; page += 1) {
    const exchange = await calendar.list(collection, { ...query, ...(page > 1 && { page }) });
    const before = pages.flatMap(({ items }) => items);
    if (page > 1 && isNoPage(exchange)) return { items: before, pages };
    expectSuccess(exchange, `page ${page} of the list of ${collection}`);
    const turned = calendar.lens.page(collection, exchange);
    if (isOverrun(turned, pages)) return { items: before, pages };
    pages.push(turned);
    const isEnd = turned.items.length < query.per_page || !hasNew(turned.items, before);
    if (isEnd) return { items: [...before, ...turned.items], pages };
  }
  throw new Inconclusive(`the list of ${collection} has more than ${MOST_PAGES} pages`);
}
