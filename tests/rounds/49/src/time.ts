import { addYears } from 'date-fns';
import { formatInTimeZone, fromZonedTime, toZonedTime } from 'date-fns-tz';
import { SITE_TZ, bug } from './config';

const FORMAT = 'yyyy-MM-dd HH:mm:ss';
const PATTERN = /^(\d{4})-(\d\d)-(\d\d)(?:[T ](\d\d):(\d\d)(?::(\d\d)(?:\.\d+)?)?(Z|[+-]\d\d:?\d\d)?)?$/;

/** A date as a client writes it: a wall clock time and, where an offset was given, the instant. */
export interface DateInput { wall: string; instant?: Date }

export function parseDate(text: string): DateInput | null {
  const m = PATTERN.exec(text.trim());
  if (!m) return null;
  const [y, mo, d, h, mi, s] = [m[1], m[2], m[3], m[4] ?? '0', m[5] ?? '0', m[6] ?? '0'].map(Number);
  if (h > 23 || mi > 59 || s > 59 || y < 1000) return null;
  const date = new Date(Date.UTC(y, mo - 1, d, h, mi, s));
  if (Number.isNaN(date.getTime())) return null;
  const real = date.getUTCFullYear() === y && date.getUTCMonth() === mo - 1 && date.getUTCDate() === d;
  if (!real && !bug('date-rollover')) return null;
  const wall = formatInTimeZone(date, 'UTC', FORMAT);
  if (!m[7]) return { wall };
  const offset = m[7] === 'Z' ? 'Z' : m[7].replace(/(\d\d):?(\d\d)$/, '$1:$2');
  const instant = new Date(wall.replace(' ', 'T') + offset);
  return Number.isNaN(instant.getTime()) ? null : { wall, instant };
}

export const utcText = (d: Date): string => formatInTimeZone(d, 'UTC', FORMAT);
export const toUtc = (wall: string, tz: string): string => utcText(fromZonedTime(wall.replace(' ', 'T'), tz));
export const toWall = (utc: string, tz: string): string => formatInTimeZone(new Date(utc.replace(' ', 'T') + 'Z'), tz, FORMAT);
export const wallIn = (input: DateInput, tz: string): string => (input.instant ? formatInTimeZone(input.instant, tz, FORMAT) : input.wall);
export const abbreviation = (utc: string, tz: string): string => formatInTimeZone(new Date(utc.replace(' ', 'T') + 'Z'), tz, 'zzz');
export const now = (): string => utcText(new Date());
export const startOfDay = (wall: string): string => wall.slice(0, 10) + ' 00:00:00';
export const endOfDay = (wall: string): string => wall.slice(0, 10) + ' 23:59:59';
export const todayStartUtc = (): string => toUtc(formatInTimeZone(new Date(), SITE_TZ, 'yyyy-MM-dd') + ' 00:00:00', SITE_TZ);
export const windowEndUtc = (): string => utcText(addYears(new Date(), 2));

export function isTimeZone(tz: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: tz });
    return !Number.isNaN(toZonedTime(new Date(), tz).getTime());
  } catch {
    return false;
  }
}

/** The stored dates of an event from its wall clock times. */
export function eventDates(start: string, end: string, tz: string, allDay: boolean) {
  const start_date = allDay ? startOfDay(start) : start;
  const lastDay = bug('all-day-span') ? start : end;
  const end_date = allDay ? endOfDay(lastDay) : end;
  const start_utc = toUtc(start_date, tz);
  let end_utc = toUtc(end_date, tz);
  if (bug('dst-end-offset')) {
    const offset = Date.parse(start_date + 'Z') - Date.parse(start_utc + 'Z');
    end_utc = utcText(new Date(Date.parse(end_date + 'Z') - offset));
  }
  return { start_date, end_date, start_utc, end_utc };
}
