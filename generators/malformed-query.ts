import fc, { type Arbitrary } from 'fast-check';
import { type ParameterType, queryOf } from '../contract/queries.js';
import type { Collection } from '../contract/resources.js';

/** A list query with one odd value. */
export interface MalformedQuery {
  /** Names and values as they are sent, not yet percent-encoded. */
  readonly query: readonly (readonly [string, string])[];
  readonly parameter: string;
  /** What is odd, such as `page is "abc"`. */
  readonly violation: string;
}

const words = ['abc', '', 'null', "1' OR '1'='1"];
const numbers = ['-1', '0', '1.5', '1e3', '99999999999999999999', 'NaN'];
const dates = ['not-a-date', '2030-02-30', '2030-13-45 99:99:99', '0000-00-00', '99999-01-01', '2030-01-01T10:00:00Z'];

const wrongs: Readonly<Record<ParameterType, readonly string[]>> = {
  string: ['', '%', '\\', "'", '\u0000'],
  integer: [...words, ...numbers],
  boolean: ['perhaps', '2', ''],
  double: [...words, 'Infinity', '1e400', '52,37'],
  date: dates,
  'date-time': dates,
  integers: [...words, ...numbers, ',', '1,,2', '1;2'],
  untyped: ['perhaps', '', '[]'],
};

/** One coordinate without the other would be a second oddity. */
const companions: Readonly<Record<string, readonly [string, string]>> = {
  geoloc_lat: ['geoloc_lng', '4.9'],
  geoloc_lng: ['geoloc_lat', '52.37'],
};

const withCompanion = (parameter: string, value: string): MalformedQuery['query'] => {
  const companion = companions[parameter];
  return companion ? [[parameter, value], companion] : [[parameter, value]];
};

/** Numbers of no page come first: by them, a service divides. The seed decides which of them is the first. */
const ofNoPage = ['0', '-1'] as const;
const isPaging = (parameter: string): boolean => parameter === 'page' || parameter === 'per_page';

/** Which execution this is, and the seed of the run. */
interface Turn {
  readonly turn: number;
  readonly seed: number;
}

function wrongValue(parameter: string, type: ParameterType, at: number, { turn, seed }: Turn): string {
  const values = wrongs[type];
  if (!isPaging(parameter)) return values[(turn + at) % values.length] ?? '';
  return turn < ofNoPage.length
    ? (ofNoPage[(turn + seed) % ofNoPage.length] ?? '')
    : (values[(turn - ofNoPage.length + at) % values.length] ?? '');
}

/**
 * For each parameter, list queries in which its value is of another type, out of range or hard to parse. The interface
 * does not say that they are refused, so none of them must be: what is asked of a target is no error of its own (5xx)
 * and no contradiction. Each takes the next value in the next turn, and those of one type differ in any.
 */
export const malformedQueries = (
  collection: Collection,
  { turn, seed }: Turn = { turn: 0, seed: 0 },
): readonly Arbitrary<MalformedQuery>[] =>
  Object.entries(queryOf(collection)).map(([parameter, { type }], index) => {
    const value = wrongValue(parameter, type, index, { turn, seed });
    const violation = `${parameter} is ${JSON.stringify(value)}`;
    return fc.constant({ query: withCompanion(parameter, value), parameter, violation });
  });
