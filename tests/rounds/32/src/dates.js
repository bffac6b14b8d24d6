import { DateTime, IANAZone, FixedOffsetZone } from 'luxon';
import { bug } from './switches.js';

export const SITE_ZONE = 'UTC';
const FORMAT = 'yyyy-MM-dd HH:mm:ss';
const PATTERN = /^(\d{4})-(\d\d)-(\d\d)(?:[T ](\d\d):(\d\d)(?::(\d\d)(?:\.\d+)?)?\s?(Z|[+-]\d\d:?\d\d)?)?$/;

export function isZone(name) {
  if (/^UTC(?:[+-]\d{1,2}(?::\d\d)?)?$/.test(name)) return FixedOffsetZone.parseSpecifier(name) !== null;
  return IANAZone.isValidZone(name);
}

/** 'YYYY-MM-DD HH:MM:SS' on the wall clock of the zone, or null when it is no date. */
export function parseWall(text, zone = SITE_ZONE) {
  const m = PATTERN.exec(String(text).trim());
  if (!m) return null;
  const [, y, mo, d, h = '00', mi = '00', s = '00', off] = m;
  const wall = DateTime.fromObject(
    { year: +y, month: +mo, day: +d, hour: +h, minute: +mi, second: +s },
    { zone: off ? (off === 'Z' ? 'utc' : `UTC${off.replace(/^([+-]\d\d):?(\d\d)$/, '$1:$2')}`) : 'utc' },
  );
  if (bug('february-30-rolls-over') && wall.invalidReason === 'unit out of range' && +mo >= 1 && +mo <= 12 && +d >= 28 && +d <= 31 && +h < 24 && +mi < 60 && +s < 60) {
    return new Date(Date.UTC(+y, +mo - 1, +d, +h, +mi, +s)).toISOString().slice(0, 19).replace('T', ' ');
  }
  if (!wall.isValid || +h > 23) return null;
  const format = bug('seconds-lost') ? "yyyy-MM-dd HH:mm:'00'" : FORMAT;
  return off ? wall.setZone(zone).toFormat(format) : wall.toFormat(format);
}

export const day = (wall) => wall.slice(0, 10);

export const wallToUtc = (wall, zone) => DateTime.fromFormat(wall, FORMAT, { zone }).toUTC().toFormat(FORMAT);
export const utcToWall = (utc, zone) => DateTime.fromFormat(utc, FORMAT, { zone: 'utc' }).setZone(zone).toFormat(FORMAT);
export const nowUtc = () => DateTime.utc().toFormat(FORMAT);
export const shift = (wall, minutes) => DateTime.fromFormat(wall, FORMAT, { zone: 'utc' }).plus({ minutes }).toFormat(FORMAT);
export const twelveHours = (wall) => DateTime.fromFormat(wall, FORMAT, { zone: 'utc' }).toFormat('yyyy-MM-dd hh:mm:ss');
export const minutesBetween = (a, b) => DateTime.fromFormat(b, FORMAT, { zone: 'utc' }).diff(DateTime.fromFormat(a, FORMAT, { zone: 'utc' }), 'minutes').minutes;
