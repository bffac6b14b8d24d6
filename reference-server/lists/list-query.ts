import { type Extension, type ListParameter, queryOf } from '../../contract/queries.js';
import type { Collection } from '../../contract/resources.js';
import { type Parameters, toBoolean, toDouble, toInteger, toTokens } from '../http/parameter-values.js';
import { invalid } from '../http/reply.js';
import { parseDateTime } from '../site/date-text.js';
import { statuses } from '../store/stored-record.js';

/** A parameter of a query in its type; dates are text, lists are the texts of their items. */
type QueryValue = string | number | boolean | readonly string[];

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
function readQueryValue(name: string, { type }: ListParameter, sent: unknown): QueryValue | undefined {
  return (byName[name] ?? byType[type])(sent);
}

/** The list parameters of a request in their types; each getter gives undefined for one that was not sent. */
export interface ListQuery {
  readonly page: number;
  readonly perPage: number;
  text(name: string): string | undefined;
  number(name: string): number | undefined;
  flag(name: string): boolean | undefined;
  tokens(name: string): readonly string[] | undefined;
  ids(name: string): ReadonlySet<number> | undefined;
}

/** Reads the list parameters of a collection; 400 that names every bad one. Others are ignored. */
export function readListQuery(
  collection: Collection,
  parameters: Parameters,
  extensions: ReadonlySet<Extension>,
): ListQuery {
  const values = new Map<string, QueryValue>();
  const problems: Record<string, string> = { ...halfPosition(collection, parameters) };
  for (const [name, parameter] of Object.entries(queryOf(collection))) {
    const sent = lastOf(parameter, parameters.get(name));
    if (sent === undefined) continue;
    const value = readQueryValue(name, parameter, sent);
    if (parameter.extension && !extensions.has(parameter.extension)) problems[name] = 'needs an extension that is off';
    else if (value === undefined) problems[name] = 'is not an allowed value';
    else values.set(name, value);
  }
  if (Object.keys(problems).length > 0) throw invalid(problems);
  return toListQuery(values);
}

/** A single value that is given more than once counts as given last. */
function lastOf({ type }: ListParameter, sent: unknown): unknown {
  return type !== 'integers' && Array.isArray(sent) ? sent.at(-1) : sent;
}

/** Latitude and longitude only mean something together. */
function halfPosition(collection: Collection, parameters: Parameters): Record<string, string> {
  const missing = ['geoloc_lat', 'geoloc_lng'].filter((name) => !parameters.has(name));
  const [name] = missing;
  return collection === 'events' && name && missing.length === 1 ? { [name]: 'must also be given' } : {};
}

function toListQuery(values: ReadonlyMap<string, QueryValue>): ListQuery {
  const text = (name: string): string | undefined => asKind(values.get(name), 'string');
  const number = (name: string): number | undefined => asKind(values.get(name), 'number');
  const tokens = (name: string): readonly string[] | undefined => {
    const value = values.get(name);
    return typeof value === 'object' ? value : undefined;
  };
  return {
    page: number('page') ?? 1,
    perPage: number('per_page') ?? 10,
    text,
    number,
    flag: (name) => asKind(values.get(name), 'boolean'),
    tokens,
    ids: (name) => {
      const found = tokens(name);
      return found && new Set(found.map(Number));
    },
  };
}

interface Kinds {
  string: string;
  number: number;
  boolean: boolean;
}

function asKind<K extends keyof Kinds>(value: QueryValue | undefined, kind: K): Kinds[K] | undefined {
  return typeof value === kind ? (value as Kinds[K]) : undefined;
}
