import type { Collection } from '../contract/field.js';
import { resourceOf } from '../contract/resources.js';
import type { ListQuery } from '../generators/wire.js';
import type { JsonObject } from '../harness/json.js';
import { toText, wallClock } from './shown-values.js';
import { addDays, dayOf } from './world/wall-clock.js';

/** The last word of what names a record: its mark, where it is one of ours. */
export const markOf = (collection: Collection, body: JsonObject): string =>
  toText(body[resourceOf(collection).label]).split(' ').at(-1) ?? '';

/**
 * A list query that shows a record with this body, and hardly any other: the days around an event, whatever clock they
 * are on, and the mark in the name of all else.
 */
export function narrow(collection: Collection, body: JsonObject): ListQuery {
  if (collection === 'events') return around(dayOf(wallClock(body.start_date)));
  const search = markOf(collection, body);
  return collection === 'categories' || collection === 'tags' ? { search, hide_empty: false } : { search };
}

/** Two days on either side: whether the outer days belong to the window, and on which clock, is open. */
const around = (day: string): ListQuery => ({ starts_after: addDays(day, -2), starts_before: addDays(day, 2) });
