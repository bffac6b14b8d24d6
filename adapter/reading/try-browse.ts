import type { Collection } from '../../contract/resources.js';
import type { ListQuery } from '../../generators/wire-value.js';
import { Deviation } from '../../kernel/deviation.js';
import { Inconclusive } from '../../wire/errors.js';
import { type CalendarReader, followPages } from './browse.js';
import type { Shown, ShownPage } from './lens.js';
import type { Via } from './paths.js';

/** The page size that the interface declares: a target that refuses others takes this one. */
const DEFAULT_SIZE = 10;

/**
 * The records of a list as far as it can be followed, in pages of the size that the query says or else of one that is
 * taken; undefined if it is refused. Requirements judge contradictions; probing and clean-up only see less.
 */
export async function tryBrowse(
  calendar: CalendarReader,
  collection: Collection,
  query: ListQuery,
  via: Via = {},
): Promise<readonly Shown[] | undefined> {
  const usual = new Set([calendar.profile.pageSizes[collection], DEFAULT_SIZE]);
  for (const size of query.per_page === undefined ? usual : [query.per_page]) {
    const seen = await collect(followPages(calendar, collection, { per_page: size, ...query }, via));
    if (seen) return seen;
  }
  return undefined;
}

async function collect(pages: AsyncIterable<ShownPage>): Promise<readonly Shown[] | undefined> {
  let seen: Map<string, Shown> | undefined;
  try {
    for await (const { items } of pages) {
      const before = seen?.size;
      seen = new Map([...(seen ?? []), ...items.map((shown) => [shown.id, shown] as const)]);
      // A list that ignores `page` repeats itself for ever.
      if (seen.size === before) break;
    }
  } catch (error) {
    if (!(error instanceof Deviation || error instanceof Inconclusive)) throw error;
  }
  return seen && [...seen.values()];
}

/** The first page of a list; undefined if it is refused or not a list, which requirements judge. */
export async function tryPage(
  calendar: CalendarReader,
  collection: Collection,
  query: ListQuery,
): Promise<readonly Shown[] | undefined> {
  try {
    const { value } = await followPages(calendar, collection, query).next();
    return value?.items;
  } catch (error) {
    if (error instanceof Deviation || error instanceof Inconclusive) return undefined;
    throw error;
  }
}
