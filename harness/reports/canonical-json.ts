import { isJsonArray, isJsonObject, type JsonObject, type JsonValue } from '../json.js';

/** A JSON value as the one text that RFC 8785 gives it: members in the order of their names, no space. */
export function toCanonicalJson(value: JsonValue): string {
  if (isJsonArray(value)) return `[${value.map(toCanonicalJson).join(',')}]`;
  if (!isJsonObject(value)) return JSON.stringify(value);
  return `{${toSorted(value)
    .map(([name, member]) => `${JSON.stringify(name)}:${toCanonicalJson(member)}`)
    .join(',')}}`;
}

/** The same value, its members in that order. */
export function sortMembers(value: JsonValue): JsonValue {
  if (isJsonArray(value)) return value.map(sortMembers);
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(toSorted(value).map(([name, member]) => [name, sortMembers(member)]));
}

/** By UTF-16 units, as `<` compares. */
const toSorted = (value: JsonObject): readonly (readonly [string, JsonValue])[] =>
  Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1));
