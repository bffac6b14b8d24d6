import { isJsonArray, isJsonObject, type JsonObject, type JsonPath, type JsonValue } from '../harness/json.js';

/** A copy of a JSON document with another value at a path; objects on the way are made where they are missing. */
export function withValueAt(root: JsonValue | undefined, path: JsonPath, value: JsonValue): JsonValue {
  const [name, ...rest] = path;
  if (name === undefined) return value;
  if (isJsonArray(root) && name === '0') return [withValueAt(root[0], rest, value)];
  const object: JsonObject = isJsonObject(root) ? root : {};
  return { ...object, [name]: withValueAt(object[name], rest, value) };
}

/** A copy of a JSON document without what stands at a path; the document itself when nothing does. */
export function withoutValueAt(root: JsonValue, path: JsonPath): JsonValue {
  const [name, ...rest] = path;
  if (name === undefined || !isJsonObject(root) || !(name in root)) return root;
  const { [name]: found, ...others } = root;
  return rest.length === 0 || found === undefined ? others : { ...root, [name]: withoutValueAt(found, rest) };
}

/** A copy of a JSON document in which every string, however deep, is rewritten; the names of members are kept. */
export function mapTexts(value: JsonValue, rewrite: (text: string, name: string) => string, name = ''): JsonValue {
  if (typeof value === 'string') return rewrite(value, name);
  if (isJsonObject(value)) {
    return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, mapTexts(one, rewrite, key)]));
  }
  return isJsonArray(value) ? value.map((one) => mapTexts(one, rewrite, name)) : value;
}
