import type { RecordRange } from './record-ranges.js';
import { isJsonArray, isJsonObject, type JsonObject, type JsonValue } from '../../wire/json.js';

/** The form of snapshots that this version writes. */
export const SNAPSHOT_FORM = 1;

/** A part of a list as it was read: its days, or all of it. */
export interface SnapshotWindow {
  /** `events nl 2026-01-01..2026-03-01`, or `venues default`. */
  readonly name: string;
  readonly records: number;
  /** Of its records in the order of their IDs. */
  readonly digest: string;
  /** When the snapshot was taken that read it, in ISO 8601, where that was an earlier one. */
  readonly read?: string;
}

/** What was taken over from an earlier snapshot without being read. */
export interface TakenOver {
  /** When reading of the earlier one began, in ISO 8601. */
  readonly taken: string;
  /** What was sampled was drawn by it. */
  readonly seed: number;
  readonly windows: { readonly takenOver: number; readonly all: number };
  /** Records taken over, by collection; those that another identity sees after its name: `@reader events`. */
  readonly records: Readonly<Record<string, number>>;
  /** Records of the taken over windows that were read as a sample and had not changed, by collection as above. */
  readonly sampled: Readonly<Record<string, number>>;
}

/** What stands before the records of a snapshot. */
export interface SnapshotHeader {
  readonly 'calproof-snapshot': typeof SNAPSHOT_FORM;
  /** That of calproof. */
  readonly version: string;
  /** The REST root. */
  readonly url: string;
  readonly namespace: string;
  /** When reading began, in ISO 8601. */
  readonly taken: string;
  readonly clauseSet: string;
  readonly options: JsonObject;
  /** Who else the target was read as. */
  readonly identities?: readonly string[];
  /** What was learned of the target. */
  readonly learned: JsonObject;
  /** Records by collection. */
  readonly records: Readonly<Record<string, number>>;
  /** Records by collection and list. */
  readonly lists: Readonly<Record<string, number>>;
  /** Fields that differ from one reading to the next, as `events.views`. */
  readonly volatile: readonly string[];
  /** What could not be proved complete, or was not read: sentences. */
  readonly unproved: readonly string[];
  /** How many answers to writes follow; left out where nothing was written. */
  readonly writes?: number;
  /** Where not all was read. */
  readonly since?: TakenOver;
  /** What records refer to as `slices`, by index. */
  readonly windows?: readonly SnapshotWindow[];
  /** All records, in order. */
  readonly ranges?: readonly RecordRange[];
}

const isTexts = (value: JsonValue | undefined): boolean =>
  isJsonArray(value) && value.every((item) => typeof item === 'string');

/** The form of a snapshot, whatever its version; undefined for what is none. */
export const formOf = (value: JsonValue | undefined): JsonValue | undefined =>
  isJsonObject(value) ? value['calproof-snapshot'] : undefined;

/** Reads the first line of a snapshot; undefined for what is none. */
export function toHeader(value: JsonValue | undefined): SnapshotHeader | undefined {
  if (!isJsonObject(value) || value['calproof-snapshot'] !== SNAPSHOT_FORM) return undefined;
  const texts = ['version', 'url', 'namespace', 'taken', 'clauseSet'].every((name) => typeof value[name] === 'string');
  const objects = ['options', 'learned', 'records', 'lists'].every((name) => isJsonObject(value[name]));
  const lists = [value['volatile'], value['unproved'], value['identities'] ?? []];
  const tables = [value['windows'], value['ranges']].every((table) => table === undefined || isJsonArray(table));
  if (!texts || !objects || !tables || !lists.every(isTexts)) return undefined;
  return value as JsonValue as unknown as SnapshotHeader;
}
