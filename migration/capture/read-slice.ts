import { type Collection, resourceOf } from '../../contract/resources.js';
import { seedOf } from '../../kernel/seed.js';
import { Inconclusive } from '../../wire/errors.js';
import { PAST_THE_END } from '../../wire/status.js';
import { snapshotOrder, type SnapshotRecord } from '../snapshot/canonical-record.js';
import { toSortableId } from '../snapshot/record-keys.js';
import { type Page, type Reader, type Slice, toListName, toSliceName, toWindowName } from './snapshot-reader.js';

/** The place of a collection among the lines; what another identity sees stands after what the first one does. */
const toPlace = (collection: Collection, as?: string): string =>
  `${as === undefined ? '' : `~${as} `}${snapshotOrder.indexOf(collection)}`;

/** The collection of a place, and the identity. */
export function parsePlace(place: string): { readonly collection: Collection | undefined; readonly as?: string } {
  const [, as, index] = /^(?:~(\S+) )?(\d+)$/.exec(place) ?? [];
  return { collection: snapshotOrder[Number(index)], ...(as !== undefined && { as }) };
}

/** Where a record was read, by names. */
export interface Origin {
  readonly as?: string | undefined;
  /** `default`, `nl draft`. */
  readonly list: string;
  /** `2026-01-01..2026-03-01`; empty for a list that is not cut. */
  readonly window: string;
}

/** A record that a slice shows, as a line. */
export const toEntry = (record: Omit<SnapshotRecord, 'lists'>, slice: Slice): string =>
  toEntryLine(record, { as: slice.as, list: toListName(slice), window: toWindowName(slice.window) });

/**
 * A record of one list as a line that sorts: the place of its collection, its id, a number drawn by its name, its
 * content as JSON, the list, the window. Tabs stand between, for JSON has none.
 */
export function toEntryLine(
  { collection, id, fields, other }: Omit<SnapshotRecord, 'lists'>,
  { as, list, window }: Origin,
): string {
  const named = fields['slug'] ?? fields[resourceOf(collection).label];
  const draw = seedOf(0, JSON.stringify([collection, named ?? id]))
    .toString(36)
    .padStart(7, '0');
  const content = `"fields":${JSON.stringify(fields)},"other":${JSON.stringify(other)}`;
  return [toPlace(collection, as), toSortableId(id), draw, content, list, window].join('\t');
}

/** The parts of a line. */
export interface Entry {
  readonly order: string;
  readonly id: string;
  readonly draw: string;
  readonly content: string;
  readonly list: string;
  /** The slice that showed it: `events nl 2026-01-01..2026-03-01`. */
  readonly slice: string;
}

/** Reads a line back. */
export function parseEntry(line: string): Entry {
  const [place = '', id = '', draw = '', content = '', list = '', window = ''] = line.split('\t');
  const slice = [parsePlace(place).collection ?? '', list, ...(window === '' ? [] : [window])].join(' ');
  return { order: place, id: id.slice(id.indexOf(':') + 1), draw, content, list, slice };
}

/** Pages asked for side by side; the client holds them back where fewer may be under way. */
export const AT_ONCE = 4;

/** The list changed while it was read: what stood on the border of two pages may be on both or on none. */
export class Shifted extends Error {
  override readonly name = 'Shifted';
}

/** What is read, and by how many records a page. */
interface SliceOptions {
  readonly reader: Reader;
  readonly slice: Slice;
  readonly size: number;
  /** The list is known to change all the time: it is read as it comes. */
  readonly moving?: boolean;
}

/**
 * Reads a slice, a few pages at a time, as entries. Each page must have the total of the first, and the record before
 * each few pages must still stand there when they are read; else the slice is what no moment saw. @throws Shifted
 */
export async function* readSlice(reading: SliceOptions): AsyncGenerator<readonly string[]> {
  const first = await pageAt(reading, 1);
  yield toEntries(reading, [first]);
  if (first.items.length === 0 || first.items.length === first.total) return;
  let border = { position: first.items.length, id: first.items.at(-1)?.id };
  for await (const pages of readOthers(reading, first)) {
    if (!reading.moving) await expectStill(reading, { first, pages, border });
    yield toEntries(reading, pages);
    const position = border.position + pages.reduce((sum, { items }) => sum + items.length, 0);
    border = { position, id: pages.at(-1)?.items.at(-1)?.id };
  }
}

/** The pages after the first that have records. */
async function* readOthers(reading: SliceOptions, { items, total }: Page): AsyncGenerator<readonly Page[]> {
  const pages = total === undefined ? Number.POSITIVE_INFINITY : Math.ceil(total / items.length);
  const group = total === undefined ? 1 : AT_ONCE;
  for (let number = 2; number <= pages; number += group) {
    const numbers = Array.from({ length: Math.min(group, pages - number + 1) }, (_, index) => number + index);
    const read = await Promise.all(numbers.map((one) => pageAt(reading, one)));
    // A list that ignores the page shows the same for ever.
    const full = read.filter((page) => page.items.length > 0 && page.items[0]?.id !== items[0]?.id);
    if (full.length > 0) yield full;
    if (full.length < read.length) return;
  }
}

async function pageAt({ reader, slice, size }: SliceOptions, page: number): Promise<Page> {
  const read = await reader.page(slice, { page, size });
  if (!('refused' in read)) return read;
  // The interface does not state the response to a page past the end: some services refuse it.
  if (page > 1 && PAST_THE_END.includes(read.refused)) return { items: [], total: undefined };
  throw new Inconclusive(`page ${page} of ${toSliceName(slice)} was refused with ${read.refused}`);
}

const toEntries = ({ slice }: SliceOptions, pages: readonly Page[]): readonly string[] =>
  pages.flatMap(({ items }) => items.map((item) => toEntry(item, slice)));

interface Progress {
  readonly first: Page;
  readonly pages: readonly Page[];
  /** The last record before the pages; positions count from 1. */
  readonly border: { readonly position: number; readonly id: string | undefined };
}

/** Anything added or taken away before the border would have moved it, and one of both alone the total. */
async function expectStill(reading: SliceOptions, { first, pages, border }: Progress): Promise<void> {
  if (pages.some(({ total }) => total !== first.total)) throw shifted(reading);
  const again = await pageAt({ ...reading, size: 1 }, border.position);
  if (again.items[0]?.id !== border.id) throw shifted(reading);
}

const shifted = ({ slice }: SliceOptions): Shifted => new Shifted(`${toSliceName(slice)} changed while it was read`);
