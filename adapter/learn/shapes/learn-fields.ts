import { type Collection, resourceOf } from '../../../contract/resources.js';
import { type JsonObject, type JsonPath, type JsonValue, valueAt } from '../../../wire/json.js';
import { walk } from '../../notation/json-paths.js';
import { readTime } from '../../notation/shown-time.js';
import { isEmpty, toText, wallClock } from '../../notation/shown-values.js';
import { textFormOf } from '../../notation/text-form.js';
import { isPlausibleUtcOffset, utcOffsetsIn } from '../../notation/time-zone.js';
import type { FieldFact } from '../../profile/target-profile.js';
import { isReadable } from '../../reading/agreement.js';
import { fieldIn, findField, isInRecord } from '../../reading/shape-discovery.js';
import { utcOffsetBetween } from '../../reading/utc-offset.js';

/** The UTC times of an event, and their local twins. */
const locals: Readonly<Record<string, string>> = { utc_start_date: 'start_date', utc_end_date: 'end_date' };

/** One zone may match by chance; a field that is right in two distinct zones depends on the zone. */
const ENOUGH = 2;

/** An event with a zone of its own, and the UTC offsets that the zone may have at its local time. */
interface Zoned extends Pick<Pair, 'json'> {
  readonly zone: string;
  readonly local: string;
  readonly utcOffsets: readonly number[];
}

/**
 * The path to a UTC time, found by its value: in most zones it differs from the local time by the offset of the zone;
 * requirements find an error in a single one. Undefined for other fields, and if no value is right.
 */
export function findUtc(name: string, pairs: readonly Pair[]): JsonPath | undefined {
  const local = locals[name];
  if (local === undefined) return undefined;
  const events = pairs.flatMap((pair) => toZoned(local, pair));
  return waysIn(events).find((path) => isUtc(path, events));
}

/**
 * The path to a UTC time where all times are on the clock of the site, whatever the zone of an event: the start and the
 * end are each shown a second time, the same offset from the local one. None is found of a site that is on UTC.
 */
export function findOnSiteClock(name: string, pairs: readonly Pair[]): JsonPath | undefined {
  const local = locals[name];
  const twin = Object.values(locals).find((other) => other !== local);
  if (local === undefined || twin === undefined) return undefined;
  const offsets = offsetsOf(twin, pairs).map(([, seconds]) => seconds);
  return offsetsOf(local, pairs).find(([, seconds]) => offsets.includes(seconds))?.[0];
}

const waysIn = (events: readonly Zoned[]): readonly JsonPath[] =>
  events.flatMap(({ json }) => [...walk(json)].map(({ path }) => path));

function toZoned(field: string, { sent, json }: Pair): readonly Zoned[] {
  const zone = toText(sent.timezone);
  const local = wallClock(fieldIn(json, field));
  const offsets = zone === '' || local === '' ? [] : utcOffsetsIn(zone, local);
  return offsets.length === 0 ? [] : [{ json, zone, local, utcOffsets: offsets }];
}

function isUtc(path: JsonPath, events: readonly Zoned[]): boolean {
  const shown = events.filter(({ json }) => valueAt(json, path) !== undefined);
  const right = shown.filter(({ json, local, utcOffsets }) =>
    utcOffsets.includes(utcOffsetBetween(local, wallClock(valueAt(json, path)))),
  );
  return new Set(right.map(({ zone }) => zone)).size >= ENOUGH && right.length * 2 > shown.length;
}

const HOUR = 3600;

/** The paths at which events of several zones show a time that is one offset from a local one, and the least of these. */
function offsetsOf(local: string, pairs: readonly Pair[]): readonly (readonly [JsonPath, least: number])[] {
  const events = pairs.flatMap((pair) => toZoned(local, pair));
  return waysIn(events).flatMap((path) => {
    const shown = events.filter(({ json }) => valueAt(json, path) !== undefined);
    const offsets = shown.map((event) => utcOffsetBetween(event.local, wallClock(valueAt(event.json, path))));
    const least = Math.min(...offsets);
    const isOne = offsets.every((one) => one !== 0 && isPlausibleUtcOffset(one) && one - least <= HOUR);
    return isOne && new Set(shown.map(({ zone }) => zone)).size >= ENOUGH ? [[path, least] as const] : [];
  });
}

/** The body sent for a record, and the record as shown. */
export interface Pair {
  readonly sent: JsonObject;
  readonly json: JsonObject;
  /** Whether a list shows it. */
  readonly isListed?: true;
}

/** Fields that the interface does not declare for every record, but that checks can use if shown. */
const undeclaredFields = ['slug', 'count', 'utc_start_date', 'utc_end_date', 'modified'] as const;

/** Learns the locations of fields in records, and the forms of their texts. */
export function learnFields(collection: Collection, pairs: readonly Pair[]): Readonly<Record<string, FieldFact>> {
  const names = [...Object.keys(resourceOf(collection).fields), ...undeclaredFields];
  const facts: Record<string, FieldFact> = {};
  for (const name of names) {
    const path = findUtc(name, pairs) ?? pathOf(name, pairs) ?? findOnSiteClock(name, pairs);
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

/** Whether any value of a field is in a known notation; requirements find single ones that are not. */
function isEverRead({ collection, name, path }: LearnedField, pairs: readonly Pair[]): boolean {
  const values = pairs.flatMap(({ json }) => valueAt(json, path) ?? []).filter((value) => !isEmpty(value));
  const isRead = (value: JsonValue): boolean => isReadable(collection, name, value);
  // Services format the figures of a cost, and leave its words as they are.
  return values.length === 0 || (name === 'cost' ? values.every(isRead) : values.some(isRead));
}

/** Whether items have a field that records in lists have nowhere. */
function isInItemsAlone({ name, path }: LearnedField, pairs: readonly Pair[]): boolean {
  const isIn = ({ json }: Pair): boolean => isInRecord(json, name, path);
  const listed = pairs.filter(({ isListed }) => isListed);
  return listed.length > 0 && !listed.some(isIn) && pairs.some(isIn);
}

/** The path of a field by its documented name; else by its values. */
const pathOf = (name: string, pairs: readonly Pair[]): JsonPath | undefined =>
  pairs.map(({ json }) => findField(json, name)).find((path) => path !== undefined) ?? findByValues(name, pairs);

/**
 * The path at which most records show what was sent, and all distinct values or two of them: a single one may be there
 * by chance, as the end of an event in UTC may be its local start. Short values are everywhere.
 */
function findByValues(name: string, pairs: readonly Pair[]): JsonPath | undefined {
  const sent = pairs.flatMap(({ sent: body, json }) => {
    const value = body[name];
    return typeof value === 'string' && value.length >= 8 ? [{ value, json }] : [];
  });
  const least = Math.min(ENOUGH, new Set(sent.map(({ value }) => value)).size);
  const isVaried = (shown: typeof sent): boolean => new Set(shown.map(({ value }) => value)).size >= least;
  const present = (path: JsonPath): typeof sent => sent.filter(({ json }) => valueAt(json, path) !== undefined);
  const showing = (path: JsonPath): typeof sent =>
    sent.filter(({ value, json }) => isShownAs(value, valueAt(json, path)));
  const ways = new Map(sent.flatMap(({ value, json }) => pathsTo(value, json)).map((path) => [path.join('/'), path]));
  const found = [...ways.values()].map((path) => ({ path, shown: showing(path) }));
  const [most, next] = found
    .filter(({ path, shown }) => isVaried(shown) && shown.length * 2 > present(path).length)
    .toSorted((one, other) => other.shown.length - one.shown.length);
  return most?.shown.length === next?.shown.length ? undefined : most?.path;
}

/** Of an object that is a time, its members are not looked at. */
function pathsTo(sent: string, json: JsonObject): readonly JsonPath[] {
  const paths = [...walk(json)].filter(({ value }) => isShownAs(sent, value)).map(({ path }) => path);
  const isInside = (path: JsonPath, other: JsonPath): boolean =>
    other.length < path.length && other.every((part, at) => part === path[at]);
  return paths.filter((path) => !paths.some((other) => isInside(path, other)));
}

/** Whether a value is the text that was sent, or the same local time in another notation. */
const isShownAs = (sent: string, value: JsonValue | undefined): boolean =>
  value === sent || (readTime(sent) !== undefined && readTime(value)?.wall === readTime(sent)?.wall);

function formOf(name: string, path: JsonPath, pairs: readonly Pair[]): FieldFact['form'] {
  const texts = pairs.flatMap(({ sent, json }) => {
    const [before, after] = [sent[name], valueAt(json, path)];
    return typeof before === 'string' && typeof after === 'string' ? [{ sent: before, shown: after }] : [];
  });
  return textFormOf(texts, name) ?? 'identity';
}
