import type { Collection } from '../../contract/field.js';
import { resourceOf } from '../../contract/resources.js';
import { type JsonObject, type JsonPath, type JsonValue, valueAt } from '../../harness/json.js';
import { findField, isInRecord } from '../discover.js';
import { isReadable } from '../agreement.js';
import type { FieldFact } from '../profile.js';
import { isEmpty } from '../shown-values.js';
import { textFormOf } from '../text.js';
import { walk } from '../walk.js';
import { findUtc } from './utc-path.js';

/** What was sent for a record, and the record as shown. */
export interface Pair {
  readonly sent: JsonObject;
  readonly json: JsonObject;
  /** Whether a list shows it. */
  readonly isListed?: true;
}

/** Names that the interface does not declare as fields of every record, but that checks can use where they are shown. */
const undeclaredFields = ['slug', 'count', 'utc_start_date', 'utc_end_date', 'modified'] as const;

/** Learns where records show which fields, and how their texts are written. */
export function learnFields(collection: Collection, pairs: readonly Pair[]): Readonly<Record<string, FieldFact>> {
  const names = [...Object.keys(resourceOf(collection).fields), ...undeclaredFields];
  const facts: Record<string, FieldFact> = {};
  for (const name of names) {
    const path = findUtc(name, pairs) ?? pathOf(name, pairs);
    if (!path) continue;
    const isUnread = !isEverRead({ collection, name, path }, pairs);
    const isUnlisted = isInItemsAlone({ collection, name, path }, pairs);
    const form = formOf(name, path, pairs);
    facts[name] = { path, form, ...(isUnread && { isUnread }), ...(isUnlisted && { isUnlisted }) };
  }
  return facts;
}

interface LearnedField {
  readonly collection: Collection;
  readonly name: string;
  readonly path: JsonPath;
}

/** Whether any value of a field is in a notation that is known; one that is not, among others, is for requirements. */
function isEverRead({ collection, name, path }: LearnedField, pairs: readonly Pair[]): boolean {
  const values = pairs.flatMap(({ json }) => valueAt(json, path) ?? []).filter((value) => !isEmpty(value));
  const isRead = (value: JsonValue): boolean => isReadable(collection, name, value);
  // Services write out the figures of a cost, and leave its words as they are.
  return values.length === 0 || (name === 'cost' ? values.every(isRead) : values.some(isRead));
}

/** Whether records have a field where they are shown alone, and in no list, wherever it may stand there. */
function isInItemsAlone({ name, path }: LearnedField, pairs: readonly Pair[]): boolean {
  const isIn = ({ json }: Pair): boolean => isInRecord(json, name, path);
  const listed = pairs.filter(({ isListed }) => isListed);
  return listed.length > 0 && !listed.some(isIn) && pairs.some(isIn);
}

/** By its documented name; else, for a text that occurs once, where its value stands. */
function pathOf(name: string, pairs: readonly Pair[]): JsonPath | undefined {
  const named = pairs.map(({ json }) => findField(json, name)).find((path) => path !== undefined);
  if (named) return named;
  return pairs.map(({ sent, json }) => findValue(json, sent[name])).find((path) => path !== undefined);
}

function findValue(json: JsonObject, sent: JsonValue | undefined): JsonPath | undefined {
  if (typeof sent !== 'string' || sent.length < 8) return undefined;
  const places = [...walk(json)].filter(({ value }) => value === sent);
  return places.length === 1 ? places[0]?.path : undefined;
}

function formOf(name: string, path: JsonPath, pairs: readonly Pair[]): FieldFact['form'] {
  const texts = pairs.flatMap(({ sent, json }) => {
    const [before, after] = [sent[name], valueAt(json, path)];
    return typeof before === 'string' && typeof after === 'string' ? [{ sent: before, shown: after }] : [];
  });
  return textFormOf(texts) ?? 'identity';
}
