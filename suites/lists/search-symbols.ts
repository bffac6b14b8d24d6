import fc, { type Arbitrary } from 'fast-check';
import { listClauseId } from '../../contract/clauses/lists.js';
import type { Collection } from '../../contract/field.js';
import { WorldLacks } from '../../harness/deviation.js';
import { type CalendarRequirement, requirement } from '../../target/subject.js';
import type { World } from '../../target/world/world.js';
import { LEAVES_OUT } from '../expect-selection.js';
import { expectListed } from './expect-list.js';
import { baseQueryOf, isJudged } from './ground.js';

/** Ways of spelling a word that would find it if a symbol stood for anything but itself. */
const patterns: readonly ((word: string) => string)[] = [
  (word) => `${word.slice(0, 1)}_${word.slice(2)}`,
  (word) => `${word.slice(0, 2)}%${word.slice(-1)}`,
  (word) => `${word.slice(0, 1)}.${word.slice(2)}`,
  (word) => `${word.slice(0, 2)}*${word.slice(-1)}`,
  (word) => `${word.slice(0, 2)}.*${word.slice(-1)}`,
  (word) => `${word.slice(0, 2)}(${word.slice(2)}`,
  (word) => `${word.slice(0, 2)}\\${word.slice(2)}`,
];

function plainWords(world: World, collection: Collection): Arbitrary<string> {
  const words = world.words(collection);
  if (words.length === 0) throw new WorldLacks(`the world has no plain names of ${collection}`);
  return fc.constantFrom(...words);
}

/** A symbol in a search is no wildcard. */
export const takesSymbolsLiterally = (collection: Collection): CalendarRequirement =>
  requirement({
    id: `${collection}.list.search.literal`,
    level: 'MUST',
    clause: listClauseId(collection, 'search'),
    operations: [`${collection}.list`],
    profile: 'core',
    needs: [`${collection}.list`],
    effects: 'reads',
    statement: `A search takes % _ . ( * and \\ as they are: it holds no ${collection} in which they do not occur.`,
    cost: patterns.length,
    witnesses: [LEAVES_OUT],
    given: (world) => plainWords(world, collection),
    async check(subject, word) {
      const ground = baseQueryOf(subject.world, collection);
      for (const spell of patterns) {
        await expectListed(subject, collection, { ...ground, search: spell(word) }, { among: isJudged(subject.world) });
      }
    },
  });
