import { utcOffsetsIn } from '../../adapter/notation/time-zone.js';
import { alternativesFor } from '../../adapter/profile/target-profile.js';
import type { WorldRecord } from '../../adapter/world/world.js';
import { DAY, toSeconds } from '../../generators/wall-time.js';
import { every, type Judgement, type Pool } from './judgement.js';

/** A time that is known to lie between two, both included; in seconds. */
export interface Span {
  readonly earliest: number;
  readonly latest: number;
}

/** No two zones are farther apart. */
const ZONES_APART = 26 * 3600;

const toSpan = (time: number, slack = 0): Span => ({ earliest: time - slack, latest: time + slack });

/**
 * When the target takes an event to be that is so on its wall clock. An event without a zone is on the clock of the
 * site: if the zone of the site is known, its instant is, and in UTC that is the same time.
 */
function comparedTimeOf({ profile }: Pool, { payload, complete }: WorldRecord, wall: string): Span {
  const hasZone = payload.timezone !== undefined || !complete;
  const offsets = hasZone || profile.siteZone === undefined ? [] : utcOffsetsIn(profile.siteZone, wall);
  const spans = alternativesFor(profile, 'list.compared-time').flatMap((compared): readonly Span[] => {
    if (compared === 'wall-clock' || (compared === 'site-zone' && !hasZone)) return [toSpan(toSeconds(wall))];
    if (compared === 'utc' && offsets.length > 0) return offsets.map((offset) => toSpan(toSeconds(wall) - offset));
    return [toSpan(toSeconds(wall), ZONES_APART)];
  });
  return {
    earliest: Math.min(...spans.map(({ earliest }) => earliest)),
    latest: Math.max(...spans.map(({ latest }) => latest)),
  };
}

type Times = WeakMap<WorldRecord, Span | undefined>;

/** What a pool holds never changes, and generators ask thousands of times when an event is. */
const remembered = (work: (event: WorldRecord, pool: Pool) => Span | undefined) => {
  const known = new WeakMap<Pool, Times>();
  return (event: WorldRecord, pool: Pool): Span | undefined => {
    const times: Times = known.get(pool) ?? new WeakMap();
    known.set(pool, times);
    if (!times.has(event)) times.set(event, work(event, pool));
    return times.get(event);
  };
};

/** When an event starts, as far as the target's way of comparing is known; undefined where it shows no start. */
export const startOf = remembered((event, pool) => {
  const { start_date: start, all_day: allDay } = event.payload;
  if (typeof start !== 'string') return undefined;
  const { earliest, latest } = comparedTimeOf(pool, event, start);
  // An event that lasts all day may be widened to whole days.
  return { earliest: allDay === true ? earliest - (toSeconds(start) % DAY) : earliest, latest };
});

/** When an event ends; undefined where it shows no end. */
export const endOf = remembered((event, pool) => {
  const { end_date: end, all_day: allDay } = event.payload;
  if (typeof end !== 'string') return undefined;
  const { earliest, latest } = comparedTimeOf(pool, event, end);
  const sinceMidnight = toSeconds(end) % DAY;
  return { earliest, latest: allDay === true ? latest + DAY - sinceMidnight : latest };
});

/** The same end for filters of whole days: whether an event that ends at midnight ends on the day before is open. */
export const endOfDayOf = (end: Span): Span => ({
  earliest: end.earliest % DAY === 0 ? end.earliest - 1 : end.earliest,
  latest: end.latest,
});

export const notBefore = (time: Span, bound: Span): Judgement => {
  if (time.earliest >= bound.latest) return 'in';
  return time.latest < bound.earliest ? 'out' : 'open';
};

export const after = (time: Span, bound: Span): Judgement => {
  if (time.earliest > bound.latest) return 'in';
  return time.latest <= bound.earliest ? 'out' : 'open';
};

export const notAfter = (time: Span, bound: Span): Judgement => notBefore(bound, time);
export const before = (time: Span, bound: Span): Judgement => after(bound, time);

export const at = (time: Span, bound: Span): Judgement => every([notBefore(time, bound), notAfter(time, bound)]);

/** The value of a date parameter: its day, and the time that it names, which is open where it names none. */
export interface Moment {
  readonly hasTime: boolean;
  readonly time: Span;
  readonly dayStart: Span;
  /** The first second that is no longer of the day. */
  readonly dayEnd: Span;
}

export function toMoment(value: string): Moment {
  const day = toSeconds(`${value.slice(0, 10)} 00:00:00`);
  const hasTime = value.length > 10;
  return {
    hasTime,
    time: hasTime ? toSpan(toSeconds(value)) : { earliest: day, latest: day + DAY - 1 },
    dayStart: toSpan(day),
    dayEnd: toSpan(day + DAY),
  };
}
