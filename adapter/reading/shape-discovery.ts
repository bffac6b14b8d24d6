import { type Collection, resourceOf, resources } from '../../contract/resources.js';
import type { WireRequest } from '../../wire/exchange.js';
import {
  isJsonArray,
  isJsonObject,
  type JsonObject,
  type JsonPath,
  type JsonValue,
  MEMBERS,
  valueAt,
} from '../../wire/json.js';
import { type LocatedValue, walk } from '../notation/json-paths.js';
import { readTime } from '../notation/shown-time.js';
import { findId, idText, isKeyed } from '../notation/shown-values.js';
import type { CollectionShape } from '../profile/target-profile.js';
export { findId } from '../notation/shown-values.js';

/** Names of the text inside an object, the plainest first. */
const names = ['plain', 'text', 'value', 'html'] as const;

/** Fields with object notations of their own. */
const ownNotations: readonly string[] = ['cost', 'image'];

/** The member of an object that is the text of a field: `rendered`, or the only one in `{ "en": "Concert" }`. */
function textIn(field: string, value: JsonObject): string | undefined {
  const known = ['rendered', 'raw'].find((name) => value[name] !== undefined);
  // An object with an id is a record, not a text.
  if (known || ownNotations.includes(field) || findId(value)) return known;
  const texts = names.filter((name) => typeof value[name] === 'string');
  const prose = texts.find((name) => !readTime(value[name]));
  return prose ?? (readTime(value) ? undefined : (texts[0] ?? onlyText(value)));
}

/** What is keyed by an id is a reference to a record. */
function onlyText(value: JsonObject): string | undefined {
  const [only, ...others] = Object.keys(value);
  return only !== undefined && others.length === 0 && !isKeyed(value) && typeof value[only] === 'string'
    ? only
    : undefined;
}

const isListOfObjects = (value: JsonValue): boolean => isJsonArray(value) && value.every((item) => isJsonObject(item));

/** Names of record lists, besides that of their collection. */
const listNames = ['items', 'data', 'results', 'records', 'entries', 'content', 'value', 'rows'];

/** Records that are the members of an object, each by its id. */
const isByTheirIds = (value: JsonValue, collection: Collection): value is JsonObject =>
  isJsonObject(value) &&
  Object.keys(value).length > 0 &&
  Object.entries(value).every(([key, one]) => {
    const path = findId(one, collection);
    return path !== undefined && idText(valueAt(one, path)) === key;
  });

/**
 * The path to the records of a list response: the array with a list name, else one of records, else the object that holds
 * them by their ids, else the first array.
 */
export function findItems(body: JsonValue, collection: Collection): JsonPath | undefined {
  const places = [...walk(body)];
  const holder = places.find(({ value }) => isByTheirIds(value, collection));
  const isWithinOne = ({ path }: LocatedValue): boolean => holder?.path.every((name, at) => path[at] === name) === true;
  const arrays = places.filter(
    (place) =>
      isListOfObjects(place.value) && place.path[0] !== '_links' && place.path[0] !== 'links' && !isWithinOne(place),
  );
  const called = (...names: readonly string[]): LocatedValue | undefined =>
    arrays.find(({ path }) => names.includes(path.at(-1) ?? ''));
  const ofRecords = arrays.find(
    ({ value }) => isJsonArray(value) && value.some((item) => findId(item, collection) !== undefined),
  );
  const found = called(collection) ?? called(...listNames) ?? ofRecords;
  if (!found && holder) return [...holder.path, MEMBERS];
  const list = found ?? arrays[0];
  const wrapper = list && wrapperIn(list.value, collection);
  return list && wrapper !== undefined ? [...list.path, MEMBERS, wrapper] : list?.path;
}

/** The member under which each element of a list holds its record: `[{ "event": {...} }]`, named after the kind or not. */
function wrapperIn(list: JsonValue, collection: Collection): string | undefined {
  const [first, ...others] = isJsonArray(list) ? list : [];
  if (!isJsonObject(first) || findId(first, collection) !== undefined) return undefined;
  const holdsRecord = (one: JsonValue, name: string): boolean =>
    isJsonObject(one) && findId(one[name] ?? null, collection) !== undefined;
  const own: string = resources[collection].singular;
  // A venue without an id may be called by an object under `venue`, too, but that has none.
  const alike = Object.keys(first).filter((name, _, all) => all.length === 1 || isNamed(first[name], collection));
  const names = isNamed(first, collection) ? [own] : [own, ...alike];
  return names.find((name) => [first, ...others].every((one) => holdsRecord(one, name)));
}

const holders: readonly JsonPath[] = [[], ['attributes'], ['fields'], ['relationships'], ['_embedded']];
const camel = (name: string): string => name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());

/** The path to a field that is present: for objects such as `{ rendered }` that of the text inside. */
export function findField(record: JsonObject, field: string): JsonPath | undefined {
  const present = holders.flatMap((outer) => {
    const holder = outer.length === 0 ? record : valueAt(record, outer);
    if (!isJsonObject(holder)) return [];
    const names = field in holder ? [field, camel(field)] : [camel(field)];
    return names
      .filter((name) => holder[name] !== undefined)
      .map((name) => ({ path: [...outer, name], value: holder[name] }));
  });
  for (const { path, value } of present) {
    const inner = isJsonObject(value) ? textIn(field, value) : undefined;
    if (inner !== undefined) return [...path, inner];
  }
  return present[0]?.path;
}

/** The value of a field of a record, found by name. */
export function fieldIn(record: JsonObject, field: string): JsonValue | undefined {
  const path = findField(record, field);
  return path && valueAt(record, path);
}

/** Whether a record has a field, at its usual path or elsewhere. */
export const isInRecord = (record: JsonObject, field: string, path: JsonPath): boolean =>
  valueAt(record, path) !== undefined || findField(record, field) !== undefined;

/** The path from an item response to its record, the outermost named object with an id; it may be in a list of one. */
export function findRecord(body: JsonValue, collection: Collection): JsonPath | undefined {
  const values = [...walk(body)];
  const listed = values.flatMap((located) => (isList(located, body, collection) ? onlyOf(located) : []));
  const records = [...values, ...listed].filter(
    ({ value }) => isJsonObject(value) && findId(value, collection) !== undefined,
  );
  return (records.find(({ value }) => isNamed(value, collection)) ?? records[0])?.path;
}

const onlyOf = ({ path, value }: LocatedValue): readonly LocatedValue[] =>
  isJsonArray(value) && value.length === 1 ? value.map((one) => ({ path: [...path, '0'], value: one })) : [];

/** Whether an array has a list name. An array inside a record is not the list of its collection. */
function isList({ path }: LocatedValue, body: JsonValue, collection: Collection): boolean {
  const isCalledSo = [collection, ...listNames].includes(path.at(-1) ?? collection);
  return isCalledSo && findId(valueAt(body, path.slice(0, -1)) ?? null, collection) === undefined;
}

const isNamed = (value: JsonValue | undefined, collection: Collection): boolean =>
  isJsonObject(value) && findField(value, resourceOf(collection).label) !== undefined;

/** A shape that is complete enough to read a response. */
export type WholeShape = CollectionShape & Required<Pick<CollectionShape, 'record' | 'items'>>;

/** Completes a learned shape with what a response suggests. */
export function toWholeShape(collection: Collection, body: JsonValue, known?: CollectionShape): WholeShape {
  if (!known) return suggestShape(collection, body);
  const { record, items } = known;
  if (record && items) return { ...known, record, items };
  const suggested = suggestShape(collection, body);
  // Empty lists show where records will be, and nothing of them.
  const id = Object.keys(known.fields).length === 0 ? suggested.id : known.id;
  return { ...suggested, ...known, id, ...(record && { record }), ...(items && { items }) };
}

/** The shape that a response alone suggests. */
export function suggestShape(collection: Collection, body: JsonValue): WholeShape {
  const record = findRecord(body, collection) ?? [];
  const items = findItems(body, collection) ?? [];
  const list = valueAt(body, items);
  const [alone, listed] = [valueAt(body, record), isJsonArray(list) ? list[0] : undefined];
  // A record may embed lists of other records.
  const samples = isNamed(alone, collection) ? [alone, listed] : [listed, alone];
  const id = samples.map((one) => findId(one ?? null, collection)).find((path) => path !== undefined);
  return { record, items, id: id ?? ['id'], fields: {} };
}

const WRITES = ['POST', 'PUT', 'PATCH'];

/** Drops the status of a write response without other fields: in `{ "status": "ok", "id": 12 }` it is the request's. */
export function withoutRequestStatus(collection: Collection, json: JsonObject, { method }: WireRequest): JsonObject {
  if (!WRITES.includes(method) || showsField(collection, json)) return json;
  return Object.fromEntries(Object.entries(json).filter(([name]) => name !== 'status'));
}

const showsField = (collection: Collection, json: JsonObject): boolean =>
  [...Object.keys(resourceOf(collection).fields), 'slug'].some(
    (field) => field !== 'status' && findField(json, field) !== undefined,
  );
