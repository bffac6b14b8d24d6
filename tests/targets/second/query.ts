import type { Query } from './call.js';
import { toBoolean, toInteger } from './parsers.js';
import { invalid } from './problem.js';
import { toWallTime, type Wall } from './zones.js';

/** Reads the parameters of a query string. Items of `name[]` are joined by commas, as they may be sent too. */
export function toQuery(search: URLSearchParams): Query {
  const query = new Map<string, string>();
  for (const [name, value] of search) {
    const list = /^(.+)\[\d*\]$/.exec(name)?.[1];
    if (list === undefined) query.set(name, value);
    else query.set(list, query.has(list) ? `${query.get(list)},${value}` : value);
  }
  return query;
}

/** Reads one parameter; undefined when it is not given. Throws a Problem for a value that is none. */
function read<T>(query: Query, name: string, parse: (text: string) => T | undefined): T | undefined {
  const text = query.get(name)?.trim();
  if (text === undefined || text === '') return undefined;
  const value = parse(text);
  if (value === undefined) throw invalid({ [name]: 'cannot be taken' });
  return value;
}

export const textIn = (query: Query, name: string): string | undefined => read(query, name, (text) => text);

export const integerIn = (query: Query, name: string): number | undefined => read(query, name, toInteger);

export const numberIn = (query: Query, name: string): number | undefined =>
  read(query, name, (text) => (Number.isFinite(Number(text)) ? Number(text) : undefined));

export const booleanIn = (query: Query, name: string): boolean | undefined => read(query, name, toBoolean);

export const wordIn = (query: Query, name: string, words: readonly string[]): string | undefined =>
  read(query, name, (text) => words.find((word) => word === text));

/** A day or a time; a day is its midnight. */
export const timeIn = (query: Query, name: string): Wall | undefined => read(query, name, toWallTime);

/** Ids separated by commas. */
export const idsIn = (query: Query, name: string): readonly string[] | undefined =>
  read(query, name, (text) => {
    const ids = text.split(',').map((id) => toInteger(id.trim()));
    return ids.includes(undefined) ? undefined : ids.map(String);
  });
