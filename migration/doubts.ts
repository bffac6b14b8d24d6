import { toCount } from '../harness/reports/layout.js';
import type { TargetProfile } from '../target/profile.js';
import { type SnapshotPlan, toTotalName } from './plan.js';
import type { ListPreview } from './sight.js';
import type { Tally } from './collapse.js';

/** All that tells whether a snapshot is complete. */
export interface Completeness {
  readonly plan: SnapshotPlan;
  readonly after: readonly ListPreview[];
  readonly tally: Tally;
  readonly profile: TargetProfile;
  /** What was found while reading: sentences. */
  readonly doubts: readonly string[];
}

/** What could not be proved complete, as sentences. */
export const toDoubts = ({ plan, after, tally, profile, doubts }: Completeness): readonly string[] => [
  ...plan.notes,
  ...doubts,
  ...plan.totals.flatMap(({ list, total }) => {
    const name = toTotalName(list);
    const then = after.find((sight) => toTotalName(sight.list) === name)?.page.total;
    return doubtOf({ name, read: tally.lists[name] ?? 0, before: total ?? undefined, after: then });
  }),
  ...(profile.evidence.has('list.default-window.lifted') ? [] : [UNLIFTED]),
  ...(tally.twofold > 0 ? [`${toCount(tally.twofold)} records changed while they were read`] : []),
  'records that no list shows cannot be seen',
];

const UNLIFTED = 'events: nothing showed that a window of days lifts the default one, so that past events are listed';

interface Counts {
  readonly name: string;
  readonly read: number;
  readonly before: number | undefined;
  readonly after: number | undefined;
}

function doubtOf({ name, read, before, after }: Counts): readonly string[] {
  if (before === undefined || after === undefined) return [`${name}: the list tells no total to hold against`];
  if (before === read && after === read) return [];
  const told = before === after ? toCount(before) : `${toCount(before)} before and ${toCount(after)} after`;
  return [`${name}: ${toCount(read)} records were read, and the list told ${told}`];
}
