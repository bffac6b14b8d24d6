import fc, { type Arbitrary } from 'fast-check';
import { type CalendarRequirement, requirement } from '../../../adapter/subject.js';
import type { World } from '../../../adapter/world/world.js';
import { listClauseId } from '../../../contract/clauses/resource-clauses.js';
import type { Collection } from '../../../contract/resources.js';
import { type ListQuery, MARK } from '../../../generators/wire-value.js';
import { WorldLacks } from '../../../kernel/deviation.js';
import { expectListed } from '../../expect/expect-list.js';
import { LEAVES_OUT, RETURNS } from '../../expect/expect-selection.js';
import { baseQueryOf, isJudged } from '../../queries/base-query.js';
import { discriminates, firstWith, leaveOut } from '../../queries/discriminating.js';
import { selectsBy } from './filter-rule.js';

const statements: Readonly<Record<Collection, string>> = {
  events: 'A search holds the events whose title contains the string, and none that contain it nowhere.',
  venues: 'A search holds the venues whose name contains the string, and none that contain it nowhere.',
  organizers: 'A search holds the organizers whose name contains the string, and none that contain it nowhere.',
  categories: 'A search holds the categories whose name contains the string, and none that contain it nowhere.',
  tags: 'A search holds the tags whose name contains the string, and none that contain it nowhere.',
};

/**
 * Pieces from within words, also of two letters: no engine that looks for whole words, for their beginnings or for what is
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

export const searchesNames = (collection: Collection): CalendarRequirement =>
  selectsBy({
    collection,
    parameter: 'search',
    statement: statements[collection],
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
  if (phrases.length === 0) throw new WorldLacks(`the world has no plain descriptions of ${collection}`);
  return fc.constantFrom(...phrases);
}

/** Where a search is stated to look into the description as well. */
export const searchesDescriptions = (collection: 'events' | 'venues'): CalendarRequirement =>
  requirement({
    id: `${collection}.list.search.description`,
    level: 'MUST',
    clause: listClauseId(collection, 'search'),
    operations: [`${collection}.list`],
    profile: 'core',
    needs: [`${collection}.list`],
    effects: 'reads',
    statement: `A search holds the ${collection} whose description contains the string, though the name does not.`,
    cost: 1,
    runs: 2,
    witnesses: [RETURNS, LEAVES_OUT],
    given(world) {
      const queries = phrasesOf(world, collection).map(
        (search): ListQuery => ({ ...baseQueryOf(world, collection), search }),
      );
      const telling = { world, collection, otherwise: leaveOut('search'), among: isJudged(world) };
      return firstWith((query) => discriminates(query, telling), queries);
    },
    check: (subject, query) => expectListed(subject, collection, query, { among: isJudged(subject.world) }),
  });
