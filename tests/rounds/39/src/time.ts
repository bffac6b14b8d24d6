import { Temporal } from 'temporal-polyfill';

export const SITE_TZ = 'Europe/Amsterdam';
const PATTERN = /^(\d{4})-(\d{2})-(\d{2})(?:[T ](\d{2}):(\d{2})(?::(\d{2})(?:\.\d+)?)?(Z|[+-]\d{2}:?\d{2})?)?$/i;

const show = (d: Temporal.PlainDateTime): string => d.toString({ smallestUnit: 'second' }).replace('T', ' ');
const plain = (wall: string) => Temporal.PlainDateTime.from(wall.replace(' ', 'T'));

/** Parses what clients send; the outcome is the wall clock in `tz` as `YYYY-MM-DD HH:MM:SS`, or null. */
export function parseDateTime(text: string, tz: string): string | null {
  const m = PATTERN.exec(text.trim());
  if (!m) return null;
  try {
    const p = Temporal.PlainDateTime.from(
      { year: +m[1], month: +m[2], day: +m[3], hour: +(m[4] ?? 0), minute: +(m[5] ?? 0), second: +(m[6] ?? 0) },
      { overflow: 'reject' },
    );
    if (!m[7]) return show(p);
    const offset = m[7].toUpperCase() === 'Z' ? 'Z' : m[7].replace(/^([+-]\d{2}):?(\d{2})$/, '$1:$2');
    return show(Temporal.Instant.from(p.toString() + offset).toZonedDateTimeISO(tz).toPlainDateTime());
  } catch {
    return null;
  }
}
export const isDateTime = (text: string): boolean => parseDateTime(text, 'UTC') !== null;

export function isTimeZone(tz: string): boolean {
  try {
    Temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(tz);
    return true;
  } catch {
    return false;
  }
}
export const toUtc = (wall: string, tz: string): string =>
  show(plain(wall).toZonedDateTime(tz).withTimeZone('UTC').toPlainDateTime());
export const fromUtc = (utc: string, tz: string): string =>
  show(plain(utc).toZonedDateTime('UTC').withTimeZone(tz).toPlainDateTime());
export const nowUtc = (): string => show(Temporal.Now.plainDateTimeISO('UTC'));
export const isoWithOffset = (wall: string, tz: string): string =>
  wall.replace(' ', 'T') + plain(wall).toZonedDateTime(tz).offset;
export const standardWall = (utc: string, tz: string): string => {
  const winter = Temporal.PlainDateTime.from({ year: +utc.slice(0, 4), month: 1, day: 2 }).toZonedDateTime(tz);
  return show(plain(utc).add({ nanoseconds: winter.offsetNanoseconds }));
};
