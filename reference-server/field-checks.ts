import type { Field } from '../contract/field.js';
import { eventRelations } from '../contract/resources.js';
import {
  type Check,
  type Checked,
  type Lookups,
  check,
  dateTime,
  email,
  flag,
  integer,
  label,
  looseText,
  text,
  textThat,
  url,
} from './checks.js';
import { toInteger, toIntegers } from './coerce.js';
import { slugProblem } from './slug.js';
import { DEFAULT_STATUS, type Relation, type Value, isRelation, statuses } from './store/record.js';

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
