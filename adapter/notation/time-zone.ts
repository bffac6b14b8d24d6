import { Temporal } from 'temporal-polyfill';
import { toSeconds, toWall } from '../../generators/wall-time.js';

const SECOND = 1000;
const DISAMBIGUATIONS = ['earlier', 'later'] as const;

/** The seconds of a fixed offset used as a zone: `UTC+2`, `UTC-3.5`, `UTC+5:30`. */
function fixedOffset(zone: string): number | undefined {
  const [whole, sign, hours = '0', minutes = '0', fraction = '0'] =
    /^UTC(?:([+-])(\d{1,2})(?::(\d\d))?(\.\d+)?)?$/.exec(zone) ?? [];
  if (whole === undefined) return undefined;
  const size = (Number(hours) + Number(minutes) / 60 + Number(fraction)) * 3600;
  return sign === '-' ? -size : size;
}

/**
 * The offsets from UTC, in seconds, that a zone may have at a local time: two for a time that a DST change skips or
 * repeats, because libraries disagree there; none for an invalid zone or time.
 */
export function utcOffsetsIn(zone: string, wall: string): readonly number[] {
  const fixed = fixedOffset(zone);
  if (fixed !== undefined) return [fixed];
  try {
    const time = Temporal.PlainDateTime.from(wall);
    const offsets = DISAMBIGUATIONS.map(
      (disambiguation) => toSeconds(wall) - time.toZonedDateTime(zone, { disambiguation }).epochMilliseconds / SECOND,
    );
    return [...new Set(offsets)];
  } catch (error) {
    if (error instanceof RangeError) return [];
    throw error;
  }
}

const QUARTER = 15 * 60;
const FARTHEST = 14 * 3600;

/** Whether some zone may have this offset from UTC: whole quarters of an hour, at most 14 hours. */
export const isPlausibleUtcOffset = (seconds: number): boolean =>
  Math.abs(seconds) <= FARTHEST && seconds % QUARTER === 0;

/** A DST change of a zone, in local times. */
export interface ClockChange {
  /** The last second before it. */
  readonly before: string;
  /** The middle of the time that it skips or repeats. */
  readonly amid: string;
  /** The first second after it. */
  readonly after: string;
}

/** The next DST change of a zone after a time; undefined if there is none. @throws RangeError */
export function nextClockChange(zone: string, wall: string): ClockChange | undefined {
  const change = Temporal.PlainDateTime.from(wall).toZonedDateTime(zone).getTimeZoneTransition('next');
  if (!change) return undefined;
  const offsets = [change.subtract({ seconds: 1 }), change].map(({ offsetNanoseconds }) => offsetNanoseconds / 1e9);
  const at = (offset: number): number => change.epochMilliseconds / SECOND + offset;
  const [from, to] = [at(Math.min(...offsets)), at(Math.max(...offsets))];
  return { before: toWall(from - 1), amid: toWall((from + to) / 2), after: toWall(to) };
}
