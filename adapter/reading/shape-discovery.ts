import { type Collection, resourceOf } from '../../contract/resources.js';
import type { WireRequest } from '../../wire/exchange.js';
import { isJsonArray, isJsonObject, type JsonObject, type JsonPath, type JsonValue, valueAt } from '../../wire/json.js';
import { type LocatedValue, walk } from '../notation/json-paths.js';
import { readTime } from '../notation/shown-time.js';
import { findId } from '../notation/shown-values.js';
import type { CollectionShape } from '../profile/target-profile.js';
export { findId } from '../notation/shown-values.js';

/** What services call a text within an object; of several, the plainest comes first. */
const names = ['plain', 'text', 'value', 'html'] as const;

/** Fields that are written as objects in ways of their own. */
const ownNotations: readonly string[] = ['cost', 'image'];

/** The name under which an object holds the text of a field: `rendered`, or the only one in `{ "en": "Concert" }`. */
function textIn(field: string, value: JsonObject): string | undefined {
  const known = ['rendered', 'raw'].find((name) => value[name] !== undefined);
  // What has an id is a record, and no text.
  if (known || ownNotations.includes(field) || findId(value) || readTime(value)) return known;
  return names.find((name) => typeof value[name] === 'string') ?? onlyText(value);
}

function onlyText(value: JsonObject): string | undefined {
  const [only, ...others] = Object.keys(value);
  return only !== undefined && others.length === 0 && typeof value[only] === 'string' ? only : undefined;
}

const isListOfObjects = (value: JsonValue): boolean => isJsonArray(value) && value.every((item) => isJsonObject(item));

/** What lists of records are called besides the name of their collection. */
const listNames = ['items', 'data', 'results', 'records', 'entries', 'content', 'value', 'rows'];

/** The way to the records of a list answer: the array that is called so, else one of records, else the first. */
export function findItems(body: JsonValue, collection: Collection): JsonPath | undefined {
  const arrays = [...walk(body)].filter(
    ({ path, value }) => isListOfObjects(value) && path[0] !== '_links' && path[0] !== 'links',
  );
  const called = (...names: readonly string[]): LocatedValue | undefined =>
    arrays.find(({ path }) => names.includes(path.at(-1) ?? ''));
  const ofRecords = arrays.find(
    ({ value }) => isJsonArray(value) && value.some((item) => findId(item, collection) !== undefined),
  );
  return (called(collection) ?? called(...listNames) ?? ofRecords ?? arrays[0])?.path;
}

const holders: readonly JsonPath[] = [[], ['attributes'], ['fields'], ['relationships'], ['_embedded']];
const camel = (name: string): string => name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());

/** The first way to a field that leads to a value: for `{ rendered }` objects and the like the text inside, not the object. */
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

/** Whether a record has a field, be it where records usually have it or elsewhere. */
export const isInRecord = (record: JsonObject, field: string, path: JsonPath): boolean =>
  valueAt(record, path) !== undefined || findField(record, field) !== undefined;

/**
 * The way from an item answer to the record: the outermost object with an id and the field that names it. It may be the
 * only one of a list.
 */
export function findRecord(body: JsonValue, collection: Collection): JsonPath | undefined {
  const places = [...walk(body)];
  const listed = places.flatMap((place) => (isList(place, body, collection) ? onlyOf(place) : []));
  const records = [...places, ...listed].filter(
    ({ value }) => isJsonObject(value) && findId(value, collection) !== undefined,
  );
  return (records.find(({ value }) => isNamed(value, collection)) ?? records[0])?.path;
}

const onlyOf = ({ path, value }: LocatedValue): readonly LocatedValue[] =>
  isJsonArray(value) && value.length === 1 ? value.map((one) => ({ path: [...path, '0'], value: one })) : [];

/** Whether an array is called as lists of records are. What a record holds is no list of its kind. */
function isList({ path }: LocatedValue, body: JsonValue, collection: Collection): boolean {
  const isCalledSo = [collection, ...listNames].includes(path.at(-1) ?? collection);
  return isCalledSo && findId(valueAt(body, path.slice(0, -1)) ?? null, collection) === undefined;
}

const isNamed = (value: JsonValue | undefined, collection: Collection): boolean =>
  isJsonObject(value) && findField(value, resourceOf(collection).label) !== undefined;

/** A shape of which nothing is missing that an answer can be read by. */
export type WholeShape = CollectionShape & Required<Pick<CollectionShape, 'record' | 'items'>>;

/** What is known of a shape, and what an answer suggests for the rest. */
export function toWholeShape(collection: Collection, body: JsonValue, known?: CollectionShape): WholeShape {
  if (!known) return suggestShape(collection, body);
  const { record, items } = known;
  if (record && items) return { ...known, record, items };
  const suggested = suggestShape(collection, body);
  // Empty lists tell where records will be, and nothing of them.
  const id = Object.keys(known.fields).length === 0 ? suggested.id : known.id;
  return { ...suggested, ...known, id, ...(record && { record }), ...(items && { items }) };
}

/** The shape that an answer suggests by itself, for a collection of which nothing is known yet. */
export function suggestShape(collection: Collection, body: JsonValue): WholeShape {
  const record = findRecord(body, collection) ?? [];
  const items = findItems(body, collection) ?? [];
  const list = valueAt(body, items);
  const [alone, listed] = [valueAt(body, record), isJsonArray(list) ? list[0] : undefined];
  // A record may embed lists of others.
  const samples = isNamed(alone, collection) ? [alone, listed] : [listed, alone];
  const id = samples.map((one) => findId(one ?? null, collection)).find((path) => path !== undefined);
  return { record, items, id: id ?? ['id'], fields: {} };
}

const WRITES = ['POST', 'PUT', 'PATCH'];

/**
 * What the answer to a write shows of a record. Where it shows no other field, its status is that of the request, as in
 * `{ "status": "ok", "id": 12 }`.
 */
export function withoutRequestStatus(collection: Collection, json: JsonObject, { method }: WireRequest): JsonObject {
  if (!WRITES.includes(method) || showsField(collection, json)) return json;
  return Object.fromEntries(Object.entries(json).filter(([name]) => name !== 'status'));
}

const showsField = (collection: Collection, json: JsonObject): boolean =>
  [...Object.keys(resourceOf(collection).fields), 'slug'].some(
    (field) => field !== 'status' && findField(json, field) !== undefined,
  );
