import fc, { type Arbitrary } from 'fast-check';
import type { Surroundings } from './surroundings.js';
import { DAY, toSeconds, toWall } from './wall-time.js';

type Span = Surroundings['span'];

/** Whole days, counted from 1970-01-01, both included. */
interface Days {
  readonly first: number;
  readonly last: number;
}

/**
 * No time from 00:00:01 to 02:59:59: in the zones that we send, clocks change only then, and what a skipped or a
 * repeated hour means is open.
 */
const timeOfDay = (simplest: string): Arbitrary<string> =>
  fc.oneof(
    { withCrossShrink: true },
    fc.constant(simplest),
    fc.integer({ min: DAY / 8, max: DAY - 1 }).map((second) => toWall(second).slice(11)),
    fc.constantFrom('00:00:00', '23:59:59'),
  );

const toTime = (day: number, time: string): string => `${toWall(day * DAY).slice(0, 10)} ${time}`;

/** The year to which the week of a day belongs: that of its Thursday (ISO 8601). 1970-01-01 was one. */
const yearOfWeek = (day: number): string => toWall(Math.floor((day + 3) / 7) * 7 * DAY).slice(0, 4);

const monthOf = (day: number): string => toWall(day * DAY).slice(5, 7);

/** 1970-01-04 was a Sunday. */
const isSunday = (day: number): boolean => day % 7 === 3;

/** Days on which calendars go wrong, by kind. */
const delicate: readonly ((day: number) => boolean)[] = [
  // A clock that shows the year of the week is wrong.
  (day) => yearOfWeek(day) !== toWall(day * DAY).slice(0, 4),
  // The next day has another month: so may the same day in another zone.
  (day) => monthOf(day) !== monthOf(day + 1),
  // In some zone the clocks may change.
  (day) => isSunday(day) && ['03', '04', '10', '11'].includes(monthOf(day)),
];

const known = new Map<string, Arbitrary<number>>();

/** Any day, and as often one of those on which calendars go wrong. The few spans of a run are looked through once. */
function dayWithin(days: Days): Arbitrary<number> {
  const key = `${days.first} ${days.last}`;
  const found = known.get(key) ?? searchDays(days);
  known.set(key, found);
  return found;
}

function searchDays({ first, last }: Days): Arbitrary<number> {
  const all = Array.from({ length: last - first + 1 }, (_, index) => first + index);
  const kinds = delicate.map((isOne) => all.filter(isOne)).filter(({ length }) => length > 0);
  return fc.oneof(
    { withCrossShrink: true },
    { arbitrary: fc.integer({ min: first, max: last }), weight: delicate.length },
    ...kinds.map((days) => fc.constantFrom(...days)),
  );
}

const timeWithin = (days: Days): Arbitrary<string> =>
  fc.tuple(dayWithin(days), timeOfDay('10:00:00')).map(([day, time]) => toTime(day, time));

/**
 * Parts a span: whole schedules lie in the middle, a start sent alone before them, an end sent alone after them. So
 * whatever start and end meet in one record, the end is after the start.
 */
function partsOf({ from, to }: Span): { readonly early: Days; readonly middle: Days; readonly late: Days } {
  const first = Math.ceil(toSeconds(from) / DAY);
  const last = Math.floor(toSeconds(to) / DAY) - 1;
  if (!(last - first >= 2)) throw new RangeError(`no three whole days between ${from} and ${to}`);
  const edge = Math.ceil((last - first) / 10);
  return {
    early: { first, last: first + edge - 1 },
    middle: { first: first + edge, last: last - edge },
    late: { first: last - edge + 1, last },
  };
}

/** A start for an event sent without its end: before every end of `schedule` or `loneEnd`. */
export const loneStart = (span: Span): Arbitrary<string> => timeWithin(partsOf(span).early);

/** An end for an event sent without its start: after every start of `schedule` or `loneStart`. */
export const loneEnd = (span: Span): Arbitrary<string> => timeWithin(partsOf(span).late);

/** The start and end of an event within the span, at most a fortnight apart, the end strictly after the start. */
export function schedule(span: Span): Arbitrary<{ readonly start_date: string; readonly end_date: string }> {
  const { middle } = partsOf(span);
  const { last } = middle;
  return fc
    .tuple(dayWithin(middle), fc.nat(14), timeOfDay('10:00:00'), timeOfDay('12:00:00'))
    .map(([day, days, one, other]) => {
      const [start = '', end = ''] = [toTime(day, one), toTime(Math.min(day + days, last), other)].toSorted();
      return { start_date: start, end_date: start === end ? toTime(day + 1, one) : end };
    });
}

/** A publication date that has passed on every clock. */
export const pastTime: Arbitrary<string> = timeWithin({
  first: toSeconds('2012-01-01 00:00:00') / DAY,
  last: toSeconds('2024-12-31 00:00:00') / DAY,
});

/**
 * Well-known IANA zones, with and without daylight saving, east and west, off by half and quarter hours, with names of one
 * to three parts, and of more than letters.
 */
export const zone: Arbitrary<string> = fc.constantFrom(
  'UTC',
  'Europe/Amsterdam',
  'Europe/London',
  'America/New_York',
  'America/Los_Angeles',
  'Asia/Tokyo',
  'Asia/Kolkata',
  'Asia/Kathmandu',
  'Australia/Sydney',
  'America/Argentina/Buenos_Aires',
  'America/Port-au-Prince',
);
