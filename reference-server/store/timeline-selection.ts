import { compareSpans, firstIndex, type Spanned, type Timeline } from './timeline.js';

/** Half-open bounds on start and end: `from <= time < before`, compared as text. */
export interface Range {
  readonly startFrom: string;
  readonly startBefore: string;
  readonly endFrom: string;
  readonly endBefore: string;
}

const FIRST = '';
/** Sorts after every date. */
const NEVER = '~';

/** The range that every event lies in. */
export const allTime: Range = { startFrom: FIRST, startBefore: NEVER, endFrom: FIRST, endBefore: NEVER };

const later = (a: string, b: string): string => (a > b ? a : b);
const earlier = (a: string, b: string): string => (a < b ? a : b);

/** What both ranges allow. As no event ends before it starts, a bound on one also bounds the other. */
export function intersect(a: Range, b: Partial<Range>): Range {
  const startFrom = later(a.startFrom, b.startFrom ?? FIRST);
  const endBefore = earlier(a.endBefore, b.endBefore ?? NEVER);
  return {
    startFrom,
    startBefore: earlier(earlier(a.startBefore, b.startBefore ?? NEVER), endBefore),
    endFrom: later(later(a.endFrom, b.endFrom ?? FIRST), startFrom),
    endBefore,
  };
}

/** Whether an event starts and ends within a range. */
export const contains = (range: Range, { start, end }: Spanned): boolean =>
  start >= range.startFrom && start < range.startBefore && end >= range.endFrom && end < range.endBefore;

/** A page of rows and how many there are in all. */
export interface Selection<T> {
  readonly rows: readonly T[];
  readonly total: number;
}

/** Which rows of a timeline are wanted, and which page of them. */
interface Request<T> {
  readonly range: Range;
  /** Undefined: every row in the range is wanted, so that whole chunks can be counted. */
  readonly accepts: ((row: T) => boolean) | undefined;
  readonly offset: number;
  readonly limit: number;
}

type Chunk<T extends Spanned> = Timeline<T>['chunks'][number];

/** Selects one page from a timeline, with the exact total. */
function selectRows<T extends Spanned>(timeline: Timeline<T>, request: Request<T>): Selection<T> {
  const { range, accepts, offset, limit } = request;
  const rows: T[] = [];
  let total = 0;
  for (const chunk of chunksWithin(timeline, range)) {
    const wanted = !accepts && isWhole(chunk, range) ? chunk.rows : chunk.rows.filter(wantedBy(range, accepts));
    const from = Math.max(0, offset - total);
    rows.push(...wanted.slice(from, Math.max(from, from + limit - rows.length)));
    total += wanted.length;
  }
  return { rows, total };
}

/** Selects from several timelines, which may share rows. */
export function selectFromAll<T extends Spanned>(timelines: readonly Timeline<T>[], request: Request<T>): Selection<T> {
  const [first] = timelines;
  if (first && timelines.length === 1) return selectRows(first, request);
  const everything = { ...request, offset: 0, limit: Number.POSITIVE_INFINITY };
  const all = new Set(timelines.flatMap((timeline) => selectRows(timeline, everything).rows));
  const sorted = [...all].sort(compareSpans);
  return { rows: sorted.slice(request.offset, request.offset + request.limit), total: sorted.length };
}

/** About how many rows a range costs to read: the rows of the chunks that its start bounds touch. */
export function estimate<T extends Spanned>(timeline: Timeline<T>, range: Range): number {
  const [from, before] = chunkBounds(timeline, range);
  return Math.ceil(((before - from) * timeline.size) / Math.max(1, timeline.chunks.length));
}

function wantedBy<T extends Spanned>(range: Range, accepts: Request<T>['accepts']): (row: T) => boolean {
  return accepts ? (row) => contains(range, row) && accepts(row) : (row) => contains(range, row);
}

const chunksWithin = <T extends Spanned>(timeline: Timeline<T>, range: Range): readonly Chunk<T>[] =>
  timeline.chunks
    .slice(...chunkBounds(timeline, range))
    .filter(({ earliestEnd, latestEnd }) => latestEnd >= range.endFrom && earliestEnd < range.endBefore);

/** Half-open bounds of the chunks with rows that may start within the range. */
function chunkBounds<T extends Spanned>({ chunks }: Timeline<T>, range: Range): [from: number, before: number] {
  const from = firstIndex(chunks, ({ rows }) => (rows.at(-1)?.start ?? '') >= range.startFrom);
  const before = firstIndex(chunks, ({ rows }) => (rows[0]?.start ?? '') >= range.startBefore);
  return [from, Math.max(from, before)];
}

function isWhole<T extends Spanned>({ rows, earliestEnd, latestEnd }: Chunk<T>, range: Range): boolean {
  const starts = (rows[0]?.start ?? '') >= range.startFrom && (rows.at(-1)?.start ?? '') < range.startBefore;
  return starts && earliestEnd >= range.endFrom && latestEnd < range.endBefore;
}
