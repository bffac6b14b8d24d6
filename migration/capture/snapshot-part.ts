import type { Shard } from '../../kernel/run/shard.js';
import { isJsonArray, isJsonObject, type JsonValue } from '../../wire/json.js';
import { SNAPSHOT_FORM, type SnapshotHeader } from '../snapshot/snapshot-header.js';
import type { List, Window } from './snapshot-reader.js';

/** A list as one shard found it. */
interface FoundList {
  readonly list: List;
  /** Its totals before and after the read; null where it has none. */
  readonly before: number | null;
  readonly after: number | null;
  /** The days of it that this part holds; all days or none of a list that is not cut. */
  readonly windows: readonly Window[];
}

/** What one shard of a snapshot found beside the records: of all shards together the header of the whole is made. */
export interface SnapshotPart
  extends Pick<
    SnapshotHeader,
    | 'version'
    | 'url'
    | 'namespace'
    | 'taken'
    | 'clauseSet'
    | 'options'
    | 'identities'
    | 'learned'
    | 'volatile'
    | 'unproved'
  > {
  readonly shard: Shard;
  /** Every list, whoever reads it. */
  readonly lists: readonly FoundList[];
}

/** What stands before the lines of a part in a file of its own. */
export interface PartHeader extends SnapshotPart {
  readonly 'calproof-snapshot-part': typeof SNAPSHOT_FORM;
  /** The lines that follow: records as lists show them. */
  readonly lines: number;
}

/** Reads the first line of a part; undefined for what is none. */
export function toPartHeader(value: JsonValue | undefined): PartHeader | undefined {
  if (!isJsonObject(value) || value['calproof-snapshot-part'] !== SNAPSHOT_FORM) return undefined;
  const texts = ['version', 'url', 'namespace', 'taken', 'clauseSet'].every((name) => typeof value[name] === 'string');
  const objects = ['options', 'learned', 'shard'].every((name) => isJsonObject(value[name]));
  const lists = ['lists', 'volatile', 'unproved'].every((name) => isJsonArray(value[name]));
  if (!texts || !objects || !lists || typeof value['lines'] !== 'number') return undefined;
  return value as JsonValue as unknown as PartHeader;
}
