import { type Collection, collections, resourceOf } from '../../contract/resources.js';
import { isJsonArray, isJsonObject, type JsonObject, type JsonPath, type JsonValue, valueAt } from '../../wire/json.js';
import { readTime } from './shown-time.js';

const plainNames = ['id', 'ID', 'Id'];
const otherNames = ['_id', 'uuid', 'term_id', 'post_id', 'key', 'pk', 'guid'];

/** `venue_id`, `venueId` and the like. */
function ownNames(collection: Collection): readonly string[] {
  const { singular } = resourceOf(collection);
  const capitalised = singular.charAt(0).toUpperCase() + singular.slice(1);
  return [`${singular}_id`, `${singular}Id`, `${singular}ID`, `${capitalised}Id`, `${capitalised}ID`];
}

/** Links of records to themselves; in some records only these contain the id. */
const links: readonly JsonPath[] = [
  ['@id'],
  ['_links', 'self', 'href'],
  ['_links', 'self'],
  ['links', 'self', 'href'],
  ['links', 'self'],
  ['self'],
  ['href'],
];

const isId = (value: JsonValue | undefined): value is string | number =>
  (typeof value === 'number' && Number.isSafeInteger(value)) || (typeof value === 'string' && value !== '');

const isItemLink = (value: JsonValue | undefined, kinds: readonly Collection[]): boolean =>
  typeof value === 'string' && kinds.some((kind) => new RegExp(`/${kind}/\\d+/?$`).test(value));

/** The path to the id of a record, or to a link that ends with it; for any collection when none is given. */
export function findId(record: JsonValue, collection?: Collection): JsonPath | undefined {
  const kinds = collection ? [collection] : collections;
  const names = [...plainNames, ...kinds.flatMap(ownNames), ...otherNames];
  const named = names.map((name) => [name]).find((path) => isId(valueAt(record, path)));
  return named ?? links.find((path) => isItemLink(valueAt(record, path), kinds));
}

/** An id as text; a link ends with its id. Undefined for values that cannot be ids. */
export function idText(id: JsonValue | undefined): string | undefined {
  if (typeof id === 'number') return String(id);
  return typeof id === 'string' ? id.split('/').findLast(Boolean) : undefined;
}

/** Whether a value stands for no text: missing, or without content. */
export const isBlank = (value: JsonValue | undefined): boolean =>
  value === undefined ||
  value === null ||
  value === false ||
  (typeof value === 'string' && value.trim() === '') ||
  (isJsonArray(value) && value.length === 0) ||
  (isJsonObject(value) &&
    Object.entries(value).every(([name, part]) => ABOUT.test(name) || isBlank(part) || part === 0));

/** Members that say something about a value and are no part of it, as in JSON:API and HAL. */
const ABOUT = /^_?(?:links|meta)$/;

/** Whether a value stands for no id, flag or relation: blank, or zero. */
export const isEmpty = (value: JsonValue | undefined): boolean => isBlank(value) || value === 0 || value === '0';

/** The ids in a relation as shown: one or several ids, links or objects, as text and in order. */
export function idsIn(value: JsonValue | undefined): readonly string[] {
  if (isEmpty(value)) return [];
  if (isJsonArray(value)) return value.flatMap(idsIn);
  if (isJsonObject(value)) return isKeyed(value) ? idsOfKeyed(value) : idsIn(referenceIn(value));
  return [typeof value === 'string' ? (LINK.exec(value)?.[1] ?? value) : String(value)];
}

/** A link to a record ends in its id. */
const LINK = /^(?:https?:\/)?\/.*\/(\d+)\/?$/;

function referenceIn(one: JsonObject): JsonValue {
  const path = findId(one);
  return (path ? valueAt(one, path) : contentOf(one)) ?? null;
}

/** What an object around one or several records holds: its member `data`, or its only list, as in `{ "kind": "refs", "ids": [1] }`. */
export function contentOf(around: JsonObject): JsonValue | undefined {
  const lists = Object.values(around).filter(isJsonArray);
  return around.data ?? (lists.length === 1 ? lists[0] : undefined);
}

/** Whether an object is a list, keyed by positions or ids, as some languages write lists. */
export const isKeyed = (value: JsonObject): boolean => Object.keys(value).every((key) => /^\d+$/.test(key));

const idsOfKeyed = (list: JsonObject): readonly string[] =>
  Object.entries(list).flatMap(([key, one]) => {
    const ids = idsIn(one);
    return ids.length > 0 && ids.every((id) => /^\d+$/.test(id)) ? ids : [key];
  });

/** Whether two lists hold the same texts in any order. */
export function isSameSet(left: readonly string[], right: readonly string[]): boolean {
  const [first, second] = [new Set(left), new Set(right)];
  return first.size === second.size && [...first].every((text) => second.has(text));
}

/** A scalar as text, a list as its texts joined; anything else as an empty text. */
export function toText(value: JsonValue | undefined): string {
  if (isJsonArray(value)) return value.map(toText).join(' ');
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? String(value) : '';
}

/** The wall-clock time of a date-time, `2030-01-02 03:04:05`; of another text its first 19 characters. */
export const wallClock = (value: JsonValue | undefined): string =>
  readTime(value)?.wall ?? toText(value).replace('T', ' ').slice(0, 19);
