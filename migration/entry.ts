import { resourceOf } from '../contract/resources.js';
import { seedOf } from '../harness/seed.js';
import { toSortableId } from './keys.js';
import { type List, toListName } from './list.js';
import { type SnapshotRecord, snapshotOrder } from './record.js';

/**
 * A record of one list as a line that sorts: the place of its collection, its id, a number drawn by its name, its
 * content as JSON, the list. Tabs stand between, for JSON has none.
 */
export function toEntry({ collection, id, fields, other }: Omit<SnapshotRecord, 'lists'>, list: List): string {
  const named = fields['slug'] ?? fields[resourceOf(collection).label];
  const draw = seedOf(0, JSON.stringify([collection, named ?? id]))
    .toString(36)
    .padStart(7, '0');
  const content = `"fields":${JSON.stringify(fields)},"other":${JSON.stringify(other)}`;
  return [snapshotOrder.indexOf(collection), toSortableId(id), draw, content, toListName(list)].join('\t');
}

/** The parts of a line. */
export interface Entry {
  readonly order: string;
  readonly id: string;
  readonly draw: string;
  readonly content: string;
  readonly list: string;
}

/** Reads a line back. */
export function parseEntry(line: string): Entry {
  const [place = '', id = '', draw = '', content = '', list = ''] = line.split('\t');
  return { order: place, id: id.slice(id.indexOf(':') + 1), draw, content, list };
}
