import fc from 'fast-check';
import type { Collection } from '../../contract/field.js';
import { parameterValue } from '../../generators/parameter-value.js';
import { MARK, type QueryValue } from '../../generators/wire.js';
import type { World } from '../../target/world/world.js';
import { farTimes } from '../lists/ground.js';
import { refsIn, sameRef } from '../model/pool.js';
import { isPublic } from './public-records.js';

const SAMPLE = 48;

/** Shorter strings may be too short to be looked for. */
const LEAST = 3;

/** What descriptions say before the mark: a search that looks there as well joins two conditions by OR. */
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

/** Generated values of a parameter, each once. The seed is fixed: they are what the world offers, whatever the run. */
function valuesOf(world: World, collection: Collection, name: string): readonly QueryValue[] {
  const values = parameterValue(collection, name, farTimes(world));
  const drawn = values ? fc.sample(values, { numRuns: SAMPLE, seed: 1 }) : [];
  const texts = [...phrasesOf(world, collection), ...sharedPieces(world.words(collection))];
  const all = name === 'search' ? [...drawn, ...texts] : drawn;
  return [...new Map(all.map((value) => [JSON.stringify(value), value])).values()];
}

/** Whether a value names records that every list may tell of. */
const isNameable = (world: World, value: QueryValue): boolean =>
  refsIn(value).every((named) => world.of(named.ref).some((one) => sameRef(one.ref, named) && isPublic(world)(one)));

/** The values of a parameter by which lists of a world may be told apart. */
export const offeredValues = (world: World, collection: Collection, name: string): readonly QueryValue[] =>
  valuesOf(world, collection, name).filter((value) => isNameable(world, value));
