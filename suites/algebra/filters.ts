import type { Collection } from '../../contract/field.js';
import type { ListQuery, QueryValue } from '../../generators/wire.js';
import type { World } from '../../target/world/world.js';
import { baseQueryOf } from '../lists/ground.js';
import { select } from '../model/select.js';
import { drawable, filtering } from './drawable.js';
import { offeredValues } from './offered-values.js';
import { isPublic } from './public-records.js';
import { semanticsOf } from './semantics.js';

/** One parameter with a value. */
export interface Parameter {
  readonly name: string;
  readonly value: QueryValue;
}

/** A parameter by whose value some of the known records are told apart. */
export interface Filter extends Parameter {
  /** The keys of the records that it selects. It serves to draw what tells something, and judges nothing. */
  readonly extent: ReadonlySet<string>;
}

/** A list that hides as little as may be: what filters are added to. Its window is held by bounds of its own. */
const wholeOf = (world: World, collection: Collection): ListQuery => ({
  ...baseQueryOf(world, collection),
  ...((collection === 'categories' || collection === 'tags') && { hide_empty: false }),
});

/** What a filter selects of the whole, as far as it is certain. */
export const extentOf = (world: World, collection: Collection, query: ListQuery): ReadonlySet<string> => {
  const { must } = select(world, collection, { ...wholeOf(world, collection), ...query }, { among: isPublic(world) });
  return new Set(must.map(({ key }) => key));
};

const filtersOfWorlds = new WeakMap<World, Map<Collection, readonly Filter[]>>();

/** The filters of a collection by which the world is told apart; made once for a world. */
export function filtersOf(world: World, collection: Collection): readonly Filter[] {
  const ofWorld = filtersOfWorlds.get(world) ?? new Map<Collection, readonly Filter[]>();
  filtersOfWorlds.set(world, ofWorld);
  const filters = ofWorld.get(collection) ?? findFilters(world, collection);
  ofWorld.set(collection, filters);
  return filters;
}

function findFilters(world: World, collection: Collection): readonly Filter[] {
  const whole = extentOf(world, collection, {}).size;
  return drawable(collection, ...filtering).flatMap((name) =>
    offeredValues(world, collection, name)
      .map((value): Filter => ({ name, value, extent: extentOf(world, collection, { [name]: value }) }))
      .filter(
        ({ extent }) => extent.size > 0 && (extent.size < whole || semanticsOf(collection)[name]?.kind === 'view'),
      ),
  );
}

/** Parameters as a query beside the whole; what is drawn takes the place of the window's own bounds. */
export const toQuery = (world: World, collection: Collection, filters: readonly Parameter[]): ListQuery => ({
  ...wholeOf(world, collection),
  ...Object.fromEntries(filters.map(({ name, value }) => [name, value])),
});

/** The keys that all of these select. */
export const inAll = (filters: readonly Filter[]): readonly string[] =>
  [...(filters[0]?.extent ?? [])].filter((key) => filters.every(({ extent }) => extent.has(key)));
