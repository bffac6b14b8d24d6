import type { JsonObject } from '../harness/json.js';
import type { ListPreview } from './sight.js';

/**
 * The fields that two readings of the same records show in two ways, as `events.views`. A record whose time of change
 * differs was changed by somebody in between, and tells nothing.
 */
export function findVolatile(before: readonly ListPreview[], after: readonly ListPreview[]): readonly string[] {
  const names = new Set<string>();
  for (const sight of before) {
    const twin = after.find(({ list }) => JSON.stringify(list) === JSON.stringify(sight.list));
    for (const item of sight.page.items) {
      const again = twin?.page.items.find(({ id }) => id === item.id);
      if (!again || item.fields['modified'] !== again.fields['modified']) continue;
      const changed = [...changedIn(item.fields, again.fields), ...changedIn(item.other, again.other)];
      for (const name of changed) names.add(`${item.collection}.${name}`);
    }
  }
  return [...names].sort();
}

const changedIn = (one: JsonObject, other: JsonObject): readonly string[] =>
  [...new Set([...Object.keys(one), ...Object.keys(other)])].filter(
    (name) => JSON.stringify(one[name]) !== JSON.stringify(other[name]),
  );
