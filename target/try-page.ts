import type { Collection } from '../contract/field.js';
import type { ListQuery } from '../generators/wire.js';
import { Deviation } from '../harness/deviation.js';
import { Inconclusive } from '../harness/errors.js';
import { type CalendarReader, followPages } from './browse.js';
import type { Shown } from './lens.js';

/** The first page of a list; undefined where it is refused or no list, which is for the requirements to judge. */
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
