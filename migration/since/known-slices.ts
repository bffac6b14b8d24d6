import { findGaps, widened } from '../capture/deal-slices.js';
import {
  type List,
  parseSliceName,
  type Slice,
  toFullName,
  toSliceName,
  type Window,
} from '../capture/snapshot-reader.js';
import type { SnapshotWindow } from '../snapshot/snapshot-header.js';

/** A slice of a list, and how many records an earlier snapshot read in it. */
export interface KnownSlice {
  readonly slice: Slice;
  /** As it stands in the header of a snapshot. */
  readonly name: string;
  readonly records: number;
  /** When it was read, in ISO 8601, where the earlier snapshot took it over itself. */
  readonly read?: string;
}

/**
 * The slices in which an earlier snapshot read a list, and the days between them, on which it found nothing; none for a
 * list that it did not have.
 */
export function toKnownSlices(list: List, windows: readonly SnapshotWindow[]): readonly KnownSlice[] {
  const own = windows.map((one) => ({ ...one, ...parseSliceName(one.name) })).filter(isOf(list));
  const filled = own.map(({ name, records, read, window }) => ({
    slice: { ...list, ...(window && { window }) },
    name,
    records,
    ...(read !== undefined && { read }),
  }));
  const days = own.flatMap(({ window }) => window ?? []);
  if (days.length === 0) return filled;
  const gaps = isOverlapping(days) ? findGaps(days).map(widened) : findGaps(days);
  const empty = gaps.map((window) => ({ ...list, window }));
  return [...filled, ...empty.map((slice) => ({ slice, name: toSliceName(slice), records: 0 }))];
}

/** Windows overlap where days at their borders are on neither side, or on both: then those of a gap are on neither. */
function isOverlapping(windows: readonly Window[]): boolean {
  const inOrder = windows.toSorted((one, other) => (one.from < other.from ? -1 : 1));
  return inOrder.some(({ from }, at) => from <= (inOrder[at - 1]?.to ?? ''));
}

const isOf =
  (list: List) =>
  (one: { readonly list: string }): boolean =>
    one.list === toFullName(list);
