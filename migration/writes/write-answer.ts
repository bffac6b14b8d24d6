import { toPlainText } from '../../adapter/notation/text-form.js';
import { isSameSet, toText } from '../../adapter/notation/shown-values.js';
import type { CollectionShape } from '../../adapter/profile/target-profile.js';
import type { Shown } from '../../adapter/reading/lens.js';
import type { Collection } from '../../contract/resources.js';
import { toBody } from '../../generators/encode.js';
import { toSeconds } from '../../generators/wall-time.js';
import { MARK, type Payload } from '../../generators/wire-value.js';
import { isJsonArray, isJsonObject, type JsonObject, type JsonValue } from '../../wire/json.js';
import { relationOf, toCanonical } from '../snapshot/canonical-record.js';

/** What a target answered to one write of the script, and what a read shows afterwards: without ids, times and markers. */
export interface WriteAnswer {
  /** The name of the step. */
  readonly write: string;
  readonly collection: Collection;
  readonly status: number;
  /** What was sent, with the names of records in place of ids. */
  readonly sent?: JsonObject;
  /** Of the record in the response, what was sent and what else changed. */
  readonly answered?: JsonObject;
  readonly after?: {
    readonly status: number;
    /** The same of the record as a read shows it. */
    readonly fields?: JsonObject;
  };
  /** How many records of the script a list shows. */
  readonly listed?: number;
}

/** What must not be kept, as it differs from run to run. */
export interface Canon {
  /** The text in every record of the run. */
  readonly marker: string;
  readonly origin: string;
  /** The present, in s since the epoch. */
  readonly now: number;
  readonly shape: CollectionShape | undefined;
  /** The name of a record of the script, as `venues 1`; undefined for those of others. */
  nameOf(collection: Collection, id: string): string | undefined;
}

/** The fields that say when a record was written. */
const stamps: readonly string[] = ['date', 'date_utc', 'modified', 'modified_utc'];

/** The documented fields of a record that the script made. */
export function toWrittenFields(shown: Shown, canon: Canon): JsonObject {
  const { fields } = toCanonical(shown, canon);
  const kept = Object.entries(fields).filter(([name]) => !name.startsWith('modified'));
  return Object.fromEntries(kept.map(([name, value]) => [name, toSteady(name, value, { shown, canon })]));
}

interface Owner {
  readonly shown: Shown;
  readonly canon: Canon;
}

function toSteady(name: string, value: JsonValue, { shown, canon }: Owner): JsonValue {
  const linked = relationOf(shown.collection, name);
  if (linked && isJsonArray(value)) return value.map((id) => canon.nameOf(linked, toText(id)) ?? toText(id)).toSorted();
  if (stamps.includes(name) && isPresent(toText(value), canon)) return '{now}';
  return name === 'slug' && value === shown.id ? '{id}' : withoutMarks(value, canon.marker);
}

/** Within two days: its zone may be any. */
const NEAR = 2 * 86_400;

const isPresent = (wall: string, { now }: Canon): boolean => Math.abs(toSeconds(wall) - now) < NEAR;

/** Puts a name in the place of every token of the run. */
function withoutMarks(value: JsonValue, marker: string): JsonValue {
  if (typeof value === 'string') return value.replaceAll(new RegExp(`${marker}-\\d+`, 'gi'), () => MARK);
  if (isJsonArray(value)) return value.map((item) => withoutMarks(item, marker));
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, withoutMarks(inner, marker)]));
}

/** A body as it is compared: records by their names. */
export const toSentJson = (payload: Payload): JsonObject =>
  toBody(payload, { id: ({ ref, key }) => `${ref} ${key}`, mark: MARK });

/** Whether a value is shown as it was sent. */
export function isKept(sent: JsonValue | undefined, shown: JsonValue | undefined): boolean {
  if (sent === undefined) return false;
  if (isJsonArray(sent) && isJsonArray(shown)) return isSameSet(sent.map(toText), shown.map(toText));
  return JSON.stringify(sent) === JSON.stringify(shown) || toPlainText(toText(sent)) === toPlainText(toText(shown));
}

/** Of what is shown, the fields that were sent, and those that are not as they were. */
export function toChanged(shown: JsonObject, sent: JsonObject, before: JsonObject): JsonObject {
  const isNews = (name: string): boolean =>
    name in sent || JSON.stringify(shown[name]) !== JSON.stringify(before[name]);
  const gone = Object.keys(before).filter((name) => !(name in shown));
  return Object.fromEntries([
    ...Object.entries(shown).filter(([name]) => isNews(name)),
    ...gone.map((name) => [name, '{gone}'] as const),
  ]);
}
