import { type Collection, collections } from '../../contract/resources.js';
import type { CalendarReader } from '../reading/browse.js';
import { unfilteredFor } from '../reading/record-queries.js';
import { tryBrowse } from '../reading/try-browse.js';
import { readFate } from './discard.js';
import { holdsToken } from './marker.js';
import type { OwnRecord } from './registry.js';

/** Where a record is, by what was seen of it last. */
export type Whereabouts = 'there' | 'gone' | 'trashed';

/** How a record of the run is recognized, and what is known of it. */
interface SeenOptions {
  /** The text that every record of the run carries. */
  readonly marker: string;
  /** Whether a DELETE of the record was granted, and nothing brought it back. */
  readonly isDeleted: (record: OwnRecord) => boolean;
  /** Whether a record was seen to be gone after its only DELETE: then its collection has no trash. */
  readonly hasVanished?: (record: OwnRecord) => boolean;
  /** Whether the record was deleted once only: a second DELETE may empty a trash. */
  readonly isDeletedOnce?: (record: OwnRecord) => boolean;
}

/** The status by which lists show a trash. */
const TRASH = 'trash';

/** The ids of our records in lists, each list read once; undefined for a list that is refused. */
type Lists = (collection: Collection, status?: string) => Promise<ReadonlySet<string> | undefined>;

function createLists(calendar: CalendarReader, marker: string): Lists {
  const read = new Map<string, Promise<ReadonlySet<string> | undefined>>();
  const browse = async (collection: Collection, status?: string): Promise<ReadonlySet<string> | undefined> => {
    const query = { ...unfilteredFor(calendar.profile, collection), ...(status !== undefined && { status }) };
    const shown = await tryBrowse(calendar, collection, { ...query, search: marker });
    return shown && new Set(shown.filter(({ json }) => holdsToken(JSON.stringify(json), marker)).map(({ id }) => id));
  };
  return (collection, status) => {
    const key = `${collection}?${status ?? ''}`;
    const list = read.get(key) ?? browse(collection, status);
    read.set(key, list);
    return list;
  };
}

/**
 * Where records are that may have been deleted. A read decides; one that is refused leaves it to lists, and where these
 * do not show the record, to whether its DELETE was granted: a trash may answer 200, 403, 404 or 410. A read that finds
 * nothing decides only after a granted DELETE: a record that lists show under that id has another one.
 */
export async function findWhereabouts(
  calendar: CalendarReader,
  records: readonly OwnRecord[],
  options: SeenOptions,
): Promise<readonly { readonly record: OwnRecord; readonly whereabouts: Whereabouts }[]> {
  const lists = createLists(calendar, options.marker);
  return Promise.all(
    records.map(async (record) => ({ record, whereabouts: await whereaboutsOf(calendar, record, lists, options) })),
  );
}

async function whereaboutsOf(
  calendar: CalendarReader,
  record: OwnRecord,
  lists: Lists,
  { marker, isDeleted }: SeenOptions,
): Promise<Whereabouts> {
  // That others in its collection were deleted says nothing of this one.
  const fate = await readFate(calendar, { ...record, mayBeGone: false }, marker);
  if (fate === 'trashed' || (fate === 'gone' && isDeleted(record))) return fate;
  const isListed = (await lists(record.collection))?.has(record.id) === true;
  if (fate === 'gone') return isListed ? 'there' : 'gone';
  if (fate !== 'left' || isListed) return 'there';
  if ((await lists(record.collection, TRASH))?.has(record.id) === true) return 'trashed';
  return isDeleted(record) ? 'gone' : 'there';
}

/** Returns the records that lists still show, and reads too, after their DELETE was granted. */
export async function findSurvivors(
  calendar: CalendarReader,
  deleted: readonly OwnRecord[],
  options: SeenOptions,
): Promise<readonly OwnRecord[]> {
  const lists = createLists(calendar, options.marker);
  const isThere = async (record: OwnRecord): Promise<boolean> =>
    (await lists(record.collection))?.has(record.id) === true &&
    (await whereaboutsOf(calendar, record, lists, options)) === 'there';
  const there = await Promise.all(deleted.map(isThere));
  return deleted.filter((_, index) => there[index]);
}

/**
 * Returns the deleted records that are in the target's trash. One read for each collection finds out whether there is a
 * trash at all; what was deleted once as well is there too. The others are read, unless the list of the trash shows them.
 */
export async function findTrashed(
  calendar: CalendarReader,
  deleted: readonly OwnRecord[],
  options: SeenOptions,
): Promise<readonly OwnRecord[]> {
  const { marker, hasVanished = () => false, isDeletedOnce = () => false } = options;
  const lists = createLists(calendar, marker);
  const isTrashed = async (record: OwnRecord): Promise<boolean> =>
    (await whereaboutsOf(calendar, record, lists, options)) === 'trashed';
  const found = collections.map(async (collection) => {
    const records = deleted.filter((record) => record.collection === collection);
    const latest = records.findLast(isDeletedOnce) ?? records.at(-1);
    if (!latest || records.some(hasVanished) || !(await isTrashed(latest))) return [];
    const others = records.filter((record) => !isDeletedOnce(record));
    const shown = others.length > 0 ? await lists(collection, TRASH) : undefined;
    const inTrash = await Promise.all(
      records.map(async (record) => !others.includes(record) || shown?.has(record.id) === true || isTrashed(record)),
    );
    return records.filter((_, index) => inTrash[index]);
  });
  return (await Promise.all(found)).flat();
}
