import { ALWAYS } from '../../adapter/reading/record-queries.js';
import { DAY, toSeconds, toWall } from '../../generators/wall-time.js';
import type { JsonValue } from '../../wire/json.js';
import { chooseLists, type Chosen } from './choose-lists.js';
import { type List, type Reader, type Slice, toListName, type Window } from './snapshot-reader.js';

/** The most events that one window should hold: what is read in one go, and lost when a snapshot is cut off. */
const MOST = 2_000;

/** A part of a list, and its total according to the list. */
interface Counted {
  readonly slice: Slice;
  readonly total: number;
}

/**
 * Cuts the events of a list into windows of days. A cut is proved by the totals of its halves; where they do not add up,
 * because days at the cut are on neither side or on both, the halves are widened to overlap by a day.
 */
export async function cutIntoWindows(reader: Reader, list: List, total: number): Promise<readonly Counted[]> {
  const all: Counted = { slice: { ...list, window: ALWAYS }, total };
  return cut(reader, all, ALWAYS);
}

async function cut(reader: Reader, part: Counted, window: Window): Promise<readonly Counted[]> {
  const halves = toHalves(window);
  if (part.total <= MOST || !halves) return part.total === 0 ? [] : [part];
  const counted = await countAll(reader, part.slice, halves);
  const sum = counted.reduce((all, one) => all + one.total, 0);
  const proved = sum === part.total ? counted : await countAll(reader, part.slice, halves.map(widened));
  const cuts = await Promise.all(proved.map((half) => cut(reader, half, half.slice.window ?? window)));
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

/** What is to be read for a snapshot. */
export interface SnapshotPlan {
  /** Records a page. */
  readonly size: number;
  readonly slices: readonly Slice[];
  /** The total of each list before the read; null where it has none. */
  readonly totals: readonly { readonly list: List; readonly total: number | null }[];
  readonly notes: readonly string[];
}

/** How a plan is kept while a snapshot is taken. */
export const toPlanJson = (plan: SnapshotPlan): JsonValue => JSON.parse(JSON.stringify(plan)) as JsonValue;
/** Reads it back; only what `toPlanJson` made is given to it. */
export const fromPlanJson = (json: JsonValue): SnapshotPlan => json as unknown as SnapshotPlan;

/** Chooses the lists of a target and cuts those of many events into windows. */
export async function planSnapshot(reader: Reader, chosen?: Chosen): Promise<SnapshotPlan> {
  const { previews, notes } = chosen ?? (await chooseLists(reader));
  const cut = await Promise.all(
    previews.map(async ({ list, page: { total } }): Promise<readonly Slice[]> => {
      if (list.collection !== 'events' || total === undefined) return [list];
      return (await cutIntoWindows(reader, list, total)).map(({ slice }) => slice);
    }),
  );
  const totals = previews.map(({ list, page: { total = null } }) => ({ list, total }));
  const { size } = await findPageSize(reader);
  return { size, slices: cut.flat(), totals, notes };
}

/** More than a common implementation gives; whoever refuses it is asked for what it was seen to give. */
const LARGE = 100;

/** The size of pages to ask for, and how many records such a page shows. */
export async function findPageSize(reader: Reader): Promise<{ readonly size: number; readonly shown: number }> {
  const page = await reader.page({ collection: 'events', language: '', status: '' }, { page: 1, size: LARGE });
  const given = reader.profile.pageSizes.events;
  if ('refused' in page) return { size: given, shown: given };
  const { items, total = items.length } = page;
  return { size: LARGE, shown: total > items.length && items.length > 0 ? items.length : LARGE };
}

/** The total of each list after the read, by collection and list. */
export const toTotalName = (list: List): string => `${list.collection} ${toListName(list)}`;
