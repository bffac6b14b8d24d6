import type { Collection } from '../../contract/resources.js';
import type { Matched } from '../findings/comparison-result.js';
import type { FindingGroups } from '../findings/finding.js';
import type { SnapshotRecord } from '../snapshot/canonical-record.js';
import type { RecordRange } from '../snapshot/record-ranges.js';
import type { SnapshotHeader } from '../snapshot/snapshot-header.js';
import type { IntendedChange } from './intended-change.js';
import type { CreateSorting } from './match.js';
import type { Changes, Mapping } from './record-changes.js';

/** A snapshot as it is compared: its records come in order, as often as needed. */
export interface Side {
  readonly header: SnapshotHeader;
  records(collection: Collection, as?: string, without?: ReadonlySet<string>): AsyncIterable<SnapshotRecord>;
  /** Ranges of records that `records` can leave out by their digests. */
  ranges(collection: Collection, as?: string): readonly RecordRange[];
}

export interface ComparedRecords {
  readonly groups: FindingGroups;
  readonly mapping: Mapping;
  readonly changes: Changes;
  /** By collection. */
  readonly matched: Readonly<Record<string, Matched>>;
  /** Changes that are meant, and that no record before had anything for. */
  readonly idle: readonly IntendedChange[];
}

/** The two states of a calendar to compare, and which of their differences are intended. */
export interface CompareOptions {
  readonly a: Side;
  readonly b: Side;
  readonly createSorting: CreateSorting;
  /** The events with ids that are needed afterwards; the mapping of other events is not kept. */
  readonly wanted?: ReadonlySet<string>;
  /** Changes that are meant. */
  readonly intended: readonly IntendedChange[];
}
