import type { Calendar } from '../../adapter/calendar/calendar.js';
import { askedWith } from '../../adapter/calendar/locate.js';
import { type Browsed, isOverrun, toEmptyPage } from '../../adapter/reading/browse.js';
import type { Shown, ShownPage } from '../../adapter/reading/lens.js';
import type { World } from '../../adapter/world/world.js';
import type { Collection } from '../../contract/resources.js';
import type { ListQuery } from '../../generators/wire-value.js';
import { Deviation } from '../../kernel/deviation.js';
import { expectSuccess, expectThat } from '../../kernel/expectations.js';
import { Inconclusive } from '../../wire/errors.js';
import { isNoPage } from '../../wire/status.js';
import type { PagedQuery } from './paged-query.js';

/** Reads one page of a list, which must be granted. */
export async function askPage(calendar: Calendar, collection: Collection, query: ListQuery): Promise<ShownPage> {
  const exchange = await calendar.list(collection, query);
  expectSuccess(exchange, `a page of the list of ${collection}`);
  return calendar.lens.page(collection, exchange);
}

/** Reads a page that may lie past the end; where that is refused, it is empty. */
export async function askPageBeyond(calendar: Calendar, collection: Collection, query: ListQuery): Promise<ShownPage> {
  const exchange = await calendar.list(collection, query);
  if (isNoPage(exchange)) return toEmptyPage(exchange);
  expectSuccess(exchange, `a page of the list of ${collection}`);
  return calendar.lens.page(collection, exchange);
}

/** The ids on a page, in order, as text to compare and to show. */
export const idsOn = ({ items }: ShownPage): string => items.map(({ id }) => id).join(', ') || 'none';

interface Own {
  readonly world: World;
  readonly collection: Collection;
}

/** Expects no known record to be on two pages of a list: what others write moves theirs. */
export function expectOnOnePage({ items, pages }: Browsed, { world, collection }: Own): void {
  const own = items.filter(({ id }) => world.refOf(collection, id));
  const twice = own.filter(({ id }, index) => own.slice(0, index).some((one) => one.id === id));
  expectThat(twice.length === 0, {
    kind: 'selection',
    expected: 'each record on one page',
    observed: `${collection}/${twice.map(({ id }) => id).join(', ')} on two`,
    ...(pages[1] && { exchange: pages[1].exchange }),
    about: askedWith(collection, ['per_page', 'page']),
  });
}

const MOST_PAGES = 20;

const hasNew = (page: readonly Shown[], before: readonly Shown[]): boolean =>
  page.some(({ id }) => before.every((one) => one.id !== id));

/**
 * Reads the pages of a list by their numbers, the first without `page`, up to one that is refused, is not full or
 * repeats what was seen; past the end, what is repeated is left out. Unlike `browse`, it trusts no totals: it judges pages.
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

/** The records that were read, in an order that does not depend on that of the list, and the totals of each page. */
export function standOf(read: Browsed | ShownPage): string {
  const members = [...new Set(read.items.map(({ id }) => id))].toSorted();
  return [...members, ...pagesOf(read).map(({ total, totalPages }) => `of ${total} on ${totalPages}`)].join(', ');
}

const pagesOf = (read: Browsed | ShownPage): readonly ShownPage[] => ('pages' in read ? read.pages : [read]);

/**
 * Whether readings show one set of records between them, as many as each of their pages counts. Then nothing came or went,
 * and what is on two pages of a reading, or on none, moved within the list: equals stand in whatever order.
 */
function isOneSet(readings: readonly (Browsed | ShownPage)[]): boolean {
  const [total, ...others] = new Set(readings.flatMap(pagesOf).map((page) => page.total));
  const members = new Set(readings.flatMap(({ items }) => items.map(({ id }) => id)));
  return others.length === 0 && total === members.size;
}

interface Judging<T> {
  readonly calendar: Pick<Calendar, 'aside' | 'follow'>;
  readonly judge: (seen: T) => void | Promise<void>;
}

/**
 * Judges what was read of a list. Whatever does not add up may be the work of others: what they create or delete between
 * two pages is counted on one and not on the other, and moves records over the border. So a deviation stands only when
 * the list still contains the same when it is read again, or deviates each time though nothing came or went.
 * @throws Inconclusive otherwise.
 */
export async function whileStanding<T extends Browsed | ShownPage>(
  seen: T,
  readAgain: () => Promise<T>,
  { calendar, judge }: Judging<T>,
): Promise<void> {
  try {
    await judge(seen);
  } catch (found) {
    const several = 'pages' in seen && seen.pages.length > 1 ? seen.pages[0] : undefined;
    const again = found instanceof Deviation ? await readTwice(calendar, readAgain, several) : [];
    const moved = again.some((one) => standOf(one) !== standOf(seen));
    const isOfTarget = moved && isOneSet([seen, ...again]) && (await calendar.aside(() => allDeviate(again, judge)));
    throw moved && !isOfTarget ? new Inconclusive(OTHERS_WRITE) : found;
  }
}

/** Whether each of several readings deviates, too: who edits what is listed moves it as well, but not each time. */
async function allDeviate<T>(readings: readonly T[], judge: Judging<T>['judge']): Promise<boolean> {
  for (const one of readings) {
    try {
      await judge(one);
    } catch (found) {
      if (found instanceof Deviation) continue;
      throw found;
    }
    return false;
  }
  return true;
}

const OTHERS_WRITE = 'others write to the list while it is read';

/**
 * Reads twice more. What others create and delete may come and go in step with our requests: after several pages, which
 * may be an even number of them, the second reading is a request out of step.
 */
export const readTwice = <T>(
  calendar: Judging<T>['calendar'],
  read: () => Promise<T>,
  several?: Pick<ShownPage, 'exchange'>,
): Promise<readonly T[]> =>
  calendar.aside(async () => {
    const once = await read();
    if (several) await calendar.follow(several.exchange.request.target, several.exchange);
    return [once, await read()];
  });

/**
 * Judges what several pages of a list show, which others may write to meanwhile: a deviation stands only when a page of it
 * is the same twice in a row. @throws Inconclusive otherwise.
 */
export async function unlessWritten<Result>(
  calendar: Pick<Calendar, 'aside' | 'follow'>,
  read: () => Promise<ShownPage>,
  judge: () => Promise<Result>,
): Promise<Result> {
  try {
    return await judge();
  } catch (found) {
    const [one, other] = found instanceof Deviation ? await readTwice(calendar, read) : [];
    throw one && other && standOf(one) !== standOf(other) ? new Inconclusive(OTHERS_WRITE) : found;
  }
}
