import { collections, resourceOf } from '../contract/resources.js';
import type { CalendarReader } from './browse.js';
import { readFate } from './discard.js';
import type { OwnRecord } from './registry.js';

/** By what a record in the trash of a target is recognised. */
export interface TrashOptions {
  /** The text that every record of the run carries. */
  readonly marker: string;
  /** Whether a record was seen to be gone: then there is no trash for its kind. */
  readonly hasVanished?: (record: OwnRecord) => boolean;
}

/**
 * Tells which deleted records are in the target's trash, as far as it shows that. One look for each kind of record that
 * has a status tells whether there is a trash at all; only then each is looked at.
 */
export async function findTrashed(
  calendar: CalendarReader,
  deleted: readonly OwnRecord[],
  { marker, hasVanished = () => false }: TrashOptions,
): Promise<readonly OwnRecord[]> {
  const isTrashed = async (record: OwnRecord): Promise<boolean> =>
    (await readFate(calendar, record, marker)) === 'trashed';
  const found = collections.map(async (collection) => {
    const records = deleted.filter((record) => record.collection === collection);
    const [first] = records;
    if (!first || !resourceOf(collection).fields.status || records.some(hasVanished)) return [];
    if (!(await isTrashed(first))) return [];
    const looks = await Promise.all(records.map(isTrashed));
    return records.filter((_, index) => looks[index]);
  });
  return (await Promise.all(found)).flat();
}
