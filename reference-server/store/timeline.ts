/** What is put in order of time. */
export interface Spanned {
  readonly id: number;
  readonly start: string;
  readonly end: string;
}

interface Chunk<T> {
  readonly rows: T[];
  earliestEnd: string;
  latestEnd: string;
}

/**
 * Events in the order of their start, then their id, cut into short chunks that know their earliest and latest end. So
 * a window is found by binary search, chunks that have wholly ended are skipped, and chunks that lie wholly in the
 * window are counted without being read.
 */
export interface Timeline<T extends Spanned> {
  size: number;
  /** How many rows a chunk holds at most. */
  readonly most: number;
  readonly chunks: Chunk<T>[];
}

/** Creates an empty timeline with chunks of at most `most` rows. */
export const createTimeline = <T extends Spanned>(most: number): Timeline<T> => ({ size: 0, most, chunks: [] });

/** Orders by start, then id. */
export const compareSpans = (a: Spanned, b: Spanned): number =>
  a.start < b.start ? -1 : a.start > b.start ? 1 : a.id - b.id;

/** Adds a row; a chunk that grows too long is cut in half. */
export function addRow<T extends Spanned>(timeline: Timeline<T>, row: T): void {
  const at = chunkFor(timeline, row);
  const chunk = timeline.chunks[at] ?? { rows: [], earliestEnd: row.end, latestEnd: row.end };
  const { rows } = chunk;
  rows.splice(
    firstIndex(rows, (other) => compareSpans(other, row) > 0),
    0,
    row,
  );
  if (row.end < chunk.earliestEnd) chunk.earliestEnd = row.end;
  if (row.end > chunk.latestEnd) chunk.latestEnd = row.end;
  timeline.size += 1;
  const parts = rows.length <= timeline.most ? [chunk] : halvesOf(rows).map(toChunk);
  timeline.chunks.splice(at, 1, ...parts);
}

/** Removes the row with this id and start; nothing happens where there is none. */
export function removeRow<T extends Spanned>(timeline: Timeline<T>, row: T): void {
  const at = chunkFor(timeline, row);
  const rows = timeline.chunks[at]?.rows ?? [];
  const index = rows.findIndex(({ id }) => id === row.id);
  if (index < 0) return;
  rows.splice(index, 1);
  timeline.size -= 1;
  timeline.chunks.splice(at, 1, ...(rows.length > 0 ? [toChunk(rows)] : []));
}

function halvesOf<T>(rows: readonly T[]): T[][] {
  const middle = rows.length >> 1;
  return [rows.slice(0, middle), rows.slice(middle)];
}

function toChunk<T extends Spanned>(rows: T[]): Chunk<T> {
  const ends = rows.map(({ end }) => end);
  const earliestEnd = ends.reduce((least, end) => (end < least ? end : least));
  return { rows, earliestEnd, latestEnd: ends.reduce((most, end) => (end > most ? end : most)) };
}

/** The index of the last chunk that begins at or before the row, where it is or belongs. */
function chunkFor<T extends Spanned>({ chunks }: Timeline<T>, row: Spanned): number {
  const next = firstIndex(chunks, ({ rows: [first] }) => first !== undefined && compareSpans(first, row) > 0);
  return Math.max(0, next - 1);
}

/** The first index at which a condition that never turns false again becomes true; the length when it never does. */
export function firstIndex<T>(items: readonly T[], holdsFrom: (item: T) => boolean): number {
  let low = 0;
  let high = items.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    const item = items[middle];
    if (item !== undefined && holdsFrom(item)) high = middle;
    else low = middle + 1;
  }
  return low;
}
