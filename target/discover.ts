import type { Collection } from '../contract/field.js';
import { resourceOf } from '../contract/resources.js';
import { isJsonArray, isJsonObject, type JsonObject, type JsonPath, type JsonValue, valueAt } from '../harness/json.js';
import type { CollectionShape, NumberPlace } from './profile.js';
import { type HeaderPairs, headerValue } from '../harness/exchange.js';

const DEPTH = 4;

/** Every object and array inside a document, the outermost first, with the way to it. Arrays are not entered. */
export function* walk(
  root: JsonValue,
  depth = DEPTH,
): Generator<{ readonly path: JsonPath; readonly value: JsonValue }> {
  const queue: { path: JsonPath; value: JsonValue }[] = [{ path: [], value: root }];
  for (let next = queue.shift(); next; next = queue.shift()) {
    yield next;
    if (!isJsonObject(next.value) || next.path.length >= depth) continue;
    for (const [name, value] of Object.entries(next.value)) queue.push({ path: [...next.path, name], value });
  }
}

const isListOfObjects = (value: JsonValue): boolean => isJsonArray(value) && value.every((item) => isJsonObject(item));

/** The way to the records of a list answer: the array named like the collection, else the first array of objects. */
export function findItems(body: JsonValue, collection: Collection): JsonPath | undefined {
  const arrays = [...walk(body)].filter(({ value }) => isListOfObjects(value));
  const named = arrays.find(({ path }) => path.at(-1) === collection);
  return (named ?? arrays.find(({ path }) => path[0] !== '_links' && path[0] !== 'links'))?.path;
}

const idNames = ['id', 'ID', 'Id', '_id', 'uuid'];
const isId = (value: JsonValue | undefined): value is string | number =>
  (typeof value === 'number' && Number.isSafeInteger(value)) || (typeof value === 'string' && value !== '');

/** The way from a record to its id. */
export const findId = (record: JsonValue): JsonPath | undefined =>
  idNames.map((name) => [name]).find((path) => isId(valueAt(record, path)));

const valueKeys = [[], ['rendered'], ['raw'], ['value']] as const;
const camel = (name: string): string => name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());

/** The ways on which a documented field may stand in a record, the plainest first. */
export const fieldPaths = (field: string): readonly JsonPath[] =>
  [...new Set([field, camel(field)])].flatMap((name) =>
    [[], ['attributes'], ['fields']].flatMap((outer) => valueKeys.map((inner) => [...outer, name, ...inner])),
  );

/** The first way to a field that leads to a value: for `{ rendered }` objects the text inside, not the object. */
export function findField(record: JsonObject, field: string): JsonPath | undefined {
  const present = fieldPaths(field).filter((path) => valueAt(record, path) !== undefined);
  const inner = present.find((path) => path.at(-1) === 'rendered' || path.at(-1) === 'raw');
  return inner ?? present[0];
}

/** The way from an item answer to the record: the outermost object with an id and the field that names it. */
export function findRecord(body: JsonValue, collection: Collection): JsonPath | undefined {
  const { label } = resourceOf(collection);
  const records = [...walk(body)].filter(({ value }) => isJsonObject(value) && findId(value) !== undefined);
  const named = records.find(({ value }) => isJsonObject(value) && findField(value, label) !== undefined);
  return (named ?? records[0])?.path;
}

const totalNames =
  /^(total|count|found|total_?(items|count|results|elements|records)?|x-(wp|tec)-total|x-total(-count)?)$/i;
const pagesNames = /^(total_?pages|pages|page_?count|last_?page|x-(wp|tec)-totalpages|x-total-pages)$/i;

function findNumber(names: RegExp, body: JsonValue, headers: HeaderPairs): NumberPlace | undefined {
  const inBody = [...walk(body)].find(({ path, value }) => names.test(path.at(-1) ?? '') && typeof value === 'number');
  if (inBody) return { in: 'body', path: inBody.path };
  const header = headers.find(([name, value]) => names.test(name) && /^\d+$/.test(value));
  return header && { in: 'header', name: header[0].toLowerCase() };
}

/** Where a list answer tells how many records there are in all. */
export const findTotal = (body: JsonValue, headers: HeaderPairs): NumberPlace | undefined =>
  findNumber(totalNames, body, headers);

/** Where a list answer tells how many pages there are in all. */
export const findTotalPages = (body: JsonValue, headers: HeaderPairs): NumberPlace | undefined =>
  findNumber(pagesNames, body, headers);

/** Reads a number where it was found; undefined when this answer does not tell it. */
export function numberAt(place: NumberPlace, body: JsonValue, headers: HeaderPairs): number | undefined {
  const value = place.in === 'body' ? valueAt(body, place.path) : headerValue(headers, place.name);
  const number = typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : value;
  return typeof number === 'number' ? number : undefined;
}

/** The shape that an answer suggests by itself, for a collection of which nothing is known yet. */
export function suggestShape(collection: Collection, body: JsonValue): CollectionShape {
  const record = findRecord(body, collection) ?? [];
  const items = findItems(body, collection) ?? [];
  const list = valueAt(body, items);
  const sample = (isJsonArray(list) ? list[0] : undefined) ?? valueAt(body, record);
  return { record, items, id: (sample !== undefined && findId(sample)) || ['id'], fields: {} };
}
