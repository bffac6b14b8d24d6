/** A JSON value as parsed. */
export type JsonValue = string | number | boolean | null | readonly JsonValue[] | JsonObject;
export interface JsonObject {
  readonly [name: string]: JsonValue;
}

/** The deepest nesting of JSON that is read, in levels: walking a value beyond it could exhaust the stack. */
export const DEEPEST = 1_000;

/** Whether the brackets and braces of a text nest deeper than so many levels. Linear, and never recursive. */
export function isDeeper(text: string, levels = DEEPEST): boolean {
  let depth = 0;
  let isInString = false;
  for (let at = 0; at < text.length && depth <= levels; at += 1) {
    const sign = text[at];
    if (sign === '\\') at += 1;
    else if (sign === '"') isInString = !isInString;
    else if (isInString) continue;
    else if (sign === '[' || sign === '{') depth += 1;
    else if (sign === ']' || sign === '}') depth -= 1;
  }
  return depth > levels;
}

export const isJsonObject = (value: JsonValue | undefined): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export const isJsonArray = (value: JsonValue | undefined): value is readonly JsonValue[] => Array.isArray(value);

/** Where a value is inside a JSON document: the names on the way to it, `0` for the only one in an array. */
export type JsonPath = readonly string[];

/** The value at a path; undefined when there is none, as for `valueOf` in an object without such a member. */
export function valueAt(root: JsonValue | undefined, path: JsonPath): JsonValue | undefined {
  let value = root;
  for (const name of path) value = memberOf(value, name);
  return value;
}

function memberOf(value: JsonValue | undefined, name: string): JsonValue | undefined {
  if (isJsonArray(value)) return name === '0' && value.length === 1 ? value[0] : undefined;
  return isJsonObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;
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
