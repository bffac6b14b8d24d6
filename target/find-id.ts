import type { Collection } from '../contract/field.js';
import { collections, resourceOf } from '../contract/resources.js';
import { type JsonPath, type JsonValue, valueAt } from '../harness/json.js';

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
