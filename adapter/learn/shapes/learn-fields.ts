import { type Collection, resourceOf } from '../../../contract/resources.js';
import { type JsonObject, type JsonPath, type JsonValue, valueAt } from '../../../wire/json.js';
import { walk } from '../../notation/json-paths.js';
import { isEmpty, toText, wallClock } from '../../notation/shown-values.js';
import { textFormOf } from '../../notation/text-form.js';
import { utcOffsetsIn } from '../../notation/time-zone.js';
import type { FieldFact } from '../../profile/target-profile.js';
import { isReadable } from '../../reading/agreement.js';
import { findField, isInRecord } from '../../reading/shape-discovery.js';
import { utcOffsetBetween } from '../../reading/utc-offset.js';

/** The time of an event in UTC, and the one on its own clock beside which it is shown. */
const locals: Readonly<Record<string, string>> = { utc_start_date: 'start_date', utc_end_date: 'end_date' };

/** One zone could be that of anything; what is right in two that are far apart is told from the zone. */
const ENOUGH = 2;

/** An event in a zone of its own: how far the zone may be ahead of UTC at the local time that it shows. */
interface Zoned extends Pick<Pair, 'json'> {
  readonly zone: string;
  readonly local: string;
  readonly utcOffsets: readonly number[];
}

/**
 * The way to a time in UTC, found by its value: in most zones that were sent it stands behind or before the local time
 * by what the zone is ahead; that it is wrong in one is for a requirement to find. Undefined for other fields, and where
 * nothing is right.
 */
export function findUtc(name: string, pairs: readonly Pair[]): JsonPath | undefined {
  const local = locals[name];
  if (local === undefined) return undefined;
  const events = pairs.flatMap((pair) => toZoned(local, pair));
  const ways = events.flatMap(({ json }) => [...walk(json)].map(({ path }) => path));
  return ways.find((path) => isUtc(path, events));
}

function toZoned(field: string, { sent, json }: Pair): readonly Zoned[] {
  const zone = toText(sent.timezone);
  const path = findField(json, field);
  const local = wallClock(path && valueAt(json, path));
  const leads = zone === '' || local === '' ? [] : utcOffsetsIn(zone, local);
  return leads.length === 0 ? [] : [{ json, zone, local, utcOffsets: leads }];
}

function isUtc(path: JsonPath, events: readonly Zoned[]): boolean {
  const shown = events.filter(({ json }) => valueAt(json, path) !== undefined);
  const right = shown.filter(({ json, local, utcOffsets }) =>
    utcOffsets.includes(utcOffsetBetween(local, wallClock(valueAt(json, path)))),
  );
  return new Set(right.map(({ zone }) => zone)).size >= ENOUGH && right.length * 2 > shown.length;
}

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
