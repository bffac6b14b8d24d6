import { ALWAYS } from '../../adapter/reading/record-queries.js';
import { toCount } from '../../wire/wording.js';
import type { Reader } from '../capture/snapshot-reader.js';
import { type Both, onBoth } from './both-sides.js';
import { type CountedWindow, type CountWindow, divide, sizeOf } from './divide-windows.js';
import { isShown, type JointList } from './joint-list.js';
import { sampleWindows } from './sample-windows.js';

/** Two services, and how they are bisected. */
export interface Bisecting {
  readonly readers: Both<Reader>;
  /** Lists of one collection. */
  readonly lists: readonly JointList[];
  readonly seed: number;
  /** Records a page to ask for. */
  readonly size: number;
  /** Records that such a page shows. */
  readonly shown: number;
}

/** Windows of days to read on both sides. */
interface EventWindows {
  /** With different totals. */
  readonly different: readonly CountedWindow[];
  /** With equal totals, as far as they are sampled. */
  readonly sampled: readonly CountedWindow[];
  /** The most events of a window with equal totals. */
  readonly largest: number;
  /** What was not divided, and why: sentences. */
  readonly notes: readonly string[];
}

/** To divide four pages takes as many requests as to read them. */
const SMALL_PAGES = 4;

/**
 * Finds the windows of days to read. Windows with equal totals hold as many pages as there are such windows, about, so
 * that the requests grow with the square root of the number of events.
 */
export async function bisectEvents(bisecting: Bisecting): Promise<EventWindows> {
  const { lists, seed, shown } = bisecting;
  const all: CountedWindow = {
    window: ALWAYS,
    totals: { a: lists.map(({ totals }) => totals.a), b: lists.map(({ totals }) => totals.b) },
  };
  const small = SMALL_PAGES * shown;
  const leaf = Math.max(small, Math.ceil(Math.sqrt(sizeOf(all) * shown))) || small;
  const options = { count: toCounter(bisecting), small, leaf };
  const { equal, different } = await divide(all, options);
  const sample = await sampleWindows(equal, { ...options, seed });
  const read = [...different, ...sample.different, ...sample.equal];
  return {
    different: [...different, ...sample.different],
    sampled: sample.equal,
    largest: Math.max(0, ...equal.map(sizeOf)),
    notes: read.filter((one) => sizeOf(one) > leaf).map(toUndivided),
  };
}

const toUndivided = (part: CountedWindow): string =>
  `events: windows of days do not divide ${toCount(sizeOf(part))} events, so all of them were read`;

const toCounter =
  ({ readers, lists }: Bisecting): CountWindow =>
  async (window, around) => ({
    window,
    totals: await onBoth((side) =>
      Promise.all(
        lists.map(async (one, at) => {
          if (!isShown(one, side) || around.totals[side][at] === 0) return 0;
          const page = await readers[side].page({ ...one.list, window }, { page: 1, size: 1 });
          return 'refused' in page ? Number.NaN : (page.total ?? Number.NaN);
        }),
      ),
    ),
  });
