import fc, { type Arbitrary } from 'fast-check';
import type { World } from '../../adapter/world/world.js';
import type { Collection } from '../../contract/resources.js';
import type { ListQuery, QueryValue } from '../../generators/wire-value.js';
import { WorldLacks } from '../../kernel/deviation.js';
import { select, type Selection } from '../model/select.js';
import { isJudged } from './base-query.js';

/** Most worlds offer one at once; only where there is none among a few are more drawn. */
const SAMPLES = [8, 24, 96, 384] as const;

// The seeds are fixed: a world either offers such values or not, whatever the run.
const hasAny = <Value>(values: Arbitrary<Value>, holds: (value: Value) => boolean): boolean =>
  SAMPLES.some((numRuns, seed) => fc.sample(values, { numRuns, seed }).some(holds));

/** That no query which the test data allows would show a wrong list. */
const nothingDiscriminates = (): WorldLacks =>
  new WorldLacks('the test data cannot distinguish a right list from a wrong one');

/**
 * The values of the first source that has any with a certain property, narrowed to these. @throws WorldLacks when none
 * has.
 */
export function firstWith<Value>(
  holds: (value: Value) => boolean,
  ...sources: readonly Arbitrary<Value>[]
): Arbitrary<Value> {
  const source = sources.find((values) => hasAny(values, holds));
  if (!source) throw nothingDiscriminates();
  return source.filter(holds);
}

/** Those of several sources for which the test data suffices. @throws WorldLacks where it does for none. */
export function wherePossible<Value>(sources: readonly (() => Arbitrary<Value>)[]): readonly Arbitrary<Value>[] {
  const found = sources.flatMap((toValues) => {
    try {
      return [toValues()];
    } catch (error) {
      if (error instanceof WorldLacks) return [];
      throw error;
    }
  });
  if (found.length === 0) throw nothingDiscriminates();
  return found;
}

/** The values with the first of several properties that any of them has. @throws WorldLacks when none has one. */
export function preferring<Value>(
  values: Arbitrary<Value>,
  ...properties: readonly ((value: Value) => boolean)[]
): Arbitrary<Value> {
  const property = properties.find((holds) => hasAny(values, holds));
  if (!property) throw nothingDiscriminates();
  return values.filter(property);
}

interface Discrimination {
  readonly world: World;
  readonly collection: Collection;
  /** The same query as it would be read if what is judged had no effect. */
  readonly otherwise: (query: ListQuery) => ListQuery;
}

/** Whether a query returns a record, leaves one out, and selects others than it otherwise would. */
function discriminates(query: ListQuery, { world, collection, otherwise }: Discrimination): boolean {
  const selected = (asked: ListQuery): Selection => select(world, collection, asked, { among: isJudged(world) });
  const { must, mustNot } = selected(query);
  if (must.length === 0 || mustNot.length === 0) return false;
  return JSON.stringify({ must, mustNot }) !== JSON.stringify(selected(otherwise(query)));
}

/** The queries that discriminate, of the first source that has any. @throws WorldLacks when none has. */
export const onlyDiscriminating = (
  by: Discrimination,
  ...sources: readonly Arbitrary<ListQuery>[]
): Arbitrary<ListQuery> => firstWith((query) => discriminates(query, by), ...sources);

/** Whether a query selects a record that it otherwise would leave out, or the other way round: known of both. */
function decides(query: ListQuery, { world, collection, otherwise }: Discrimination): boolean {
  const [one, other] = [query, otherwise(query)].map((asked) =>
    select(world, collection, asked, { among: isJudged(world) }),
  );
  const isShared = (some: Selection['must'] = [], others: Selection['must'] = []): boolean =>
    some.some(({ key }) => others.some((record) => record.key === key));
  return isShared(one?.must, other?.mustNot) || isShared(one?.mustNot, other?.must);
}

/** The same of one source, and where there are any, those that select or leave out a record for certain. */
export const preferDeciding = (by: Discrimination, queries: Arbitrary<ListQuery>): Arbitrary<ListQuery> =>
  preferring(
    queries,
    (query) => discriminates(query, by) && decides(query, by),
    (query) => discriminates(query, by),
  );

/**
 * Whether a parameter has several values and each of them counts: without any one, other records would be selected. A
 * target that honours only some of them, whichever, returns another list.
 */
function countsEachValue(
  query: ListQuery,
  parameter: string,
  by: Pick<Discrimination, 'world' | 'collection'>,
): boolean {
  const values = query[parameter];
  if (!isSeveral(values) || values.length < 2) return false;
  const selected = (asked: ListQuery): string =>
    JSON.stringify(select(by.world, by.collection, asked, { among: isJudged(by.world) }));
  const others = values.map((one) => ({ ...query, [parameter]: values.filter((other) => other !== one) }));
  return others.every((asked) => selected(asked) !== selected(query));
}

// Array.isArray does not narrow a readonly array.
const isSeveral = (value: QueryValue | undefined): value is Extract<QueryValue, readonly unknown[]> =>
  Array.isArray(value);

/** The discriminating queries by a parameter: with several values that each count where the test data has such. */
export function discriminatingBy(
  parameter: string,
  by: Omit<Discrimination, 'otherwise'>,
  ...sources: readonly Arbitrary<ListQuery>[]
): Arbitrary<ListQuery> {
  const discrimination = { ...by, otherwise: leaveOut(parameter) };
  const holds = (query: ListQuery): boolean =>
    countsEachValue(query, parameter, by) && discriminates(query, discrimination);
  const source = sources.find((queries) => hasAny(queries, holds));
  return source ? source.filter(holds) : onlyDiscriminating(discrimination, ...sources);
}

/** A query without some of its parameters. */
export const leaveOut =
  (...names: readonly string[]) =>
  (query: ListQuery): ListQuery =>
    Object.fromEntries(Object.entries(query).filter(([name]) => !names.includes(name)));
