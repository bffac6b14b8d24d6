import { addDays, dayOf } from '../../adapter/notation/day-times.js';
import { lift, type Period, unfilteredFor, windowQuery } from '../../adapter/reading/record-queries.js';
import type { World, WorldRecord } from '../../adapter/world/world.js';
import type { Collection } from '../../contract/resources.js';
import type { ListQuery, Payload } from '../../generators/wire-value.js';
import type { DateParameter } from '../model/date-conditions.js';
import { isAssigned } from '../model/link-conditions.js';
import { isPublished, isUnprotected } from '../model/status-condition.js';
import { dateComparisonOf } from './parameter-semantics.js';

/** The days of the world's far events with some to spare: on which clock they are compared is open. */
const spacious = ({ window: { from, to } }: World): Period => ({ from: addDays(from, -2), to: addDays(to, 2) });

/** What lifts the default window over these days, where not any date parameter does. */
export const lifted = (world: World): ListQuery => lift(world.profile, spacious(world));

/** The parameters that hold the world's far events in view, and little else. */
export const windowOf = (world: World): ListQuery =>
  windowQuery(world.profile, spacious(world), { end: 'ends_before' });

/** The days between two. */
function daysAfter(from: string, to: string): readonly string[] {
  const days = Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000);
  return Array.from({ length: days - 1 }, (_, index) => addDays(from, index + 1));
}

/** The same for some of these days: from the first on, to each but the last. */
export const windowsOf = (world: World): readonly ListQuery[] => {
  const { from, to } = spacious(world);
  return daysAfter(from, to).map((day) => windowQuery(world.profile, { from, to: day }, { end: 'ends_before' }));
};

/** The same where a date parameter is judged: it bounds one side, and the window only the other. */
export function windowBeside(world: World, parameter: DateParameter): ListQuery {
  const { from, to } = spacious(world);
  const { [parameter]: _, ...others } = lifted(world);
  const { verb, side } = dateComparisonOf(parameter);
  const isLower = side === 'after' || (side === 'on' && verb === 'starts');
  return { ...others, ...(isLower ? { ends_before: to } : { starts_after: from }) };
}

/** The same from each of these days but the first on, to the last. */
export const laterWindowsOf = (world: World): readonly ListQuery[] => {
  const { from, to } = spacious(world);
  return daysAfter(from, to).map((day) => windowQuery(world.profile, { from: day, to }, { end: 'ends_before' }));
};

/** The query of a collection that every filter is added to. */
export const baseQueryOf = (world: World, collection: Collection): ListQuery =>
  collection === 'events' ? windowOf(world) : {};

/** Bounds, and the days that stand for them on some services. */
const days: Readonly<Record<string, string>> = { starts_after: 'start_date', ends_before: 'end_date' };

/**
 * A query without the bounds that a service may replace by a day: nothing is stated of the two together. A day that the
 * ground itself names lifts the default window and is no filter.
 */
export function withoutReplaced(query: ListQuery, ground: ListQuery): ListQuery {
  const isReplaced = (name: string): boolean => {
    const day = days[name];
    return day !== undefined && query[day] !== undefined && query[day] !== ground[day];
  };
  return Object.fromEntries(Object.entries(query).filter(([name]) => !isReplaced(name)));
}

function isFar({ payload }: WorldRecord, { window }: World): boolean {
  const { start_date: start, end_date: end } = payload;
  return typeof start === 'string' && typeof end === 'string' && start >= window.from && end < window.to;
}

/** The records that the base query of a collection keeps in view. */
export const isInView =
  (world: World) =>
  (record: WorldRecord): boolean =>
    record.ref.ref !== 'events' || isFar(record, world);

/**
 * The records on which a filter is judged by itself: those that the query shows without it, whatever the window and the
 * hiding of empty terms do. So a fault in these is not blamed on others.
 */
export const isJudged =
  (world: World) =>
  (record: WorldRecord): boolean => {
    const isTerm = record.ref.ref === 'categories' || record.ref.ref === 'tags';
    return isInView(world)(record) && (!isTerm || isAssigned(record, world) === 'in');
  };

/** The times of the far events: bounds beside these separate events of the world, and show few others. */
export const farTimes = (world: World): World => ({
  ...world,
  instants: world.instants.filter((instant) => instant >= world.window.from && instant < world.window.to),
});

/** Of these, the ones that no list hides by their status. */
export const isPlain =
  (world: World) =>
  (record: WorldRecord): boolean =>
    isJudged(world)(record) && isPublished(record, world) === 'in';

/** The records on which relations are judged: those that no list hides by their status or by their nature. */
export const isPublic =
  (world: World) =>
  (record: WorldRecord): boolean =>
    isInView(world)(record) &&
    isPublished(record, world) === 'in' &&
    record.payload.hide_from_listings !== true &&
    isUnprotected(record);

/** Generated events last a fortnight at most. */
const LONGEST = 20;

/**
 * A list that shows a record of our own as soon as there is one, asked for alike before and after: the days around the
 * start of an event, whatever clock they are on, or all records of another collection.
 */
export function listAround(world: World, collection: Collection, { start_date: start }: Payload): ListQuery {
  if (collection !== 'events' || typeof start !== 'string') return unfilteredFor(world.profile, collection);
  const [from, to] = [addDays(dayOf(start), -2), addDays(dayOf(start), 2)];
  return windowQuery(world.profile, { from, to }, { lastDay: addDays(to, LONGEST) });
}
