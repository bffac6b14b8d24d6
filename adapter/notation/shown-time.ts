import { toSeconds, toWall } from '../../generators/wall-time.js';
import { isJsonObject, type JsonObject, type JsonValue } from '../../wire/json.js';
import { isPlausibleUtcOffset, utcOffsetsIn } from './time-zone.js';

/** A time as a target writes it. */
interface ShownTime {
  /** Its wall-clock time, `2030-01-02 03:04:05`, or its day if no time is written. Missing seconds are zero. */
  readonly wall: string;
  /** The instants that it can be, in seconds since 1970; none without a zone. */
  readonly instants: readonly number[];
  /** Whether it is written in UTC. */
  readonly isUtc: boolean;
}

/** Reads a time in any known notation; undefined for others. */
export function readTime(value: JsonValue | undefined): ShownTime | undefined {
  if (isJsonObject(value)) return readParts(value);
  if (typeof value === 'number') return readEpoch(value);
  if (typeof value !== 'string') return undefined;
  return EPOCH.test(value) ? readEpoch(Number(value)) : readText(value);
}

const EPOCH = /^\d{9,13}$/;
const [LEAST_MILLISECONDS, END_OF_TIME] = [1e11, toSeconds('9999-12-31 23:59:59')];

/** Seconds since 1970, or milliseconds if as seconds they would be thousands of years. */
function readEpoch(count: number): ShownTime | undefined {
  const seconds = Math.floor(Math.abs(count) < LEAST_MILLISECONDS ? count : count / 1000);
  if (!(Math.abs(seconds) <= END_OF_TIME)) return undefined;
  return { wall: toWall(seconds), instants: [seconds], isUtc: true };
}

const TEXT =
  /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d)(:\d\d)?(?:[.,]\d+)? ?(?:(Z|UTC)|([+-])(\d\d):?(\d\d)?)?(?:\[[^\]]*\])?)?$/i;

function readText(text: string): ShownTime | undefined {
  const [whole, day = '', time, seconds = ':00', utc, sign, hours = 0, minutes = 0] = TEXT.exec(text.trim()) ?? [];
  if (whole === undefined) return undefined;
  const wall = time === undefined ? day : `${day} ${time}${seconds}`;
  if (utc === undefined && sign === undefined) return { wall, instants: [], isUtc: false };
  const offset = (Number(hours) * 3600 + Number(minutes) * 60) * (sign === '-' ? -1 : 1);
  return { wall, instants: [toSeconds(wall) - offset], isUtc: offset === 0 };
}

/** Members of a record, which may have a date and a zone but is no time. */
const OF_RECORDS = /^(?:_?id|slug|status|author|title|name|description|organizer|venue)$/i;

/** Members of a time that name its zone, and those that show it in UTC beside another clock. */
const [ZONE, UTC] = [/^(?:tz|time_?zone|zone)$/i, /utc|gmt/i];

/** Reads an object of a date-time and its zone, or of a day, a time and their zone. */
function readParts(parts: JsonObject): ShownTime | undefined {
  if (Object.keys(parts).some((name) => OF_RECORDS.test(name))) return undefined;
  const zone = Object.entries(parts).find(([name]) => ZONE.test(name))?.[1];
  const read = readText(writtenIn(parts));
  if (!read || read.instants.length > 0 || typeof zone !== 'string') return read;
  const instants = utcOffsetsIn(zone, read.wall).map((offset) => toSeconds(read.wall) - offset);
  return { ...read, instants, isUtc: zone === 'UTC' };
}

/** The time that is written in an object: in its parts, or the only one, whatever it is called; empty where there is none. */
function writtenIn({ dateTime, date, time, ...others }: JsonObject): string {
  if (typeof dateTime === 'string') return dateTime;
  if (isClock(time)) return `${toDay(date)} ${time}`;
  if (readText(toDay(date))) return toDay(date);
  const times = Object.entries(others).flatMap(([name, value]) =>
    !UTC.test(name) && typeof value === 'string' && readText(value) ? [value] : [],
  );
  return times.length === 1 ? (times[0] ?? '') : '';
}

const isClock = (time: JsonValue | undefined): time is string => typeof time === 'string' && time !== '';
const toDay = (date: JsonValue | undefined): string => (typeof date === 'string' ? date : '');

/**
 * Whether two times are the same: by their wall clocks, or as instants. A local time is an instant in the given zone;
 * if that is not known, in any zone.
 */
export function isSameTime(one: ShownTime, other: ShownTime, zone = ''): boolean {
  if (one.wall === other.wall) return true;
  const [local, absolute] = one.instants.length === 0 ? [one, other] : [other, one];
  if (local.instants.length > 0) return local.instants.some((instant) => absolute.instants.includes(instant));
  const offsets = utcOffsetsIn(zone, local.wall);
  const isOffset = offsets.length > 0 ? (offset: number) => offsets.includes(offset) : isPlausibleUtcOffset;
  return absolute.instants.some((instant) => isOffset(toSeconds(local.wall) - instant));
}
