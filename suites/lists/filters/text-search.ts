import fc, { type Arbitrary } from 'fast-check';
import type { CalendarRequirement } from '../../../adapter/subject.js';
import type { World } from '../../../adapter/world/world.js';
import { type Collection, collections } from '../../../contract/resources.js';
import { MARK } from '../../../generators/wire-value.js';
import { WorldLacks } from '../../../kernel/deviation.js';
import { isJudged } from '../../queries/base-query.js';
import { selectsBy } from './filter-rule.js';

/** The field that a record is called by, in words. */
export const nameOf = (collection: Collection): string => (collection === 'events' ? 'title' : 'name');

/**
 * Pieces from within words, also of two letters: no engine that matches whole words, their beginnings or only what is
 * long enough finds these.
 */
const piecesOf = (words: readonly string[]): readonly Arbitrary<string>[] =>
  words.length === 0
    ? []
    : [
        fc
          .tuple(fc.constantFrom(...words), fc.boolean())
          .map(([word, isShort]) => word.slice(1, isShort ? 3 : Math.max(4, word.length - 1))),
      ];

const searchesNames = (collection: Collection): CalendarRequirement =>
  selectsBy({
    collection,
    parameter: 'search',
    statement: `A search finds the ${collection} with the string in their ${nameOf(collection)}, and none that contain it nowhere.`,
    runs: 3,
    values: (world) => piecesOf(world.words(collection)),
  });

/** What descriptions say before the mark, and names do not. */
function phrasesOf(world: World, collection: Collection): Arbitrary<string> {
  const phrases = world
    .of(collection)
    .filter(isJudged(world))
    .flatMap(({ payload: { description } }) => (typeof description === 'string' ? description.split(MARK) : []))
    .map((phrase) => phrase.trim())
    .filter((phrase) => /^[A-Za-z]+ [A-Za-z0-9]+$/.test(phrase));
  if (phrases.length === 0) throw new WorldLacks(`the test data has no plain descriptions of ${collection}`);
  return fc.constantFrom(...phrases);
}

/** Where a search is stated to cover the description as well. */
const searchesDescriptions = (collection: 'events' | 'venues'): CalendarRequirement =>
  selectsBy({
    collection,
    parameter: 'search',
    rule: 'description',
    statement: `A search finds the ${collection} with the string in their description, even if their name does not contain it.`,
    runs: 2,
    values: (world) => [phrasesOf(world, collection)],
  });

/** What a search finds, in the names of all collections and in descriptions. */
export const searchRules: readonly CalendarRequirement[] = [
  ...collections.map(searchesNames),
  ...(['events', 'venues'] as const).map(searchesDescriptions),
];
