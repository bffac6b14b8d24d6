import { valueAt } from '../../harness/json.js';
import { findField } from '../discover.js';
import { idsIn } from '../shown-values.js';
import type { Existing, FoundEvent } from '../world/existing.js';
import type { ListEvents } from './list-events.js';

/** Lists of this many events are asked for their children where none shows its parent. */
const MOST_TRIED = 5;

/** An id under which `post_parent` lists some events and not all; of those that events show, else of events themselves. */
export async function findFamily(list: ListEvents, events: readonly FoundEvent[]): Promise<Existing['family']> {
  for (const parent of parentsAmong(events)) {
    const { others: children } = await list({ post_parent: Number(parent) });
    const isAll = events.every(({ id }) => children.some((child) => child.id === id));
    const [child] = children.filter(({ id }) => id !== parent);
    if (child && !isAll) return { parent, child };
  }
  return undefined;
}

function parentsAmong(events: readonly FoundEvent[]): readonly string[] {
  const shown = events.flatMap(({ json }) => {
    const path = findField(json, 'post_parent') ?? findField(json, 'parent');
    return path ? idsIn(valueAt(json, path)) : [];
  });
  const tried = shown.length > 0 ? shown : events.map(({ id }) => id);
  return [...new Set(tried)].filter((id) => /^\d{1,15}$/.test(id)).slice(0, MOST_TRIED);
}
