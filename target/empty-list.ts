import { isJsonObject, type JsonPath, type JsonValue, valueAt } from '../harness/json.js';
import type { CollectionShape } from './profile.js';

/**
 * Whether a list answer shows nothing, or null, where lists that hold records have them: so some languages write a list
 * without items. Of an answer that leaves the place out, something else must be as in other lists: an error is no list.
 */
export function isWithoutList(body: JsonValue, shape: Pick<CollectionShape, 'items' | 'listMembers'>): boolean {
  const { items, listMembers } = shape;
  if (!items || !listMembers) return false;
  if (valueAt(body, items) === null) return true;
  return isJsonObject(body) && isNothingAt(body, items) && isLikeLists(body, items[0], listMembers);
}

/** A value of another kind on the way is something else than nothing. */
function isNothingAt(value: JsonValue | undefined, [name, ...rest]: JsonPath): boolean {
  if (value === undefined || value === null) return true;
  return name !== undefined && isJsonObject(value) && isNothingAt(value[name], rest);
}

function isLikeLists(body: JsonValue & object, place: string | undefined, listMembers: readonly string[]): boolean {
  const others = Object.keys(body).filter((name) => name !== place);
  return others.length === 0 || others.some((name) => listMembers.includes(name));
}
