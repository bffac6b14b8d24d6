import { toShardText } from '../../kernel/run/shard.js';
import { toDifferingFacts } from '../../reports/merge/learned-differences.js';
import { plural, toCount } from '../../wire/wording.js';
import type { Tally } from './collapse.js';
import type { SnapshotPart } from './snapshot-part.js';
import { toFullName } from './snapshot-reader.js';

/** What could not be proved of the records of all parts together, as sentences. */
export const toDoubts = (parts: readonly SnapshotPart[], tally: Tally): readonly string[] => [
  ...toLearnedDoubts(parts),
  ...[...toTotals(parts)].flatMap(([name, totals]) => doubtOf({ name, read: tally.lists[name] ?? 0, totals })),
  ...(tally.twofold > 0 ? [`${plural(tally.twofold, 'record')} changed during the read`] : []),
  'records that appear in no list are not included',
];

/** Records in canonical form depend on what was learned. */
function toLearnedDoubts([first, ...others]: readonly SnapshotPart[]): readonly string[] {
  return others.flatMap(({ shard, learned }) => {
    const differing = first ? toDifferingFacts(first.learned, learned) : [];
    if (!first || differing.length === 0) return [];
    const [one, other] = [toShardText(first.shard), toShardText(shard)];
    return [`shards ${one} and ${other} learned different ${differing.join(', ')} of the target`];
  });
}

type Totals = readonly (number | null)[];

/** The totals of each list, by collection and list, in the order in which parts saw them. */
function toTotals(parts: readonly SnapshotPart[]): ReadonlyMap<string, Totals> {
  const totals = new Map<string, Totals>();
  for (const { list, before, after } of parts.flatMap(({ lists }) => lists)) {
    const name = toFullName(list);
    totals.set(name, [...(totals.get(name) ?? []), before, after]);
  }
  return totals;
}

interface Counts {
  readonly name: string;
  readonly read: number;
  readonly totals: Totals;
}

function doubtOf({ name, read, totals }: Counts): readonly string[] {
  const known = totals.filter((total) => total !== null);
  if (known.length < totals.length) return [`${name}: the list has no total to compare with`];
  if (known.every((total) => total === read)) return [];
  const [least, most] = [Math.min(...known), Math.max(...known)];
  const total = least === most ? toCount(least) : `between ${toCount(least)} and ${toCount(most)}`;
  return [`${name}: ${toCount(read)} records were read, but the total of the list is ${total}`];
}
