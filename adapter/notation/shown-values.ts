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

/** Where records link themselves; of some that is all that tells their id. */
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

/** The way from a record to its id, or to the link that ends with it; of any kind of record when none is given. */
export function findId(record: JsonValue, collection?: Collection): JsonPath | undefined {
  const kinds = collection ? [collection] : collections;
  const names = [...plainNames, ...kinds.flatMap(ownNames), ...otherNames];
  const named = names.map((name) => [name]).find((path) => isId(valueAt(record, path)));
  return named ?? links.find((path) => isItemLink(valueAt(record, path), kinds));
}

/** An id as text: that of a link is what the link ends with. Undefined for what can be no id. */
export function idText(id: JsonValue | undefined): string | undefined {
  if (typeof id === 'number') return String(id);
  return typeof id === 'string' ? id.split('/').findLast(Boolean) : undefined;
}

/** What targets show where there is no text: nothing at all, or something without content. */
export const isBlank = (value: JsonValue | undefined): boolean =>
  value === undefined ||
  value === null ||
  value === false ||
  (typeof value === 'string' && value.trim() === '') ||
  (isJsonArray(value) && value.length === 0) ||
  (isJsonObject(value) && Object.keys(value).length === 0);

/** What targets show for an id, a flag or a relation that is not there: zero too. */
export const isEmpty = (value: JsonValue | undefined): boolean => isBlank(value) || value === 0 || value === '0';

/** The ids in a relation as shown: ids, links or objects, one or several, as text and in order. */
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
  return (path ? valueAt(one, path) : one.data) ?? null;
}

/** Some languages write a list as an object, by positions where there are gaps, or by ids. */
export const isKeyed = (value: JsonObject): boolean => Object.keys(value).every((key) => /^\d+$/.test(key));

const idsOfKeyed = (list: JsonObject): readonly string[] =>
  Object.entries(list).flatMap(([key, one]) => {
    const ids = idsIn(one);
    return ids.length > 0 && ids.every((id) => /^\d+$/.test(id)) ? ids : [key];
  });

/** Whether two lists hold the same texts, whatever their order. */
export function isSameSet(left: readonly string[], right: readonly string[]): boolean {
  const [first, second] = [new Set(left), new Set(right)];
  return first.size === second.size && [...first].every((text) => second.has(text));
}

/** A scalar as text, a list as its texts; an object or nothing is an empty text. */
export function toText(value: JsonValue | undefined): string {
  if (isJsonArray(value)) return value.map(toText).join(' ');
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? String(value) : '';
}

/** The wall clock of a date-time, to the second: `2030-01-02 03:04:05`; the beginning of a text that is none. */
export const wallClock = (value: JsonValue | undefined): string =>
  readTime(value)?.wall ?? toText(value).replace('T', ' ').slice(0, 19);
