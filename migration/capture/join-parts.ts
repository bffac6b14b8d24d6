import type { RecordRange } from '../snapshot/record-ranges.js';
import {
  SNAPSHOT_FORM,
  type SnapshotHeader,
  type SnapshotWindow,
  type TakenOver,
} from '../snapshot/snapshot-header.js';
import type { Tally } from './collapse.js';
import { toDoubts } from './completeness.js';
import type { SnapshotPart } from './snapshot-part.js';

/** What was found while the records of all parts were joined, and written. */
interface Joined {
  readonly tally: Tally;
  /** What could not be proved of the questions, or was taken over: sentences. */
  readonly doubts: readonly string[];
  /** Lists that are counted even if none of their records was read. */
  readonly listed?: readonly string[] | undefined;
  readonly windows: readonly SnapshotWindow[];
  readonly ranges: readonly RecordRange[];
  readonly since?: TakenOver | undefined;
  /** How many answers to writes were kept. */
  readonly writes?: number;
}

/** The header of the snapshot that parts make; one that was taken in one go has one part. */
export function joinParts(parts: readonly [SnapshotPart, ...SnapshotPart[]], joined: Joined): SnapshotHeader {
  const { shard: _shard, lists: _lists, volatile: _volatile, unproved: _unproved, ...meta } = parts[0];
  const { records, lists } = joined.tally;
  const doubts = [...parts.flatMap(({ unproved }) => unproved), ...joined.doubts, ...toDoubts(parts, joined.tally)];
  return {
    'calproof-snapshot': SNAPSHOT_FORM,
    ...meta,
    taken: parts.map(({ taken }) => taken).toSorted()[0] ?? meta.taken,
    records,
    lists: { ...Object.fromEntries((joined.listed ?? []).map((name) => [name, 0])), ...lists },
    volatile: [...new Set(parts.flatMap(({ volatile }) => volatile))].sort(),
    unproved: [...new Set(doubts)],
    ...(joined.writes !== undefined && joined.writes > 0 && { writes: joined.writes }),
    ...(joined.since && { since: joined.since }),
    windows: joined.windows,
    ranges: joined.ranges,
  };
}
