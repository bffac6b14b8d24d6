import type { Chosen } from '../capture/choose-lists.js';
import { dealSlices, toWindows } from '../capture/deal-slices.js';
import { findPageSize, type SnapshotPlan, toKnown, toWindowNotes } from '../capture/snapshot-plan.js';
import type { Reader, Slice } from '../capture/snapshot-reader.js';
import { alignEntries } from './align-entries.js';
import { toEarlierEntries, verifying } from './earlier-entries.js';
import type { Earlier } from './earlier-snapshot.js';
import { type KnownSlice, toKnownSlices } from './known-slices.js';
import { compareSample } from './overlay-entries.js';
import { probeSlices } from './probe-slices.js';

/** Entries that are put somewhere and come back in order. */
export interface SampleShelf {
  add(entries: readonly string[]): Promise<void>;
  sorted(): AsyncIterable<string>;
}

/** What is planned by, and how. */
interface SincePlanning {
  readonly chosen: Chosen;
  readonly earlier: Earlier;
  /** Draws the sample. */
  readonly seed: number;
  readonly shelf: SampleShelf;
}

const WHOLE = { index: 1, count: 1 } as const;

/** Finds what of an earlier snapshot can be taken over: slices with the total that they had, and an unchanged sample. */
export async function planSince(reader: Reader, planning: SincePlanning): Promise<SnapshotPlan> {
  const { chosen, earlier, seed, shelf } = planning;
  const { size, shown } = await findPageSize(reader);
  const lists = await Promise.all(chosen.previews.map((preview) => divide(reader, preview, earlier)));
  const known = lists.flatMap((list) => list.known);
  const probed = await probeAll(known, { reader, seed, size, shown }, shelf);
  const { changed, unchanged } = await check(earlier, shelf);
  const isMoved = (one: KnownSlice): boolean =>
    probed.has(one.name) || changed.has(one.name) || isDoubted(one, earlier);
  const dealt = lists.flatMap((list) => list.dealt);
  const moved = known.filter(isMoved).map(({ slice, records }) => ({ slice, total: records }));
  const kept = known.filter((one) => !isMoved(one) && one.records > 0);
  return {
    size,
    ...toReading([...dealt, ...moved]),
    lists: lists.map(({ list, total, slices }) => ({ list, total: toKnown(total), windows: toWindows(slices) })),
    notes: [...chosen.notes, ...toWindowNotes(reader)],
    since: { ...toTaken(kept, earlier), seed, sampled: Object.fromEntries(unchanged) },
  };
}

/** What is read, and how many records that is, about. */
const toReading = (counted: readonly { readonly slice: Slice; readonly total: number }[]) => ({
  slices: counted.map(({ slice }) => slice),
  expected: toKnown(counted.reduce((sum, { total }) => sum + total, 0)),
});

/** What is taken over, and when it was read. */
const toTaken = (kept: readonly KnownSlice[], { header: { taken } }: Earlier) => ({
  taken,
  slices: kept.map(({ slice, name, read = taken }) => ({ slice, name, read })),
});

/** What the earlier snapshot could not prove is not taken over. */
const isDoubted = ({ name }: KnownSlice, { header }: Earlier): boolean =>
  header.unproved.some((sentence) => sentence.startsWith(`${name}: `));

/** The slices of a list: as they are known, or, of one without a total or that is new, as they are dealt now. */
async function divide(reader: Reader, { list, page }: Chosen['previews'][number], { windows }: Earlier) {
  const { total = Number.NaN } = page;
  const known = Number.isNaN(total) ? [] : toKnownSlices(list, windows);
  const counted = known.length > 0 ? [] : await dealSlices({ reader, shard: WHOLE }, list, total);
  const slices: readonly Slice[] = [...known, ...counted].map(({ slice }) => slice);
  return { list, total, known, slices, dealt: counted.filter((one) => one.total !== 0) };
}

/** The names of slices that have other totals, or are too small to be sampled. */
async function probeAll(
  known: readonly KnownSlice[],
  probing: Parameters<typeof probeSlices>[1],
  shelf: SampleShelf,
): Promise<ReadonlySet<string>> {
  const moved = new Set<string>();
  for await (const { known: one, isMoved, sample } of probeSlices(known, probing)) {
    if (isMoved) moved.add(one.name);
    await shelf.add(sample);
  }
  return moved;
}

/** What the sample shows; what the file does not hold as it was written is changed, too. */
async function check(earlier: Earlier, shelf: SampleShelf) {
  const { stored, findAltered } = verifying(earlier);
  const aligned = alignEntries(toEarlierEntries(stored), shelf.sorted());
  const { changed, unchanged } = await compareSample(aligned, new Set(earlier.header.volatile));
  return { changed: new Set([...changed, ...findAltered()]), unchanged };
}

/** Moves slices from what is taken over to what is read. */
export function readMore(plan: SnapshotPlan, names: ReadonlySet<string>): SnapshotPlan {
  const { since } = plan;
  if (!since) return plan;
  const left = since.slices.filter(({ name }) => names.has(name));
  return {
    ...plan,
    slices: [...plan.slices, ...left.map(({ slice }) => slice)],
    since: { ...since, slices: since.slices.filter(({ name }) => !names.has(name)) },
  };
}
