import type { ListParameter } from '../contract/queries.js';
import { toBoolean, toDouble, toInteger, toTokens } from './coerce.js';
import { parseDateTime } from './dates.js';
import { statuses } from './store/record.js';

/** A parameter of a query in its type; dates are text, lists are the texts of their items. */
export type QueryValue = string | number | boolean | readonly string[];

/** Gives a query parameter in its type, undefined where it is not one. */
type Read = (value: unknown) => QueryValue | undefined;

const MAX_PER_PAGE = 100;
const orders = ['asc', 'desc', 'ascending', 'descending'];
const orderKeys = ['id', 'name', 'slug', 'count', 'description', 'parent'];

const oneOf =
  (allowed: readonly string[]): Read =>
  (value) =>
    allowed.find((known) => known === value);

const between =
  (least: number, most: number): Read =>
  (value) => {
    const number = toInteger(value);
    return number !== undefined && number >= least && number <= most ? number : undefined;
  };

const tokens =
  (accepts: (token: string) => boolean): Read =>
  (value) => {
    const items = toTokens(value);
    const known = items.filter((item): item is string => typeof item === 'string' && accepts(item));
    return known.length === items.length ? known : undefined;
  };

const text: Read = (value) => (typeof value === 'string' ? value : undefined);
const dateTime: Read = (value) => (typeof value === 'string' ? parseDateTime(value) : undefined);

const byName: Readonly<Record<string, Read>> = {
  page: between(1, Number.MAX_SAFE_INTEGER),
  per_page: between(1, MAX_PER_PAGE),
  status: oneOf(statuses),
  order: oneOf(orders),
  orderby: oneOf(orderKeys),
  // These two take slugs as well (interface: Query parameters of GET /NS/events).
  categories: tokens((token) => token !== ''),
  tags: tokens((token) => token !== ''),
};

const byType: Readonly<Record<ListParameter['type'], Read>> = {
  string: text,
  integer: toInteger,
  boolean: toBoolean,
  untyped: toBoolean,
  double: toDouble,
  date: dateTime,
  'date-time': dateTime,
  integers: tokens((token) => toInteger(token) !== undefined),
};

/** Reads one parameter as the contract declares it and its gaps are decided; undefined for a value that is not allowed. */
export function readQueryValue(name: string, { type }: ListParameter, sent: unknown): QueryValue | undefined {
  return (byName[name] ?? byType[type])(sent);
}
