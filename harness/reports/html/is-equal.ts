import { isJsonArray, isJsonObject, type JsonValue } from '../../json.js';

/** Whether two JSON values are equal; members have no order. */
export function isEqual(one: JsonValue | undefined, other: JsonValue | undefined): boolean {
  if (isJsonArray(one) && isJsonArray(other)) {
    return one.length === other.length && one.every((item, at) => isEqual(item, other[at]));
  }
  if (!isJsonObject(one) || !isJsonObject(other)) return one === other;
  const names = Object.keys(one);
  const isSame = (name: string): boolean => Object.hasOwn(other, name) && isEqual(one[name], other[name]);
  return names.length === Object.keys(other).length && names.every(isSame);
}
