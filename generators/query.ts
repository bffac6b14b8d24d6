import fc, { type Arbitrary } from 'fast-check';
import type { ParameterOf } from '../contract/queries.js';
import type { Collection } from '../contract/resources.js';
import { generatedParameters, parameterValue } from './parameter-value.js';
import type { Surroundings } from './surroundings.js';
import type { ListQuery, QueryValue } from './wire-value.js';

interface QueryChoice {
  /** Any combination of these; by default of all that need no extension and no data that a client cannot set. */
  readonly parameters?: readonly ParameterOf[];
  /** These as they are, in every query. */
  readonly fixed?: ListQuery;
}

/** Drawn only when asked for: a target without the extension or the data can only miss. */
const rare: readonly ParameterOf[] = ['geoloc', 'geoloc_lat', 'geoloc_lng', 'ticketed', 'post_parent', 'slug'];

/** One coordinate is no place: they come together. */
const COORDINATES: readonly ParameterOf[] = ['geoloc_lat', 'geoloc_lng'];

const groupsOf = (names: readonly ParameterOf[]): readonly (readonly ParameterOf[])[] => [
  ...names.filter((name) => !COORDINATES.includes(name)).map((name) => [name]),
  ...(names.some((name) => COORDINATES.includes(name)) ? [COORDINATES] : []),
];

/** `event` is an alias of `post`: beside it, it could contradict it. */
function withoutAlias(query: ListQuery): ListQuery {
  const { event: _, ...others } = query;
  return 'post' in query ? others : query;
}

/** The parameters, or more often nothing: as many times as often as `absence` says. */
const sometimes = (values: Readonly<Record<string, Arbitrary<QueryValue>>>, absence: number): Arbitrary<ListQuery> =>
  fc.oneof(
    { withCrossShrink: true },
    { arbitrary: fc.constant({}), weight: absence },
    { arbitrary: fc.record(values), weight: 1 },
  );

/** How many parameters a query has on average: with many more, hardly a record would meet them all. */
const USUAL = 2.5;

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
  const groups = groupsOf(names.filter((name) => !(name in fixed)));
  const absence = Math.max(1, Math.round(groups.length / USUAL) - 1);
  const drawn = groups
    .map((group) => valuesOf(collection, group, surroundings))
    .filter((values) => Object.keys(values).length > 0)
    .map((values) => sometimes(values, absence));
  return fc
    .tuple(...drawn)
    .map((parts) => withoutAlias([...parts, fixed].reduce((query, part) => ({ ...query, ...part }), {})));
}

const valuesOf = (collection: Collection, names: readonly ParameterOf[], surroundings: Surroundings) =>
  Object.fromEntries(
    names.flatMap((name) => {
      const value = parameterValue(collection, name, surroundings);
      return value ? [[name, value] as const] : [];
    }),
  );
