import type { Collection } from '../contract/field.js';
import type { ListQuery } from '../generators/wire.js';
import { CannotTell, Deviation } from '../harness/errors.js';
import { browse } from './browse.js';
import type { Calendar } from './calendar.js';
import type { Shown } from './lens.js';
import type { Via } from './paths.js';

/** The page size that the interface declares: whoever refuses others takes this one. */
const DEFAULT_SIZE = 10;

/**
 * The records of a whole list; undefined where the list is refused or contradicts itself. That is for the requirements
 * to judge; whoever looks around or cleans up only sees less.
 */
export async function tryBrowse(
  calendar: Calendar,
  collection: Collection,
  query: ListQuery,
  via: Via = {},
): Promise<readonly Shown[] | undefined> {
  for (const size of new Set([calendar.profile.pageSize, DEFAULT_SIZE])) {
    try {
      return (await browse(calendar, collection, { per_page: size, ...query }, via)).items;
    } catch (error) {
      if (!(error instanceof Deviation || error instanceof CannotTell)) throw error;
    }
  }
  return undefined;
}
