import { ALWAYS } from '../../adapter/reading/record-queries.js';
import { DAY, toSeconds, toWall } from '../../generators/wall-time.js';
import type { Shard } from '../../kernel/run/shard.js';
import { seedOf } from '../../kernel/seed.js';
import { type List, type Reader, type Slice, toFullName, type Window } from './snapshot-reader.js';

/** The most events that one window should hold: what is read in one go, and lost when a snapshot is cut off. */
const MOST = 2_000;

/** Where a part of a list stands among all records of the list: from 0, its start, to 1, its end. */
interface Place {
  readonly from: number;
  readonly to: number;
}

/** A part of a list, and its total according to the list. */
interface Counted {
  readonly slice: Slice;
  readonly total: number;
}

interface Placed extends Counted {
  readonly place: Place;
}

/** Whether a shard reads something of a place; of a point, whether it is the one shard that reads it. */
type Deal = (place: Place) => boolean;

const SEEDS = 2 ** 31;

/**
 * Deals a list to shards in equal parts, by what the list itself shows, so that shards that know nothing of each other
 * deal alike. Each list starts at a shard of its own, or all short lists would be read by the first one.
 */
function dealList(list: List, { index, count }: Shard): Deal {
  const start = seedOf(0, toFullName(list)) / SEEDS;
  return ({ from, to }) => {
    const [first, last] = [Math.floor((start + from) * count), Math.floor((start + to) * count)];
    return (((index - 1 - first) % count) + count) % count <= last - first;
  };
}

const startOf = ({ from }: Place): Place => ({ from, to: from });

const START: Place = { from: 0, to: 0 };

/** Whether a list starts at a shard: one that is not cut is read by it. */
export const isFirstOf = (list: List, shard: Shard): boolean => dealList(list, shard)(START);

/** What a list is read by, and which part of it. */
interface Cutting {
  readonly reader: Reader;
  readonly shard: Shard;
}

/**
 * The slices of a list that a shard reads: of events windows of days, in order, empty ones included; any other list, and
 * one without a total (NaN), is read whole by one shard. A cut is proved by the totals of its halves; where they do not
 * add up, because days at the cut are on neither side or on both, the halves are widened to overlap by a day.
 */
export async function dealSlices({ reader, shard }: Cutting, list: List, total: number): Promise<readonly Counted[]> {
  const isCut = list.collection === 'events' && !Number.isNaN(total);
  if (!isCut) return isFirstOf(list, shard) ? [{ slice: list, total }] : [];
  const deal = dealList(list, shard);
  return cut({ reader, deal }, { slice: { ...list, window: ALWAYS }, total, place: { from: 0, to: 1 } }, ALWAYS);
}

interface Dealing {
  readonly reader: Reader;
  readonly deal: Deal;
}

async function cut(dealing: Dealing, part: Placed, window: Window): Promise<readonly Counted[]> {
  const { reader, deal } = dealing;
  if (!deal(part.place)) return [];
  const halves = toHalves(window);
  if (part.total <= MOST || !halves) return deal(startOf(part.place)) ? [part] : [];
  const counted = await countAll(reader, part.slice, halves);
  const isProved = sumOf(counted) === part.total;
  const proved = isProved ? counted : await countAll(reader, part.slice, halves.map(widened));
  const placed = place(proved, part.place);
  const cuts = await Promise.all(placed.map((half) => cut(dealing, half, half.slice.window ?? window)));
  return cuts.flat();
}

/** The two halves of a window; undefined for one of a few days. */
export function toHalves({ from, to }: Window): readonly [Window, Window] | undefined {
  const days = (secondsOf(to) - secondsOf(from)) / DAY;
  if (days < 4) return undefined;
  const middle = toDay(secondsOf(from) + Math.floor(days / 2) * DAY);
  return [
    { from, to: middle },
    { from: moved(middle, 1), to },
  ];
}

const sumOf = (some: readonly Counted[]): number => some.reduce((sum, { total }) => sum + total, 0);

/** Two halves side by side in the place of the whole, each as wide as its total, though they may overlap. */
function place(halves: readonly Counted[], { from, to }: Place): readonly Placed[] {
  const ratio = (halves[0]?.total ?? 0) / sumOf(halves);
  const middle = Math.min(to, from + (to - from) * (ratio >= 0 ? ratio : 1 / 2));
  return halves.map((half, at) => ({ ...half, place: at === 0 ? { from, to: middle } : { from: middle, to } }));
}

const countAll = (reader: Reader, list: List, windows: readonly Window[]): Promise<readonly Counted[]> =>
  Promise.all(windows.map((window) => count(reader, { ...list, window })));

async function count(reader: Reader, slice: Slice): Promise<Counted> {
  const page = await reader.page(slice, { page: 1, size: 1 });
  // A slice that is refused or has no total must be read.
  return { slice, total: 'refused' in page ? Number.NaN : (page.total ?? Number.NaN) };
}

/** A window with a day more on either side. */
export const widened = ({ from, to }: Window): Window => ({ from: moved(from, -1), to: moved(to, 1) });

const secondsOf = (day: string): number => toSeconds(`${day} 00:00:00`);
const toDay = (seconds: number): string => toWall(seconds).slice(0, 10);
const moved = (day: string, days: number): string => toDay(secondsOf(day) + days * DAY);

/** The days of a list that slices of it hold, in as few windows as may be; all days, where it is read whole. */
export const toWindows = (slices: readonly Slice[]): readonly Window[] =>
  joinWindows(slices.map(({ window = ALWAYS }) => window));

/** The days that none of some windows holds. */
export function findGaps(windows: readonly Window[]): readonly Window[] {
  const joined = joinWindows(windows);
  const ends = [moved(ALWAYS.from, -1), ...joined.map(({ to }) => to)];
  const starts = [...joined.map(({ from }) => from), moved(ALWAYS.to, 1)];
  const between = ends.map((end, at) => ({ from: moved(end, 1), to: moved(starts[at] ?? end, -1) }));
  return between.filter(({ from, to }) => from <= to);
}

/** Joins windows that touch or overlap; gives them in the order of their days. */
function joinWindows(windows: readonly Window[]): readonly Window[] {
  const joined: Window[] = [];
  for (const window of windows.toSorted((one, other) => (one.from < other.from ? -1 : 1))) {
    const last = joined.at(-1);
    if (!last || window.from > moved(last.to, 1)) joined.push(window);
    else joined[joined.length - 1] = { from: last.from, to: last.to > window.to ? last.to : window.to };
  }
  return joined;
}
