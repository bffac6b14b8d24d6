import type { Collection } from '../contract/field.js';
import { toBoolean, toInteger } from './coerce.js';
import { parseDateTime } from './dates.js';
import type { Value } from './store/record.js';

/** What checks must look up. */
export interface Lookups {
  isZone(name: string): boolean;
  exists(collection: Collection, id: number): boolean;
}

/** The value as it is kept, or what is wrong with it. */
export type Checked = { readonly value: Value | readonly number[] } | { readonly problem: string };
/** Checks one value of a body and gives it as it is kept. */
export type Check = (value: unknown, lookups: Lookups) => Checked;

/** A check that keeps what `read` gives and has one sentence for everything else. */
export const check =
  (problem: string, read: (value: unknown, lookups: Lookups) => Value | undefined): Check =>
  (value, lookups) => {
    const kept = read(value, lookups);
    return kept === undefined ? { problem } : { value: kept };
  };

/** Reads text that meets a condition. */
export const textThat = (accepts: (text: string, lookups: Lookups) => boolean) => (value: unknown, lookups: Lookups) =>
  typeof value === 'string' && accepts(value, lookups) ? value : undefined;

const isUrl = (text: string): boolean => /^https?:\/\/[^\s/]\S*$/i.test(text) && URL.canParse(text);
/** The length is RFC 5321's; it also keeps the pattern's backtracking short. */
const isEmail = (text: string): boolean => text.length <= 254 && /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text);

/** Any string, kept as sent (`gap.body.markup`). */
export const text = check('must be a string', (value) => (typeof value === 'string' ? value : undefined));
/** A title or name. */
export const label = check(
  'must be a string that is not blank',
  textThat((value) => value.trim() !== ''),
);
/** An http or https URL; an empty string is kept (`gap.body.values`). */
export const url = check(
  'must be an http or https URL',
  textThat((value) => value === '' || isUrl(value)),
);
/** An e-mail address; an empty string is kept (`gap.body.values`). */
export const email = check(
  'must be an e-mail address',
  textThat((value) => value === '' || isEmail(value)),
);
/** A boolean, or a spelling of one (`gap.body.coercion`). */
export const flag = check('must be a boolean', toBoolean);
/** An integer, or its digits (`gap.body.coercion`). */
export const integer = check('must be an integer', toInteger);
/** Ids and switches that the interface declares as text: integers and booleans are kept as their text. */
export const looseText = check('must be a string', (value) => {
  const isLoose = typeof value === 'boolean' || Number.isSafeInteger(value);
  return typeof value === 'string' ? value : isLoose ? String(value) : undefined;
});
/** A date, kept as `YYYY-MM-DD HH:MM:SS` (`gap.body.dates`). */
export const dateTime = check('must be a date that exists, as YYYY-MM-DD HH:MM:SS', (value) =>
  typeof value === 'string' ? parseDateTime(value) : undefined,
);
