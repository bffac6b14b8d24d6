import fc, { type Arbitrary } from 'fast-check';
import type { Collection } from '../contract/field.js';
import { generatedParameters, parameterValue } from './parameter-value.js';
import type { Surroundings } from './surroundings.js';
import type { ListQuery } from './wire.js';

export interface QueryChoice {
  /** Any combination of these; by default of all that need no extension and no data that a client cannot set. */
  readonly parameters?: readonly string[];
  /** These as they are, in every query. */
  readonly fixed?: ListQuery;
}

/** Drawn only when asked for: a target without the extension or the data can only miss. */
const rare: readonly string[] = ['geoloc', 'geoloc_lat', 'geoloc_lng', 'ticketed', 'post_parent', 'slug'];

const without = (query: ListQuery, names: readonly string[]): ListQuery =>
  Object.fromEntries(Object.entries(query).filter(([name]) => !names.includes(name)));

/** One coordinate is no place, and an alias beside its original is a contradiction. */
function coherent(query: ListQuery): ListQuery {
  const half = 'geoloc_lat' in query !== 'geoloc_lng' in query;
  const twice = 'post' in query && 'event' in query;
  return without(query, [...(half ? ['geoloc_lat', 'geoloc_lng'] : []), ...(twice ? ['event'] : [])]);
}

/**
 * List queries: any combination of parameters, paging apart, each with a value that some records of the world meet and
 * others do not. Parameters that the world offers no value for are left out.
 */
export function listQuery(
  collection: Collection,
  surroundings: Surroundings,
  { parameters, fixed = {} }: QueryChoice = {},
): Arbitrary<ListQuery> {
  const names = parameters ?? generatedParameters(collection).filter((name) => !rare.includes(name));
  const arbitraries = names.flatMap((name) => {
    const arbitrary = name in fixed ? undefined : parameterValue(collection, name, surroundings);
    return arbitrary ? [[name, arbitrary] as const] : [];
  });
  const requiredKeys: string[] = [];
  return fc.record(Object.fromEntries(arbitraries), { requiredKeys }).map((drawn) => coherent({ ...drawn, ...fixed }));
}
