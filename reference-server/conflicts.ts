import type { StoredRecord, Value, Values } from './store/record.js';
import type { Store } from './store/store.js';

/** What is wrong with fields that are each valid alone, by name: an end before the start, a category below itself. */
export function conflicts(sent: Values, old: StoredRecord | undefined, store: Store): Readonly<Record<string, string>> {
  return { ...timeConflict({ ...old?.values, ...sent }, sent), ...parentConflict(sent['parent'], old, store) };
}

function timeConflict({ start_date: start, end_date: end }: Values, sent: Values): Record<string, string> {
  if (typeof start !== 'string' || typeof end !== 'string' || end >= start) return {};
  return 'end_date' in sent
    ? { end_date: 'must not be before the start' }
    : { start_date: 'must not be after the end' };
}

function parentConflict(
  parent: Value | undefined,
  old: StoredRecord | undefined,
  store: Store,
): Record<string, string> {
  for (let above = parent; typeof above === 'number'; above = store.get(above)?.values['parent']) {
    if (above === old?.id) return { parent: 'must not be the category itself or below it' };
  }
  return {};
}
