import { toSeconds, toWall } from '../../generators/wall-time.js';
import { isJsonObject, type JsonObject, type JsonValue } from '../../wire/json.js';
import { isPlausibleUtcOffset, utcOffsetsIn } from './time-zone.js';

/** A time as a target writes it. */
interface ShownTime {
  /** What its clock shows: `2030-01-02 03:04:05`, or a day where no more is written. Seconds left out are zero. */
  readonly wall: string;
  /** The instants that it can be, in seconds since 1970; none where it is not written on whose clock it is. */
  readonly instants: readonly number[];
  /** Whether it is on the clock of UTC, as far as it is written. */
  readonly isUtc: boolean;
}

/** Reads a time in any notation that is known; undefined for others. */
export function readTime(value: JsonValue | undefined): ShownTime | undefined {
  if (isJsonObject(value)) return readParts(value);
  if (typeof value === 'number') return readEpoch(value);
  if (typeof value !== 'string') return undefined;
  return EPOCH.test(value) ? readEpoch(Number(value)) : readText(value);
}

const EPOCH = /^\d{9,13}$/;
const [LEAST_MILLISECONDS, END_OF_TIME] = [1e11, toSeconds('9999-12-31 23:59:59')];

/** Seconds since 1970, or milliseconds where so many seconds would be thousands of years. */
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
  const lead = (Number(hours) * 3600 + Number(minutes) * 60) * (sign === '-' ? -1 : 1);
  return { wall, instants: [toSeconds(wall) - lead], isUtc: lead === 0 };
}

/** An object of a time and its zone, as some libraries write them, or of a day, a time and their zone. */
function readParts({
  date,
  time,
  dateTime,
  tz,
  timezone = tz,
  timeZone = timezone,
}: JsonObject): ShownTime | undefined {
  const written = dateTime ?? (isClock(time) ? `${toDay(date)} ${time}` : date);
  const read = typeof written === 'string' ? readText(written) : undefined;
  if (!read || read.instants.length > 0 || typeof timeZone !== 'string') return read;
  const instants = utcOffsetsIn(timeZone, read.wall).map((lead) => toSeconds(read.wall) - lead);
  return { ...read, instants, isUtc: timeZone === 'UTC' };
}

const isClock = (time: JsonValue | undefined): time is string => typeof time === 'string' && time !== '';
const toDay = (date: JsonValue | undefined): string => (typeof date === 'string' ? date : '');

/**
 * Whether two times are the same: the same on their clocks, or one instant. A local time is the instant at which the
 * clock of the zone shows it; where the zone is not known, that of any.
 */
export function isSameTime(one: ShownTime, other: ShownTime, zone = ''): boolean {
  if (one.wall === other.wall) return true;
  const [local, told] = one.instants.length === 0 ? [one, other] : [other, one];
  if (local.instants.length > 0) return local.instants.some((instant) => told.instants.includes(instant));
  const leads = utcOffsetsIn(zone, local.wall);
  const isLead = leads.length > 0 ? (lead: number) => leads.includes(lead) : isPlausibleUtcOffset;
  return told.instants.some((instant) => isLead(toSeconds(local.wall) - instant));
}
