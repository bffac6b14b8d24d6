import type { Collection } from '../contract/field.js';
import { resourceOf } from '../contract/resources.js';
import type { ListQuery } from '../generators/wire.js';
import { Inconclusive } from '../harness/errors.js';
import type { JsonObject } from '../harness/json.js';
import { lift } from './lift.js';
import type { TargetProfile } from './profile.js';
import { toText, wallClock } from './shown-values.js';
import { addDays, atTime, dayOf, isWallClock } from './world/wall-clock.js';

/** The last word of what names a record: its mark, where it is one of ours. */
export const markOf = (collection: Collection, body: JsonObject): string =>
  toText(body[resourceOf(collection).label]).split(' ').at(-1) ?? '';

/**
 * A list query that shows a record with this body, and hardly any other: the days around an event, whatever clock they
 * are on, and the mark in the name of all else. The profile is left out while it is being learned.
 */
export function narrow(collection: Collection, body: JsonObject, profile?: Pick<TargetProfile, 'choices'>): ListQuery {
  if (collection === 'events') return around(body, profile);
  const search = markOf(collection, body);
  return collection === 'categories' || collection === 'tags' ? { search, hide_empty: false } : { search };
}

/** The same for all records of the run: its marker stands in the name of each, and a number after it. */
export function narrowToRun(
  collection: Collection,
  body: JsonObject,
  profile?: Pick<TargetProfile, 'choices'>,
): ListQuery {
  const { search, ...query } = narrow(collection, body, profile);
  return { ...query, ...(typeof search === 'string' && { search: search.replace(/-\d+$/, '') }) };
}

/**
 * Two days on either side: whether the outer days belong to the window, and on which clock, is open.
 * @throws CannotTell for times that are none, or written in a way that is not known
 */
function around({ start_date: start, end_date: end }: JsonObject, profile?: Pick<TargetProfile, 'choices'>): ListQuery {
  const [day = '', lastDay = ''] = [start, end ?? start].map((time) => dayOf(wallClock(time)));
  if (![day, lastDay].every(isDay)) throw new Inconclusive('it is not known on which days the event is');
  const [from, to, last] = [addDays(day, -2), addDays(day, 2), addDays(lastDay, 2)];
  return { ...(profile && lift(profile, { from, to: last })), starts_after: from, starts_before: to };
}

const isDay = (day: string): boolean => isWallClock(atTime(day, '00:00:00'));
