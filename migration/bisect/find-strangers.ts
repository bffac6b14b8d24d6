import type { Side } from '../compare/compared-sides.js';
import { type IntendedChange, toIntended } from '../compare/intended-change.js';
import { type CreateSorting, match } from '../compare/match.js';
import type { SnapshotRecord } from '../snapshot/canonical-record.js';
import type { Both } from './both-sides.js';

/** Events of one side that none of those that were read of the other side is. */
export type Strangers = Both<readonly SnapshotRecord[]>;

interface Finding {
  readonly parts: Both<Side>;
  readonly createSorting: CreateSorting;
  readonly intended: readonly IntendedChange[];
  /** With more strangers, all events should be read. */
  readonly most: number;
}

/** Finds the strangers among what was read; those before have the changes that are meant. Undefined for too many. */
export async function findStrangers({ parts, createSorting, intended, most }: Finding): Promise<Strangers | undefined> {
  const strangers = { a: [] as SnapshotRecord[], b: [] as SnapshotRecord[] };
  for await (const { a, b } of match(intend(parts.a, intended), parts.b.records('events'), createSorting)) {
    if (a && !b) strangers.a.push(a);
    if (b && !a) strangers.b.push(b);
    if (strangers.a.length + strangers.b.length > most) return undefined;
  }
  return strangers;
}

async function* intend(part: Side, intended: readonly IntendedChange[]): AsyncGenerator<SnapshotRecord> {
  for await (const record of part.records('events')) yield toIntended(record, intended, () => {});
}
