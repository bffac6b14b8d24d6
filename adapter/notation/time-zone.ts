import { Temporal } from 'temporal-polyfill';
import { toSeconds, toWall } from '../../generators/wall-time.js';

const SECOND = 1000;
const DISAMBIGUATIONS = ['earlier', 'later'] as const;

/** Fixed offsets, as some services call their zones: `UTC+2`, `UTC-3.5`, `UTC+5:30`. */
function fixedOffset(zone: string): number | undefined {
  const [whole, sign, hours = '0', minutes = '0', fraction = '0'] =
    /^UTC(?:([+-])(\d{1,2})(?::(\d\d))?(\.\d+)?)?$/.exec(zone) ?? [];
  if (whole === undefined) return undefined;
  const size = (Number(hours) + Number(minutes) / 60 + Number(fraction)) * 3600;
  return sign === '-' ? -size : size;
}

/**
 * By how many seconds the clock of a zone is ahead of UTC when it shows a time. There are two answers for a time that a
 * change of the clock skips or repeats, as libraries disagree there; none for what is no zone or no time.
 */
export function utcOffsetsIn(zone: string, wall: string): readonly number[] {
  const fixed = fixedOffset(zone);
  if (fixed !== undefined) return [fixed];
  try {
    const time = Temporal.PlainDateTime.from(wall);
    const leads = DISAMBIGUATIONS.map(
      (disambiguation) => toSeconds(wall) - time.toZonedDateTime(zone, { disambiguation }).epochMilliseconds / SECOND,
    );
    return [...new Set(leads)];
  } catch (error) {
    if (error instanceof RangeError) return [];
    throw error;
  }
}

const QUARTER = 15 * 60;
const FARTHEST = 14 * 3600;

/** Whether any clock is ahead of UTC by so many seconds: by whole quarters of an hour, and not by more than a day. */
export const isPlausibleUtcOffset = (seconds: number): boolean =>
  Math.abs(seconds) <= FARTHEST && seconds % QUARTER === 0;

/** A change of a zone's clock, in times that the clock shows. */
export interface ClockChange {
  /** The last second before it. */
  readonly before: string;
  /** In the midst of what it skips or repeats. */
  readonly amid: string;
  /** The first second after it. */
  readonly after: string;
}

/** The next change of a zone's clock after a time; undefined where it is never changed. @throws RangeError */
export function nextClockChange(zone: string, wall: string): ClockChange | undefined {
  const change = Temporal.PlainDateTime.from(wall).toZonedDateTime(zone).getTimeZoneTransition('next');
  if (!change) return undefined;
  const leads = [change.subtract({ seconds: 1 }), change].map(({ offsetNanoseconds }) => offsetNanoseconds / 1e9);
  const at = (lead: number): number => change.epochMilliseconds / SECOND + lead;
  const [from, to] = [at(Math.min(...leads)), at(Math.max(...leads))];
  return { before: toWall(from - 1), amid: toWall((from + to) / 2), after: toWall(to) };
}
