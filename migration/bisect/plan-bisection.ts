import type { Chosen } from '../capture/choose-lists.js';
import { findPageSize } from '../capture/snapshot-plan.js';
import { toEntry } from '../capture/read-slice.js';
import { type Reader, type Slice, toSliceName } from '../capture/snapshot-reader.js';
import { snapshotOrder } from '../snapshot/canonical-record.js';
import { bisectEvents, type Bisecting } from './bisect-events.js';
import { type Both, ofBoth, onBoth, type SideName } from './both-sides.js';
import type { CountedWindow } from './divide-windows.js';
import { isShown, joinLists, type JointList, listsOf } from './joint-list.js';
import { type SampledPages, samplePages } from './sample-pages.js';

/** Two services and their lists. */
export interface Surveyed extends Omit<Bisecting, 'lists'> {
  readonly lists: readonly JointList[];
}

/** Finds how two services show their records. */
export async function survey(readers: Both<Reader>, chosen: Both<Chosen>, seed: number): Promise<Surveyed> {
  const { a, b } = await onBoth((side) => findPageSize(readers[side]));
  const lists = joinLists(ofBoth((side) => chosen[side].previews));
  return { readers, seed, lists, size: Math.min(a.size, b.size), shown: Math.min(a.shown, b.shown) };
}

/** What is read of two services. */
export interface BisectionPlan {
  readonly slices: Both<readonly Slice[]>;
  /** Records that were read while the plan was made, as entries. */
  readonly entries: Both<readonly string[]>;
  /** What was drawn, by name: windows of days, and pages. */
  readonly sampled: readonly string[];
  /** The collections of which pages were sampled. */
  readonly paged: readonly JointList['list']['collection'][];
  /** The most events of a window with equal totals. */
  readonly largest: number;
  /** Sentences. */
  readonly notes: readonly string[];
}

/** Finds what to read: of events by windows of days, of other collections by pages. */
export async function planBisection(surveyed: Surveyed): Promise<BisectionPlan> {
  const events = listsOf(surveyed.lists, 'events');
  const { different, sampled, largest, notes } = await bisectEvents({ ...surveyed, lists: events });
  const others = snapshotOrder.filter((collection) => collection !== 'events');
  const pages = await Promise.all(
    others.map(async (collection) => {
      const lists = listsOf(surveyed.lists, collection);
      return { collection, lists, sample: await samplePages({ ...surveyed, lists }) };
    }),
  );
  const whole = pages.flatMap(({ lists, sample }) => (sample ? [] : lists));
  const paged = pages.flatMap(({ collection, sample }) => (sample ? [collection] : []));
  const drawn = pages.flatMap(({ sample }) => sample ?? []);
  const windows = [...different, ...sampled];
  return {
    slices: ofBoth((side) => [...toWindowSlices(events, windows, side), ...toWholeSlices(whole, side)]),
    entries: ofBoth((side) => drawn.flatMap((one) => toPageEntries(one, side))),
    sampled: [...sampled.map(toWindowName), ...drawn.flatMap(toPageNames)],
    paged,
    largest,
    notes: [...notes, ...surveyed.lists.flatMap(toCountless)],
  };
}

/** Lists that are read from their first page to their last. */
export const toWholeSlices = (lists: readonly JointList[], side: SideName): readonly Slice[] =>
  lists.filter((one) => isShown(one, side)).map(({ list }) => list);

const toWindowSlices = (
  lists: readonly JointList[],
  windows: readonly CountedWindow[],
  side: SideName,
): readonly Slice[] =>
  windows.flatMap(({ window, totals }) =>
    lists.flatMap((one, at) => (isShown(one, side) && totals[side][at] !== 0 ? [{ ...one.list, window }] : [])),
  );

const toPageEntries = ({ list: { list }, pages }: SampledPages, side: SideName): readonly string[] =>
  pages[side].flatMap(({ items }) => items.map((item) => toEntry(item, list)));

const toWindowName = ({ window: { from, to } }: CountedWindow): string => `events ${from}..${to}`;

const toPageNames = ({ list: { list }, numbers }: SampledPages): readonly string[] =>
  numbers.map((number) => `${toSliceName(list)} page ${number}`);

const toCountless = ({ name, totals: { a, b } }: JointList): readonly string[] =>
  Number.isNaN(a) || Number.isNaN(b) ? [`${name}: the list has no total, so all of it was read`] : [];
