import fc from 'fast-check';
import type { World } from '../../adapter/world/world.js';
import type { ParameterOf } from '../../contract/queries.js';
import type { Collection } from '../../contract/resources.js';
import { parameterValue } from '../../generators/parameter-value.js';
import { type ListQuery, MARK, type QueryValue } from '../../generators/wire-value.js';
import { refsIn, sameRef } from '../model/judgement.js';
import { select } from '../model/select.js';
import { baseQueryOf, farTimes, isPublic, withoutReplaced } from './base-query.js';
import { drawable, filtering, semanticsOf } from './parameter-semantics.js';
import { markOfRun, sharedWords } from './short-lists.js';

const SAMPLE = 48;

/** Shorter strings may be too short to search for. */
const LEAST = 3;

/** What descriptions say before the mark: a search that covers it as well joins two conditions by OR. */
export const phrasesOf = (world: World, collection: Collection): readonly string[] =>
  world
    .of(collection)
    .flatMap(({ payload: { description } }) =>
      typeof description === 'string' ? [description.split(MARK)[0] ?? ''] : [],
    )
    .map((phrase) => phrase.trim())
    .filter((phrase) => /^[A-Za-z]+ [A-Za-z0-9]+$/.test(phrase));

/** Pieces of names that several of them have in common. */
function sharedPieces(words: readonly string[]): readonly string[] {
  const pieces = words.flatMap((word) => Array.from(word, (_, at) => word.slice(at, at + LEAST)));
  const isShared = (piece: string): boolean => words.filter((word) => word.includes(piece)).length > 1;
  return pieces.filter((piece) => piece.length === LEAST && isShared(piece));
}

/** Words that the names of found records have in common; those of a made world are alike by design. */
const foundWords = (world: World, collection: Collection): readonly string[] =>
  collection === 'events' || markOfRun(world, collection) !== undefined ? [] : sharedWords(world, collection);

/** Generated values of a parameter, each once. The seed is fixed: they are what the world offers, whatever the run. */
function valuesOf(world: World, collection: Collection, name: ParameterOf): readonly QueryValue[] {
  const values = parameterValue(collection, name, farTimes(world));
  const drawn = values ? fc.sample(values, { numRuns: SAMPLE, seed: 1 }) : [];
  const texts = [
    ...phrasesOf(world, collection),
    ...sharedPieces(world.words(collection)),
    ...foundWords(world, collection),
  ];
  const all = name === 'search' ? [...drawn, ...texts] : drawn;
  return [...new Map(all.map((value) => [JSON.stringify(value), value])).values()];
}

/** Whether a value names records that every list may show. */
const isNameable = (world: World, value: QueryValue): boolean =>
  refsIn(value).every((named) => world.of(named.ref).some((one) => sameRef(one.ref, named) && isPublic(world)(one)));

/** The values of a parameter by which the lists of a world may differ. */
export const offeredValues = (world: World, collection: Collection, name: ParameterOf): readonly QueryValue[] =>
  valuesOf(world, collection, name).filter((value) => isNameable(world, value));

/** One parameter with a value. */
export interface Parameter {
  readonly name: ParameterOf;
  readonly value: QueryValue;
}

/** A parameter with a value that selects some of the known records and leaves out others. */
export interface Filter extends Parameter {
  /** The keys of the records that it selects. It serves to draw what discriminates, and judges nothing. */
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

/** The filters of a collection that discriminate in a world; found once for a world. */
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
        ({ extent }) => extent.size > 0 && (extent.size < whole || semanticsOf(collection, name).kind === 'view'),
      ),
  );
}

/** Parameters as a query beside the whole; what is drawn takes the place of the window's own bounds. */
export function toQuery(world: World, collection: Collection, filters: readonly Parameter[]): ListQuery {
  const ground = wholeOf(world, collection);
  return withoutReplaced({ ...ground, ...Object.fromEntries(filters.map(({ name, value }) => [name, value])) }, ground);
}

/** The keys that all of these select. */
export const inAll = (filters: readonly Filter[]): readonly string[] =>
  [...(filters[0]?.extent ?? [])].filter((key) => filters.every(({ extent }) => extent.has(key)));
