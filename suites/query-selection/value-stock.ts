import { alternativesFor } from '../../adapter/profile/target-profile.js';
import type { World } from '../../adapter/world/world.js';
import { isParameterOf, type ParameterOf } from '../../contract/queries.js';
import type { Collection } from '../../contract/resources.js';
import type { ListQuery, QueryValue } from '../../generators/wire-value.js';
import { baseQueryOf } from '../queries/base-query.js';
import { offeredValues } from '../queries/drawn-filters.js';
import { drawable, filtering, semanticsOf } from '../queries/parameter-semantics.js';
import { createOracle, type Oracle, type SelectionBits } from './oracle.js';

/** What queries of a collection are made of. */
export interface Stock {
  readonly oracle: Oracle;
  readonly base: ListQuery;
  /** The values of every parameter that a world offers. */
  readonly values: ReadonlyMap<ParameterOf, readonly QueryValue[]>;
  readonly statuses: readonly string[];
  /** Whether there is `hide_empty`. */
  readonly hides: boolean;
  /** What flags would select if they were sent. */
  readonly defaults: readonly Default[];
}

/** A flag with a value. */
interface Default {
  readonly name: ParameterOf;
  readonly value: boolean;
  readonly selected: SelectionBits;
}

/** Of these a query has none or one, whatever else it has: they are no parts. */
const frames: readonly string[] = ['status', 'hide_empty'];

/** Slugs for ids, where it is certain that the target takes them. */
function slugValues(world: World, collection: Collection, name: ParameterOf): readonly QueryValue[] {
  const semantics = semanticsOf(collection, name);
  const taken = alternativesFor(world.profile, 'list.terms-by-slug');
  if (semantics.kind !== 'union' || !semantics.slugs || taken.includes('ids-only')) return [];
  const slugs = world.slugs(name === 'tags' ? 'tags' : 'categories');
  return slugs.flatMap((one) => slugs.map((other) => (one === other ? [one] : [one, other])));
}

const SYMBOLS = ['%', '_', '*', '.'];

/** Values that match nothing, but by a mistake: a symbol in a word, the beginning of a slug. */
function spoiltValues(world: World, collection: Collection, name: ParameterOf): readonly QueryValue[] {
  if (name === 'slug') return world.slugs(collection).map((slug) => slug.slice(0, -1));
  if (name !== 'search') return [];
  return world
    .words(collection)
    .flatMap((word) =>
      SYMBOLS.map((symbol) => `${word.slice(0, 2)}${symbol}${word.slice(/[_.]/.test(symbol) ? 3 : 2)}`),
    );
}

/** What the world has for queries of a collection. */
export function toStock(world: World, collection: Collection): Stock {
  const names = drawable(collection, ...filtering).filter((name) => !frames.includes(name));
  const values = names.map((name): [ParameterOf, readonly QueryValue[]] => [
    name,
    [
      ...offeredValues(world, collection, name),
      ...slugValues(world, collection, name),
      ...spoiltValues(world, collection, name),
    ],
  ]);
  const oracle = createOracle(world, collection);
  const flags = drawable(collection, 'flag').filter((name) => !frames.includes(name));
  return {
    oracle,
    base: baseQueryOf(world, collection),
    values: new Map(values.filter(([, offered]) => offered.length > 0)),
    hides: isParameterOf(collection, 'hide_empty'),
    defaults: flags.flatMap((name) =>
      [true, false].map((value) => ({ name, value, selected: oracle.alone({ name, value }) })),
    ),
    statuses: isParameterOf(collection, 'status') ? world.accepted.status : [],
  };
}
