import { type Collection, eventRelations, type Field } from '../../contract/resources.js';
import { toBoolean, toInteger, toIntegers } from '../http/parameter-values.js';
import { parseDateTime } from '../site/date-text.js';
import { slugProblem } from '../store/slug-index.js';
import { DEFAULT_STATUS, isRelation, type Relation, statuses, type Value } from '../store/stored-record.js';

/** What checks must find. */
export interface Lookups {
  isZone(name: string): boolean;
  exists(collection: Collection, id: number): boolean;
}

/** The value as it is kept, or what is wrong with it. */
type Checked = { readonly value: Value | readonly number[] } | { readonly problem: string };
/** Checks one value of a body and gives it as it is kept. */
type Check = (value: unknown, lookups: Lookups) => Checked;

/** A check that keeps what `read` gives and has one sentence for everything else. */
const check =
  (problem: string, read: (value: unknown, lookups: Lookups) => Value | undefined): Check =>
  (value, lookups) => {
    const kept = read(value, lookups);
    return kept === undefined ? { problem } : { value: kept };
  };

/** Reads text that meets a condition. */
const textThat = (accepts: (text: string, lookups: Lookups) => boolean) => (value: unknown, lookups: Lookups) =>
  typeof value === 'string' && accepts(value, lookups) ? value : undefined;

const isUrl = (text: string): boolean => /^https?:\/\/[^\s/]\S*$/i.test(text) && URL.canParse(text);
/** The length is RFC 5321's; it also keeps the pattern's backtracking short. */
const isEmail = (text: string): boolean => text.length <= 254 && /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text);

/** Any string, kept as sent (`gap.body.markup`). */
const text = check('must be a string', (value) => (typeof value === 'string' ? value : undefined));
/** A title or name. */
const label = check(
  'must be a string that is not blank',
  textThat((value) => value.trim() !== ''),
);
/** An http or https URL; an empty string is kept (`gap.body.values`). */
const url = check(
  'must be an http or https URL',
  textThat((value) => value === '' || isUrl(value)),
);
/** An e-mail address; an empty string is kept (`gap.body.values`). */
const email = check(
  'must be an e-mail address',
  textThat((value) => value === '' || isEmail(value)),
);
/** A boolean, or a spelling of one (`gap.body.coercion`). */
const flag = check('must be a boolean', toBoolean);
/** An integer, or its digits (`gap.body.coercion`). */
const integer = check('must be an integer', toInteger);
/** Ids and switches that the interface declares as text: integers and booleans are kept as their text. */
const looseText = check('must be a string', (value) => {
  const isLoose = typeof value === 'boolean' || Number.isSafeInteger(value);
  return typeof value === 'string' ? value : isLoose ? String(value) : undefined;
});
/** A date, kept as `YYYY-MM-DD HH:MM:SS` (`gap.body.dates`). */
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
  email,
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

/** What a scalar field holds when it is not set (`gap.representation`, `gap.status.values`). */
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
  return unknown.length === 0 ? { value: ids } : { problem: `no such record: ${unknown.slice(0, 5).join(', ')}` };
}
