import { toCount } from './wording.js';

/** A JSON value as parsed. */
export type JsonValue = string | number | boolean | null | readonly JsonValue[] | JsonObject;
export interface JsonObject {
  readonly [name: string]: JsonValue;
}

/** The most that is read of JSON: walking deeper values could exhaust the stack, and more of them the memory. */
const MOST = { levels: 1_000, values: 1_000_000 } as const;

/**
 * How many levels of brackets and braces a JSON text has, and about how many values; not counted beyond the most that is
 * read. Linear, and never recursive.
 */
export function measureJson(text: string): Readonly<Record<keyof typeof MOST, number>> {
  let [depth, levels, values] = [0, 0, 1];
  let isInString = false;
  for (let at = 0; at < text.length && levels <= MOST.levels && values <= MOST.values; at += 1) {
    const sign = text[at];
    if (sign === '\\') at += 1;
    else if (sign === '"') isInString = !isInString;
    else if (isInString) continue;
    else if (sign === ',') values += 1;
    else if (sign === ']' || sign === '}') depth -= 1;
    else if (sign === '[' || sign === '{') {
      depth += 1;
      values += 1;
      levels = Math.max(levels, depth);
    }
  }
  return { levels, values };
}

/** Why a text that may be JSON is not read as such; undefined for any other text. */
export function excessOf(text: string): string | undefined {
  if (!/^\s*[[{]/.test(text)) return undefined;
  const { levels, values } = measureJson(text);
  if (levels > MOST.levels) return `JSON nested deeper than ${toCount(MOST.levels)} levels`;
  return values > MOST.values ? `JSON of more than ${toCount(MOST.values)} values` : undefined;
}

export const isJsonObject = (value: JsonValue | undefined): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export const isJsonArray = (value: JsonValue | undefined): value is readonly JsonValue[] => Array.isArray(value);

/**
 * Where a value is inside a JSON document: the names on the way to it, `0` for the only one in an array, the place in a
 * tuple, and `*` for all members of an object, in any order. Of an array, it is each element, in which the rest is found.
 */
export type JsonPath = readonly string[];

/** What stands for all members of an object, or for each element of an array. */
export const MEMBERS = '*';

const MOST_IN_TUPLE = 4;

/** Whether an array is no list but a few values that each have a place of their own, a list among them: `[{...}, [...]]`. */
export const isTuple = (value: JsonValue | undefined): value is readonly JsonValue[] =>
  isJsonArray(value) && value.length > 1 && value.length <= MOST_IN_TUPLE && value.some(isJsonArray);

/** The value at a path; undefined when there is none, as for `valueOf` in an object without such a member. */
export function valueAt(root: JsonValue | undefined, path: JsonPath): JsonValue | undefined {
  let value = root;
  for (const [at, name] of path.entries()) {
    const rest = path.slice(at + 1);
    if (name === MEMBERS && rest.length > 0 && isJsonArray(value))
      return value.map((one) => valueAt(one, rest) ?? null);
    value = memberOf(value, name);
  }
  return value;
}

function memberOf(value: JsonValue | undefined, name: string): JsonValue | undefined {
  if (isJsonArray(value)) {
    // Some languages write an empty object as an empty array.
    if (name === MEMBERS && value.length === 0) return value;
    return (name === '0' && value.length === 1) || isTuple(value) ? value[Number(name)] : undefined;
  }
  if (!isJsonObject(value)) return undefined;
  if (Object.hasOwn(value, name)) return value[name];
  return name === MEMBERS ? Object.values(value) : undefined;
}

/** The value at a JSON Pointer (RFC 6901); undefined where there is none. */
export const valueAtPointer = (root: JsonValue, pointer: string): JsonValue | undefined =>
  pointer.split('/').slice(1).map(toName).reduce<JsonValue | undefined>(step, root);

/** `~1` stands for a slash, `~0` for a tilde; in this order, so that `~01` is `~1`. */
const toName = (token: string): string => token.replaceAll('~1', '/').replaceAll('~0', '~');

function step(value: JsonValue | undefined, name: string): JsonValue | undefined {
  if (isJsonArray(value)) return /^(0|[1-9]\d*)$/.test(name) ? value[Number(name)] : undefined;
  return isJsonObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;
}
