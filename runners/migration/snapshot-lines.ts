import type { PartHeader } from '../../migration/capture/snapshot-part.js';
import { snapshotOrder } from '../../migration/snapshot/canonical-record.js';
import type { SnapshotHeader } from '../../migration/snapshot/snapshot-header.js';
import { toPrintableLine } from '../../wire/printable.js';
import { plural, toCount } from '../../wire/wording.js';
import { toShardText } from '../../kernel/run/shard.js';

/** Where something was written, and after how many requests. */
interface Writing {
  readonly file: string;
  readonly sent: number;
}

/** What is printed of a snapshot that was written. */
export function toSnapshotLines(header: SnapshotHeader, { file, sent }: Writing): readonly string[] {
  const { records, lists, identities = [], volatile, unproved, since, writes } = header;
  const counts = Object.entries(records).map(([collection, count]) => `${count} ${collection}`);
  const others = Object.entries(lists).filter(([name]) => !name.endsWith(' default'));
  return [
    `Wrote ${file} with ${counts.join(', ') || 'no records'}, after ${plural(sent, 'request')}.`,
    ...(since ? [toTakenOver(since)] : []),
    ...identities.map((name) => `As ${name}: ${toSeen(name, lists)}.`),
    ...(writes === undefined ? [] : [`Kept the answers to ${plural(writes, 'write')} and reads after them.`]),
    ...(others.length > 0 ? [`Other lists than the default ones: ${others.map(([name]) => name).join(', ')}.`] : []),
    ...(volatile.length > 0 ? [`Fields that differ with every read: ${volatile.join(', ')}.`] : []),
    ...unproved.map(toUnproved),
  ];
}

const toTakenOver = ({ taken, seed, windows: { takenOver, all } }: NonNullable<SnapshotHeader['since']>): string =>
  `Took over ${toCount(takenOver)} of ${plural(all, 'window')} from the snapshot of ${taken} (--seed ${seed}).`;

const toUnproved = (sentence: string): string => toPrintableLine(`Not proved: ${sentence}.`);

/** What is printed of a part that was written. */
export const toPartLines = ({ shard, lines, unproved }: PartHeader, { file, sent }: Writing): readonly string[] => [
  `Wrote ${file}, shard ${toShardText(shard)}, with ${plural(lines, 'record')} of lists, after ${plural(sent, 'request')}.`,
  ...unproved.map(toUnproved),
  `Next: join all ${plural(shard.count, 'part')} with calproof merge PART... -o FILE.`,
];

/** What an identity sees by default, as text: `40 events, 12 venues`. */
function toSeen(name: string, lists: SnapshotHeader['lists']): string {
  const seen = snapshotOrder.flatMap((collection) => {
    const count = lists[`${collection} @${name} default`];
    return count === undefined ? [] : [`${count} ${collection}`];
  });
  return seen.join(', ') || 'no records';
}
