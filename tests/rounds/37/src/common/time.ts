import { DateTime, IANAZone } from 'luxon';
import { bug } from './switches';

export const SITE_ZONE = 'Europe/Amsterdam';
const SQL = 'yyyy-MM-dd HH:mm:ss';
const FORM = /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}):(\d{2})(?::(\d{2})(?:\.\d+)?)?\s*(Z|[+-]\d{2}:?\d{2})?)?$/;

export const validZone = (z: unknown) =>
  typeof z === 'string' && (IANAZone.isValidZone(z) || /^UTC([+-]\d{1,2}(:\d{2})?)?$/i.test(z)) && DateTime.now().setZone(z).isValid;

/** Wall time "YYYY-MM-DD HH:MM:SS" in `zone`, or undefined if the text is no date. */
export function wall(text: unknown, zone: string): string | undefined {
  if (typeof text !== 'string') return undefined;
  const m = FORM.exec(text.trim());
  if (!m) return undefined;
  const [, day, h = '00', min = '00', s = '00', offset] = m;
  if (bug('date-rollover')) {
    const [y, mo, d] = day.split('-').map(Number);
    const rolled = new Date(Date.UTC(y, mo - 1, d, +h, +min, +s));
    return DateTime.fromJSDate(rolled, { zone: 'utc' }).toFormat(SQL);
  }
  const plain = DateTime.fromSQL(`${day} ${h}:${min}:${s}`, { zone: 'utc' });
  if (!plain.isValid || plain.year < 1) return undefined;
  if (!offset) return plain.toFormat(SQL);
  const at = DateTime.fromISO(`${day}T${h}:${min}:${s}${offset}`, { zone });
  return at.isValid ? at.toFormat(SQL) : undefined;
}
export const toUtc = (local: string, zone: string) => DateTime.fromSQL(local, { zone }).toUTC().toFormat(SQL);
export const fromUtc = (utc: string, zone: string) => DateTime.fromSQL(utc, { zone: 'utc' }).setZone(zone).toFormat(SQL);
/** Fixed-offset view of a stored instant. */
export const fromUtcByOffset = (utc: string, zone: string) =>
  DateTime.fromSQL(utc, { zone: 'utc' }).plus({ minutes: DateTime.now().setZone(zone).offset }).toFormat(SQL);
export const nowUtc = () => DateTime.utc().toFormat(SQL);
export const iso = (local: string, zone: string) => DateTime.fromSQL(local, { zone }).toISO({ suppressMilliseconds: true })!;
