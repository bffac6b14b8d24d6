import { type Collection, resourceOf } from '../../contract/resources.js';
import type { ListQuery } from '../../generators/wire-value.js';
import { Inconclusive } from '../../wire/errors.js';
import type { JsonObject } from '../../wire/json.js';
import { addDays, atTime, dayOf, isWallClock } from '../notation/day-times.js';
import { toText, wallClock } from '../notation/shown-values.js';
import type { TargetProfile } from '../profile/target-profile.js';

/** Days, `YYYY-MM-DD`. */
export interface Period {
  readonly from: string;
  readonly to: string;
}

type DateQuery = Readonly<Record<string, string>>;

/** Lifts the default window by start_date and end_date, for targets on which other date parameters do not lift it. */
export const toLifted = ({ from, to }: Period): DateQuery => ({
  start_date: `${from} 00:00:00`,
  end_date: `${to} 23:59:59`,
});

/** Lifts the default window if the target needs it (reading `list.default-window.lifted`). */
export const lift = ({ choices }: Pick<TargetProfile, 'choices'>, period: Period): DateQuery =>
  choices['list.default-window.lifted'] === 'bound-by-bound' ? toLifted(period) : {};

/** A period that contains every event. */
export const ALWAYS = { from: '1900-01-01', to: '2200-01-01' } as const satisfies Period;

/** How a period bounds a list. */
interface WindowOptions {
  /** `starts_before` keeps every event that starts in the period, `ends_before` only those that also end in it. */
  readonly end?: 'starts_before' | 'ends_before';
  /** The last day of the longest event in the period, if that is later than the period. */
  readonly lastDay?: string;
}

/** Bounds a list of events to a period. The profile is omitted while it is being learned. */
export const windowQuery = (
  profile: Pick<TargetProfile, 'choices'> | undefined,
  { from, to }: Period,
  { end = 'starts_before', lastDay = to }: WindowOptions = {},
): DateQuery => ({
  ...(profile && lift(profile, { from, to: lastDay })),
  starts_after: from,
  [end]: to,
});

/** The queries by which lists hide as little as possible, for a target that is not learned yet. */
export const unfiltered = {
  events: windowQuery(undefined, ALWAYS),
  venues: {},
  organizers: {},
  categories: { hide_empty: false },
  tags: { hide_empty: false },
} as const satisfies Record<Collection, object>;

/** The same for a learned target. */
export const unfilteredFor = (profile: Pick<TargetProfile, 'choices'>, collection: Collection): ListQuery => ({
  ...(collection === 'events' ? windowQuery(profile, ALWAYS) : unfiltered[collection]),
});

/** The last word of a record's name: the mark, if it is ours. */
export const markOf = (collection: Collection, body: JsonObject): string =>
  toText(body[resourceOf(collection).label]).split(' ').at(-1) ?? '';

/**
 * A list query that shows a record with this body and few others: by the days around an event, by the mark in the name
 * of other records. The profile is omitted while it is being learned.
 */
export function narrow(collection: Collection, body: JsonObject, profile?: Pick<TargetProfile, 'choices'>): ListQuery {
  if (collection === 'events') return around(body, profile);
  const search = markOf(collection, body);
  return collection === 'categories' || collection === 'tags' ? { search, hide_empty: false } : { search };
}

/** The same for all records of the run: their names contain its marker. */
export function narrowToRun(
  collection: Collection,
  body: JsonObject,
  profile?: Pick<TargetProfile, 'choices'>,
): ListQuery {
  const { search, ...query } = narrow(collection, body, profile);
  return { ...query, ...(typeof search === 'string' && { search: search.replace(/-\d+$/, '') }) };
}

/**
 * The window of two days on either side: whether its outer days are included, and in which zone, is open.
 * @throws Inconclusive if the dates cannot be read
 */
function around({ start_date: start, end_date: end }: JsonObject, profile?: Pick<TargetProfile, 'choices'>): ListQuery {
  const [day = '', lastDay = ''] = [start, end ?? start].map((time) => dayOf(wallClock(time)));
  if (![day, lastDay].every(isDay)) throw new Inconclusive('the dates of the event cannot be read');
  return windowQuery(profile, { from: addDays(day, -2), to: addDays(day, 2) }, { lastDay: addDays(lastDay, 2) });
}

const isDay = (day: string): boolean => isWallClock(atTime(day, '00:00:00'));
