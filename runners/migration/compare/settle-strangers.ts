import { type Both, ofBoth, onBoth, type SideName } from '../../../migration/bisect/both-sides.js';
import { findStrangers, type Strangers } from '../../../migration/bisect/find-strangers.js';
import { type JointList, listsOf } from '../../../migration/bisect/joint-list.js';
import { type Surveyed, toWholeSlices } from '../../../migration/bisect/plan-bisection.js';
import { type Found, seekStrangers } from '../../../migration/bisect/seek-strangers.js';
import { toEntry } from '../../../migration/capture/read-slice.js';
import { type IntendedChange, toIntended, toIntendedSlug } from '../../../migration/compare/intended-change.js';
import type { FileSorting } from '../file-sorting.js';
import type { PartialSide } from './partial-side.js';
import type { Snapshot } from '../snapshot-file.js';

/** Two services of which parts were read. */
export interface Settling {
  readonly surveyed: Surveyed;
  readonly parts: Both<PartialSide>;
  readonly map: readonly IntendedChange[];
  readonly sorting: FileSorting;
}

/** What was read in the end, and why it was more than planned: sentences. */
interface Settled {
  readonly snapshots: Both<Snapshot>;
  readonly notes: readonly string[];
}

/** An event that is found may belong to another one than it was sought for, which is then sought. */
const ROUNDS = 4;

/** So many events are sought one by one, however few there are. */
const LEAST = 100;

/**
 * Seeks each event that only one side has among what was read, so that none is called missing or new that is in a window
 * which was not read. Where this would take more requests than to read all events, or does not work, reads all.
 */
export async function settleStrangers(settling: Settling): Promise<Settled> {
  const { surveyed, parts } = settling;
  const events = listsOf(surveyed.lists, 'events');
  const sought: Both<Set<string>> = { a: new Set(), b: new Set() };
  for (let round = 0; round < ROUNDS; round += 1) {
    const snapshots = await openBoth(parts);
    if (isComplete(events, snapshots)) return { snapshots, notes: [] };
    const strangers = await findOpen(settling, { snapshots, sought });
    if (strangers && strangers.a.length + strangers.b.length === 0) return { snapshots, notes: [] };
    const found = strangers && (await seekOnBoth(strangers, settling));
    if (!found?.a || !found.b) {
      const why = strangers ? 'IDs do not select events in lists, so' : 'so many differ that';
      return readWhole(settling, `events: ${why} all of them were read`);
    }
    await onBoth((side) => parts[side].add((found[side] ?? []).map(({ record, list }) => toEntry(record, list))));
  }
  return readWhole(settling, 'events: IDs and slugs changed so much that all of them were read');
}

export const openBoth = (parts: Both<PartialSide>): Promise<Both<Snapshot>> => onBoth((side) => parts[side].open());

/** Whether some lists were read to their ends. */
export const isComplete = (lists: readonly JointList[], snapshots: Both<Snapshot>): boolean =>
  lists.every(({ name, totals }) =>
    (['a', 'b'] as const).every((side) => {
      const read = snapshots[side].header.lists[name] ?? 0;
      return Number.isNaN(totals[side]) || read >= totals[side];
    }),
  );

async function readWhole({ surveyed, parts }: Settling, note: string): Promise<Settled> {
  const events = listsOf(surveyed.lists, 'events');
  await onBoth((side) => parts[side].read(toWholeSlices(events, side)));
  return { snapshots: await openBoth(parts), notes: [note] };
}

interface Opened {
  readonly snapshots: Both<Snapshot>;
  readonly sought: Both<Set<string>>;
}

/** The strangers that were not sought yet. */
async function findOpen({ surveyed, map, sorting }: Settling, { snapshots, sought }: Opened) {
  const totals = listsOf(surveyed.lists, 'events').map(({ totals: { a, b } }) => Math.max(a, b));
  const pages = totals.reduce((sum, total) => sum + total, 0) / surveyed.shown;
  const strangers = await findStrangers({
    parts: snapshots,
    createSorting: sorting.create,
    intended: map,
    most: Math.max(LEAST, pages),
  });
  const open = strangers && ofBoth((side) => strangers[side].filter(({ id }) => !sought[side].has(id)));
  if (open) for (const side of ['a', 'b'] as const) for (const { id } of open[side]) sought[side].add(id);
  return open;
}

const other = (side: SideName): SideName => (side === 'a' ? 'b' : 'a');

/** What each side shows of the strangers of the other one. */
const seekOnBoth = (strangers: Strangers, { surveyed, map }: Settling): Promise<Both<readonly Found[] | undefined>> => {
  const back = map.map((change) => ({ ...change, from: change.to, to: change.from }));
  return onBoth((side) =>
    seekStrangers(strangers[other(side)], {
      side,
      reader: surveyed.readers[side],
      lists: listsOf(surveyed.lists, 'events'),
      size: surveyed.size,
      shown: surveyed.shown,
      toSlug: (slug) => (side === 'a' ? toIntendedSlug(slug, back) : slug),
      toCompared: (record) => (side === 'a' ? toIntended(record, map, () => {}) : record),
    }),
  );
};
