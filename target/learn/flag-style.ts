import type { Collection } from '../../contract/field.js';
import { type FlagStyle, toQueryPairs } from '../../generators/encode.js';
import type { ListQuery } from '../../generators/wire.js';
import type { Calendar } from '../calendar.js';
import { isRefused } from '../refused.js';
import { LARGEST, SMALLEST } from './page-size.js';

const EVERY_TAG = { hide_empty: false } as const satisfies ListQuery;

/**
 * Learns how the target takes flags in queries: as words unless it refuses them and takes digits. The lists that are
 * asked for first are those by which the page size is learned, so that nothing more is sent where words are taken.
 */
export async function learnFlagStyle(calendar: Calendar): Promise<FlagStyle> {
  for (const size of [LARGEST, SMALLEST])
    if (!isRefused(await calendar.list('tags', { ...EVERY_TAG, per_page: size }))) return 'words';
  if (!(await isTaken(calendar, 'tags', EVERY_TAG, 'digits'))) return 'words';
  return (await isTaken(calendar, 'venues', { only_with_upcoming: false }, 'words')) ? 'digits-as-stated' : 'digits';
}

async function isTaken(
  calendar: Calendar,
  collection: Collection,
  query: ListQuery,
  flags: FlagStyle,
): Promise<boolean> {
  const pairs = toQueryPairs(query, { id: calendar.idOf, flags });
  return !isRefused(await calendar.send({ method: 'GET', path: `/${collection}`, query: pairs }));
}
