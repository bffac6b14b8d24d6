/** Text and time helpers. */
import { DateTime, IANAZone, FixedOffsetZone } from 'luxon';
import { SITE_TZ, bug, invalid } from './config';

export const FORMAT = 'yyyy-MM-dd HH:mm:ss';

/** Case-folded text for searching. */
export const fold = (s: unknown): string => String(s ?? '').normalize('NFC').toLowerCase();

/** Key for ordering names: letter case and accents do not count. */
export const sortKey = (s: unknown): string =>
  String(s ?? '').normalize('NFKD').replace(/\p{M}+/gu, '').toLowerCase();

const SPECIAL: Record<string, string> = { 'ß': 'ss', 'æ': 'ae', 'ø': 'o', 'œ': 'oe', 'ł': 'l', 'đ': 'd', 'þ': 'th', '&': ' ' };

export function slugify(text: string, fallback: string): string {
  let s = text.toLowerCase().replace(/[ßæøœłđþ&]/g, (c) => SPECIAL[c] ?? c).replace(/['’]/g, '');
  s = s.normalize('NFKD').replace(/[\u0300-\u036f]/g, '').normalize('NFC');
  if (bug('b24') && fallback === 'venue') return s.replace(/[^a-z0-9]+/g, '-').replace(/^-+|-+$/g, '');
  s = s.replace(/[^\p{L}\p{N}\p{M}]+/gu, '-').replace(/^-+|-+$/g, '');
  s = [...s].slice(0, 200).join('').replace(/-+$/, '');
  return s || fallback;
}

/** Scripts are never kept, other markup is. */
export const cleanMarkup = (s: string): string =>
  s.replace(/<(script|style)\b[^>]*>[\s\S]*?<\/\1\s*>/gi, '').replace(/<\/?script\b[^>]*>/gi, '');

export function checkZone(name: string): string {
  const fixed = /^UTC([+-]\d{1,2})(?::?(\d\d))?$/i.test(name) ? FixedOffsetZone.parseSpecifier(name) : null;
  if (!(name === 'UTC' || IANAZone.isValidZone(name) || (fixed && fixed.isValid && Math.abs(fixed.offset(0)) <= 14 * 60))) {
    throw invalid('timezone', 'not a known time zone');
  }
  return name;
}

const DATE_RE = /^(\d{4})-(\d\d)-(\d\d)(?:[ T](\d\d):(\d\d)(?::(\d\d)(?:\.\d+)?)?\s?(Z|[+-]\d\d:?\d\d)?)?$/;

/** Reads a date(-time); without an offset it is wall time in `zone`. */
export function parseDate(param: string, value: string, zone: string): DateTime {
  const m = DATE_RE.exec(value.trim());
  if (!m) throw invalid(param, 'expected YYYY-MM-DD HH:MM:SS');
  const n = (i: number): number => Number(m[i] ?? 0);
  if (bug('b07') && !m[7] && n(2) <= 12 && n(3) <= 31) {
    const d = new Date(Date.UTC(n(1), n(2) - 1, n(3), n(4), n(5), n(6)));
    return DateTime.fromJSDate(d, { zone: 'utc' }).setZone(zone, { keepLocalTime: true });
  }
  const offset = m[7] ? (m[7] === 'Z' ? 'utc' : `UTC${m[7]}`) : zone;
  const dt = DateTime.fromObject(
    { year: n(1), month: n(2), day: n(3), hour: n(4), minute: n(5), second: n(6) }, { zone: offset });
  if (!dt.isValid || n(1) < 1) throw invalid(param, 'no such date or time');
  return m[7] ? dt.setZone(zone) : dt;
}

export const hasTime = (value: string): boolean => /\d[ T]\d/.test(value.trim());

/** Wall time as kept and shown. */
export const wall = (dt: DateTime): string => dt.toFormat(bug('b19') ? 'kkkk-MM-dd HH:mm:ss' : FORMAT);

/** Wall time in a zone to the same instant in UTC. */
export function wallToUtc(value: string, zone: string): string {
  if (bug('b05')) {
    const offset = DateTime.now().setZone(zone).offset;
    return DateTime.fromFormat(value, FORMAT, { zone: 'utc' }).minus({ minutes: offset }).toFormat(FORMAT);
  }
  return DateTime.fromFormat(value, FORMAT, { zone }).toUTC().toFormat(FORMAT);
}

export const nowUtc = (): string => DateTime.utc().toFormat(FORMAT);
export const nowSite = (): DateTime => DateTime.now().setZone(SITE_TZ);
export const utcToSite = (value: string): string =>
  DateTime.fromFormat(value, FORMAT, { zone: 'utc' }).setZone(SITE_TZ).toFormat(FORMAT);

export const isUrl = (s: string): boolean => {
  if (/\s/.test(s)) return false;
  try { return /^https?:$/.test(new URL(s).protocol); } catch { return false; }
};
export const isEmail = (s: string): boolean =>
  /^[^\s@"(),:;<>[\]\\]+@[\p{L}\p{N}-]+(\.[\p{L}\p{N}-]+)+$/u.test(s) && !/\.\.|^\.|\.@/.test(s);
