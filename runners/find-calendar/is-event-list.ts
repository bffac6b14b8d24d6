import { isJsonArray, isJsonObject, type JsonValue, valueAt } from '../../harness/json.js';
import { findField, findItems } from '../../target/discover.js';

/** The names under which lists stand in plain REST services, where nothing in them tells what they are. */
const LIST_NAMES = ['events', 'data', 'items', 'results', 'records', 'content', 'value'];

/** Whether an answer holds a list, and what is in it could be events. */
export function isEventList(body: JsonValue): boolean {
  const path = findItems(body, 'events');
  const list = path && valueAt(body, path);
  if (!path || !isJsonArray(list)) return false;
  const [first] = list;
  if (isJsonObject(first))
    return findField(first, 'title') !== undefined || findField(first, 'start_date') !== undefined;
  return list.length === 0 && (path.length === 0 || LIST_NAMES.includes(path.at(-1) ?? ''));
}
