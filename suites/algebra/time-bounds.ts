import { addDays, addSeconds, atTime, dayOf, isWallClock } from '../../adapter/notation/day-times.js';
import { alternativesFor } from '../../adapter/profile/target-profile.js';
import type { World, WorldRecord } from '../../adapter/world/world.js';
import type { AlternativeOf } from '../../contract/readings/readings.js';
import { WorldLacks } from '../../kernel/deviation.js';
import { isPublic } from '../queries/base-query.js';
import { type DateComparison, timeFields } from '../queries/parameter-semantics.js';

export type Verb = DateComparison['verb'];

type DatedReading = `list.${Verb}-${'after' | 'before'}.${'lenient' | 'strict'}`;

/** The reading that a target was seen to follow. @throws WorldLacks where it could not be seen. */
export function followedIn<Id extends DatedReading | 'list.start-date' | 'list.end-date' | 'list.lenient-time'>(
  { profile }: World,
  id: Id,
): AlternativeOf<Id> {
  const [alternative, ...others] = alternativesFor(profile, id);
  if (alternative === undefined || others.length > 0)
    throw new WorldLacks('the test data could not show whether the target includes its date bounds');
  return alternative;
}

/** The bounds by which a target selects whole days or times: from a first to a last, both included. */
export interface Bounds {
  /** The value of `..._after` that begins with this day or second. */
  readonly after: (first: string) => string;
  /** The value of `..._before` that ends with it. */
  readonly before: (last: string) => string;
  /** The day or second that follows. */
  readonly next: (one: string) => string;
}

/** Bounds by days `YYYY-MM-DD`, without strict dates. */
export function dayBounds(world: World, verb: Verb): Bounds {
  const after = followedIn(world, `list.${verb}-after.lenient`) === 'included' ? 0 : -1;
  const before = followedIn(world, `list.${verb}-before.lenient`) === 'included' ? 0 : 1;
  return {
    after: (first) => addDays(first, after),
    before: (last) => addDays(last, before),
    next: (day) => addDays(day, 1),
  };
}

/** Bounds by times `YYYY-MM-DD HH:MM:SS`, with strict dates. Times of events are whole seconds. */
export function timeBounds(world: World, verb: Verb): Bounds {
  const after = followedIn(world, `list.${verb}-after.strict`) === 'inclusive' ? 0 : -1;
  const before = followedIn(world, `list.${verb}-before.strict`) === 'inclusive' ? 0 : 1;
  return {
    after: (first) => addSeconds(first, after),
    before: (last) => addSeconds(last, before),
    next: (time) => addSeconds(time, 1),
  };
}

export const firstSecondOf = (day: string): string => atTime(day, '00:00:00');
export const lastSecondOf = (day: string): string => atTime(day, '23:59:59');

/** When the events of the world start or end, by their own clocks, in order, but for those that are open. @throws WorldLacks when it has none. */
export function timesOf(world: World, verb: Verb, open: readonly string[] = []): readonly string[] {
  const events = world.of('events').filter((event) => isPublic(world)(event) && !open.includes(event.ref.key));
  const times = events.flatMap(({ payload }) => {
    const time = payload[timeFields[verb]];
    return typeof time === 'string' && isWallClock(time) ? [time] : [];
  });
  if (times.length === 0) throw new WorldLacks('the test data has no events in its window');
  return [...new Set(times)].toSorted();
}

/** The days of these. */
export const daysOf = (world: World, verb: Verb): readonly string[] => [...new Set(timesOf(world, verb).map(dayOf))];

const MIDNIGHT = '00:00:00';

/** Whether it is certain on which day an event ends. On another clock than its own any event may end at midnight. */
function endsWithinDay({ payload, complete }: WorldRecord, { profile }: World): boolean {
  const { end_date: end, all_day: allDay, timezone } = payload;
  const onOwnClock = alternativesFor(profile, 'list.compared-time').every((one) => one === 'wall-clock');
  const isOfSite = complete && timezone === undefined;
  const lastsAllDay = allDay === true || (allDay === undefined && !complete);
  return (onOwnClock || isOfSite) && !lastsAllDay && typeof end === 'string' && !end.endsWith(MIDNIGHT);
}

/**
 * The keys of the events of which it is open on which day they end: whether midnight still belongs to the day before is
 * not stated, nor when an event ends that lasts all day.
 */
export const openEnds = (world: World): readonly string[] =>
  world
    .of('events')
    .filter((event) => !endsWithinDay(event, world))
    .map(({ ref: { key } }) => key);
