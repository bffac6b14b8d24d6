import type { Collection, Field } from '../contract/field.js';
import { eventRelations } from '../contract/resources.js';
import { toBoolean, toInteger, toIntegers } from './coerce.js';
import { parseDateTime } from './dates.js';
import { slugProblem } from './slug.js';

import { DEFAULT_STATUS, type Relation, type Value, isRelation, statuses } from './store/record.js';

/** What checks must look up. */
export interface Lookups {
  isZone(name: string): boolean;
  exists(collection: Collection, id: number): boolean;
}

/** The value as it is kept, or what is wrong with it. */
export type Checked = { readonly value: Value | readonly number[] } | { readonly problem: string };
type Check = (value: unknown, lookups: Lookups) => Checked;

/** A check that keeps what `read` gives and has one sentence for everything else. */
const check =
  (problem: string, read: (value: unknown, lookups: Lookups) => Value | undefined): Check =>
  (value, lookups) => {
    const kept = read(value, lookups);
    return kept === undefined ? { problem } : { value: kept };
  };

const textThat = (accepts: (text: string, lookups: Lookups) => boolean) => (value: unknown, lookups: Lookups) =>
  typeof value === 'string' && accepts(value, lookups) ? value : undefined;

const isUrl = (text: string): boolean => /^https?:\/\/[^\s/]\S*$/i.test(text) && URL.canParse(text);
const isEmail = (text: string): boolean => /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text);

const text = check('must be a string', (value) => (typeof value === 'string' ? value : undefined));
const label = check(
  'must be a string that is not blank',
  textThat((value) => value.trim() !== ''),
);
const url = check(
  'must be an http or https URL',
  textThat((value) => value === '' || isUrl(value)),
);
const flag = check('must be a boolean', toBoolean);
const integer = check('must be an integer', toInteger);
/** Ids and switches that the interface declares as text; numbers and booleans are kept as their text. */
const looseText = check('must be a string', (value) =>
  typeof value === 'string'
    ? value
    : typeof value === 'boolean' || toInteger(value) !== undefined
      ? String(value)
      : undefined,
);
const dateTime = check('must be a date that exists, as YYYY-MM-DD HH:MM:SS', (value) =>
  typeof value === 'string' ? parseDateTime(value) : undefined,
);

const byName: Readonly<Record<string, Check>> = {
  title: label,
  venue: label,
  organizer: label,
  name: label,
  start_date: dateTime,
  end_date: dateTime,
  date: dateTime,
  date_utc: dateTime,
  website: url,
  email: check(
    'must be an e-mail address',
    textThat((value) => value === '' || isEmail(value)),
  ),
  status: check(
    `must be one of ${statuses.join(', ')}`,
    textThat((value) => statuses.some((known) => known === value)),
  ),
  timezone: check(
    'must be an IANA time zone or UTC+N',
    textThat((value, lookups) => lookups.isZone(value)),
  ),
  author: check('must be a positive integer', (value) => positive(toInteger(value))),
  parent: check('must be the id of a category', (value, lookups) => existing(toInteger(value), lookups)),
  cost: check('must be a string or a number', (value) =>
    typeof value === 'string' || (typeof value === 'number' && Number.isFinite(value)) ? value : undefined,
  ),
  image: looseText,
  slug: checkSlug,
};

const byType: Readonly<Record<Field['type'], Check>> = {
  string: text,
  boolean: flag,
  integer,
  url,
  untyped: looseText,
  integers: check('must be a list of ids', () => undefined),
};

const positive = (value: number | undefined): number | undefined =>
  value !== undefined && value > 0 ? value : undefined;

const existing = (id: number | undefined, lookups: Lookups): number | undefined =>
  id !== undefined && lookups.exists('categories', id) ? id : undefined;

/** An empty slug is no slug: as with null, one is made from the name. */
function checkSlug(value: unknown): Checked {
  if (typeof value !== 'string') return { problem: 'must be a string' };
  const problem = value === '' ? undefined : slugProblem(value);
  return problem === undefined ? { value: value || null } : { problem };
}

/** What a scalar field holds when it is not set (design: representation, status). */
export const unsetValue = (name: string, field: Field): Value =>
  name === 'status' ? DEFAULT_STATUS : (field.default ?? null);

/** Checks a field that was sent, as the contract declares it; null unsets an optional one. */
export function checkField(name: string, field: Field, value: unknown, lookups: Lookups): Checked {
  if (value === null) return { value: field.type === 'integers' ? [] : unsetValue(name, field) };
  if (field.type === 'integers' && isRelation(name)) return checkLinks(name, value, lookups);
  const isSwitch = field.type === 'string' && name.startsWith('show_map');
  return (isSwitch ? looseText : (byName[name] ?? byType[field.type]))(value, lookups);
}

function checkLinks(relation: Relation, value: unknown, lookups: Lookups): Checked {
  const ids = value === '' ? [] : toIntegers(value);
  if (!ids) return { problem: 'must be a list of ids' };
  const unknown = ids.filter((id) => !lookups.exists(eventRelations[relation], id));
  return unknown.length === 0 ? { value: ids } : { problem: `no such record: ${unknown.join(', ')}` };
}
