import { type HeaderPairs, headerValue } from '../../wire/exchange.js';
import { isJsonObject, type JsonPath, type JsonValue, valueAt } from '../../wire/json.js';
import { walk } from '../notation/json-paths.js';
import type { CollectionShape, NumberLocation } from '../profile/target-profile.js';

/** The surest names first: `count` is often that of the page alone. */
const totalNames = [
  /^(x-wp-total|x-tec-total|x-total|x-total-count|total-count)$/i,
  /^total(_?(items|count|results|elements|records))?$/i,
  /^(found|count)$/i,
];
const pagesNames = [
  /^(x-wp-totalpages|x-tec-totalpages|x-total-pages)$/i,
  /^(total_?pages|page_?count|last_?page|pages)$/i,
];

const isNumber = (value: JsonValue | undefined): boolean =>
  (typeof value === 'number' && Number.isSafeInteger(value)) || (typeof value === 'string' && /^\d+$/.test(value));

function findNumber(names: readonly RegExp[], body: JsonValue, headers: HeaderPairs): NumberLocation | undefined {
  const numbers = [...walk(body)].filter(({ value }) => isNumber(value));
  for (const name of names) {
    const inBody = numbers.find(({ path }) => name.test(path.at(-1) ?? ''));
    if (inBody) return { in: 'body', path: inBody.path };
    const header = headers.find(([field, value]) => name.test(field) && isNumber(value));
    if (header) return { in: 'header', name: header[0].toLowerCase() };
  }
  return undefined;
}

/** The location of the number of records in all. */
export const findTotal = (body: JsonValue, headers: HeaderPairs): NumberLocation | undefined =>
  findNumber(totalNames, body, headers);

/** The location of the number of pages in all. */
export const findTotalPages = (body: JsonValue, headers: HeaderPairs): NumberLocation | undefined =>
  findNumber(pagesNames, body, headers);

/** Reads the number at a location; undefined if this response has none. */
export function numberAt(place: NumberLocation, body: JsonValue, headers: HeaderPairs): number | undefined {
  const value = place.in === 'body' ? valueAt(body, place.path) : headerValue(headers, place.name);
  return isNumber(value) ? Number(value) : undefined;
}

/**
 * Whether a list response has nothing, or null, at the location of records: some languages write an empty list so. If
 * the location is missing, another member must be as in other lists, because an error is not a list.
 */
export function isWithoutList(body: JsonValue, shape: Pick<CollectionShape, 'items' | 'listMembers'>): boolean {
  const { items, listMembers } = shape;
  if (!items || !listMembers) return false;
  const list = valueAt(body, items);
  if (list !== undefined) return list === null;
  return isJsonObject(body) && isNothingAt(body, items) && isLikeLists(body, items[0], listMembers);
}

/** Whether there is nothing at a path. A value that is not an object on the way is something else. */
function isNothingAt(value: JsonValue | undefined, [name, ...rest]: JsonPath): boolean {
  if (value === undefined || value === null) return true;
  return name !== undefined && isJsonObject(value) && isNothingAt(value[name], rest);
}

function isLikeLists(body: JsonValue & object, place: string | undefined, listMembers: readonly string[]): boolean {
  const others = Object.keys(body).filter((name) => name !== place);
  return others.length === 0 || others.some((name) => listMembers.includes(name));
}
