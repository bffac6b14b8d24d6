import { SNAPSHOT_FORM, type SnapshotHeader } from '../snapshot/snapshot-header.js';
import type { Tally } from './collapse.js';
import { toDoubts } from './completeness.js';
import type { SnapshotPart } from './snapshot-part.js';

/** What was found while the records of all parts were joined. */
interface Joined {
  readonly tally: Tally;
  /** What could not be proved of the questions: sentences. */
  readonly doubts: readonly string[];
  /** Lists that are counted even if none of their records was read. */
  readonly listed?: readonly string[] | undefined;
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
  };
}
