import { isJsonArray, isJsonObject, type JsonObject, type JsonValue } from '../../wire/json.js';

/** The form of snapshots that this version writes. */
export const SNAPSHOT_FORM = 1;

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
}

const isTexts = (value: JsonValue | undefined): boolean =>
  isJsonArray(value) && value.every((item) => typeof item === 'string');

/** Reads the first line of a snapshot; undefined for what is none. */
export function toHeader(value: JsonValue | undefined): SnapshotHeader | undefined {
  if (!isJsonObject(value) || value['calproof-snapshot'] !== SNAPSHOT_FORM) return undefined;
  const texts = ['version', 'url', 'namespace', 'taken', 'clauseSet'].every((name) => typeof value[name] === 'string');
  const objects = ['options', 'learned', 'records', 'lists'].every((name) => isJsonObject(value[name]));
  const lists = [value['volatile'], value['unproved'], value['identities'] ?? []];
  if (!texts || !objects || !lists.every(isTexts)) return undefined;
  return value as JsonValue as unknown as SnapshotHeader;
}
