import { toPlainText } from '../../adapter/notation/text-form.js';
import { isSameSet, toText } from '../../adapter/notation/shown-values.js';
import type { Collection } from '../../contract/resources.js';
import { toBody } from '../../generators/encode.js';
import { MARK, type Payload } from '../../generators/wire-value.js';
import { isJsonArray, type JsonObject, type JsonValue } from '../../wire/json.js';

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
