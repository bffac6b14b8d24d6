import { plural, toCount } from '../../wire/wording.js';
import type { Tally } from '../capture/collapse.js';
import type { PlannedTakeover } from '../capture/snapshot-plan.js';
import type { SnapshotWindow, TakenOver } from '../snapshot/snapshot-header.js';

/** The names of the slices that are taken over. */
export const toNames = ({ slices }: PlannedTakeover): ReadonlySet<string> => new Set(slices.map(({ name }) => name));

/** The windows of a snapshot, those that were taken over with the time at which they were read. */
export function toDatedWindows(
  windows: readonly SnapshotWindow[],
  { slices }: PlannedTakeover,
): readonly SnapshotWindow[] {
  const times = new Map(slices.map(({ name, read }) => [name, read]));
  return windows.map((one) => {
    const read = times.get(one.name);
    return read === undefined ? one : { ...one, read };
  });
}

/** What was taken over in the end. */
export function toTakenOver(planned: PlannedTakeover, windows: readonly SnapshotWindow[], tally: Tally): TakenOver {
  const names = toNames(planned);
  const sampled: Record<string, number> = {};
  for (const { slice, name } of planned.slices) {
    const key = slice.as === undefined ? slice.collection : `@${slice.as} ${slice.collection}`;
    const count = planned.sampled[name] ?? 0;
    if (count > 0) sampled[key] = (sampled[key] ?? 0) + count;
  }
  return {
    taken: planned.taken,
    seed: planned.seed,
    windows: { takenOver: windows.filter(({ name }) => names.has(name)).length, all: windows.length },
    records: tally.takenOver,
    sampled,
  };
}

/** What is not proved of records that were taken over, as sentences. */
export function toTakeoverDoubts({ taken, seed, records, sampled }: TakenOver, tally: Tally): readonly string[] {
  const about = Object.entries(records).map(([key, count]) => {
    const of = tally.records[key] === undefined ? '' : ` of ${toCount(tally.records[key])}`;
    const sample = sampled[key] ?? 0;
    return (
      `${key}: ${toCount(count)}${of} records were taken over from the snapshot of ${taken}, ` +
      `and only a sample of ${plural(sample, 'record')} was read of them (--seed ${seed})`
    );
  });
  return about.length === 0 ? [] : [...about, UNSEEN];
}

const UNSEEN =
  'of records that were taken over, changed fields outside the sample are not seen, ' +
  'nor as many records added to a window as removed from it';
