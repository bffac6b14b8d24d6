import type { FieldType } from './field-types.js';
import type { Value } from './row.js';
import { isZone, toWallTime } from './zones.js';

export const statuses: readonly string[] = ['publish', 'future', 'draft', 'pending', 'private'];

const words: Readonly<Record<string, boolean>> = {
  true: true,
  '1': true,
  yes: true,
  false: false,
  '0': false,
  no: false,
};

const toText = (value: unknown): string | undefined => (typeof value === 'string' ? value.trim() : undefined);

/** A positive integer, also in digits; undefined for anything else. */
export function toInteger(value: unknown): number | undefined {
  const number = typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : value;
  return typeof number === 'number' && Number.isSafeInteger(number) && number > 0 ? number : undefined;
}

/** A boolean, also in a word; undefined for anything else. */
export const toBoolean = (value: unknown): boolean | undefined =>
  typeof value === 'boolean' ? value : words[String(value)];

const textThat =
  (holds: (text: string) => boolean) =>
  (value: unknown): string | undefined => {
    const text = toText(value);
    return text !== undefined && holds(text) ? text : undefined;
  };

const isUrl = (text: string): boolean => /^https?:$/.test(URL.canParse(text) ? new URL(text).protocol : '');

/** Each id once, in the order sent. */
function toIds(value: unknown): readonly string[] | undefined {
  if (!Array.isArray(value)) return undefined;
  const ids = value.map((id: unknown) => toInteger(id));
  return ids.includes(undefined) ? undefined : [...new Set(ids.map(String))];
}

const toAmount = (value: unknown): Value | undefined =>
  typeof value === 'number' && Number.isFinite(value) ? value : toText(value);

/** Takes what was sent for a field of a type; undefined when that cannot be taken. */
export const parsers: Readonly<Record<FieldType, (value: unknown) => Value | undefined>> = {
  text: toText,
  slug: textThat((text) => text !== ''),
  integer: toInteger,
  boolean: toBoolean,
  flag: (value) => (typeof value === 'string' && value.trim() === '' ? false : toBoolean(value)),
  wall: (value) => (typeof value === 'string' && value.length > 10 ? toWallTime(value) : undefined),
  zone: textThat(isZone),
  status: textThat((text) => statuses.includes(text)),
  amount: toAmount,
  url: textThat(isUrl),
  email: textThat((text) => /^[^@\s]+@[^@\s]+\.[^@\s]+$/.test(text)),
  ids: toIds,
};
