import { toEntryLine } from '../capture/read-slice.js';
import { parseSliceName, toWindowName } from '../capture/snapshot-reader.js';
import { createWindowBook } from '../capture/window-book.js';
import type { SnapshotRecord } from '../snapshot/canonical-record.js';
import type { Earlier } from './earlier-snapshot.js';

/** A record as it stands in a file. */
interface StoredRecord extends SnapshotRecord {
  readonly as?: string;
  /** Indexes of the windows in which it was read. */
  readonly slices?: readonly number[];
}

type Stored = Pick<Earlier, 'windows' | 'lines'>;

/** The records of an earlier snapshot as the slices showed them, as entries in order. */
export async function* toEarlierEntries({ windows, lines }: Stored): AsyncGenerator<string> {
  const slices = windows.map(({ name }) => parseSliceName(name));
  for await (const line of lines()) {
    const record = JSON.parse(line) as StoredRecord;
    for (const list of record.lists)
      for (const index of record.slices ?? []) {
        const slice = slices[index];
        if (slice?.list !== `${record.collection} ${list}`) continue;
        yield toEntryLine(record, { as: record.as, list, window: toWindowName(slice.window) });
      }
  }
}

/** The same records, and the names of the windows that do not hold what was written, once all are read. */
export function verifying({ windows, lines }: Stored) {
  const book = createWindowBook();
  const names = windows.map(({ name }) => name);
  const read = async function* (): AsyncGenerator<string> {
    for await (const line of lines()) {
      book.note(toNoted(line, names));
      yield line;
    }
  };
  return {
    stored: { windows, lines: read },
    findAltered(): ReadonlySet<string> {
      const digests = new Map(book.end().map(({ name, digest }) => [name, digest]));
      return new Set(windows.filter(({ name, digest }) => digests.get(name) !== digest).map(({ name }) => name));
    },
  };
}

/** What a line says of its record, and the windows that it was read in. */
function toNoted(line: string, names: readonly string[]) {
  const [end = '', indexes = ''] = /,"slices":\[([\d,]*)\]\}$/.exec(line) ?? [];
  const text = end === '' ? line : `${line.slice(0, -end.length)}}`;
  const slices = indexes === '' ? [] : indexes.split(',').flatMap((index) => names[Number(index)] ?? []);
  return { text, slices };
}
