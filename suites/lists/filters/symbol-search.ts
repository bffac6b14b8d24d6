import fc, { type Arbitrary } from 'fast-check';
import type { Calendar, Made } from '../../../adapter/calendar/calendar.js';
import { browse } from '../../../adapter/reading/browse.js';
import { byId } from '../../../adapter/reading/paths.js';
import type { CalendarRequirement } from '../../../adapter/subject.js';
import type { World, WorldRecord } from '../../../adapter/world/world.js';
import { withArticle } from '../../../contract/clauses/resource-clauses.js';
import { type Collection, collections, resourceOf, resources } from '../../../contract/resources.js';
import { requiredOnly } from '../../../generators/payload.js';
import { MARK } from '../../../generators/wire-value.js';
import { DoesNotApply, WorldLacks } from '../../../kernel/deviation.js';
import type { JsonValue } from '../../../wire/json.js';
import { inTurn, startOf } from '../../arbitraries/in-turn.js';
import { droppableButOne } from '../../arbitraries/subsets.js';
import { expectListed, expectMembership, isRefusedList } from '../../expect/expect-list.js';
import { LEAVES_OUT } from '../../expect/expect-selection.js';
import { expectFound } from '../../expect/expect-shown.js';
import { baseQueryOf, isJudged, isPublic, listAround } from '../../queries/base-query.js';
import { listRule } from '../../queries/list-rule.js';
import { nameOf } from './text-search.js';

/** A field of a record just made: as its create answered it, or as the item shows it where the answer shows less. */
export async function fieldOfMade(calendar: Calendar, made: Made, field: string): Promise<JsonValue | undefined> {
  const answered = calendar.lens.field(made.shown, field);
  if (answered !== undefined) return answered;
  return calendar.lens.field(await expectFound(calendar, made.collection, byId(made)), field);
}

/**
 * Of two symbols each has a plus among them as often as not: a target that decodes twice takes it for a space. A capital
 * beyond ASCII is in all: what is folded on one side alone is found no more.
 */
const pieces = ['tenÉ_pins+two', '50%Öff', 'vÜ1.2.3+4', '(lÎve', 'fÔur+star*', 'bÀck\\slash'] as const;

/** What is written otherwise in HTML, before each piece: many services show it so. */
const ESCAPED = "R&B's";

/** What a record can be searched for: a target may respell symbols when it stores them, and shows those that it keeps. */
async function keptOf(calendar: Calendar, made: Made, piece: string): Promise<string> {
  const { label } = resourceOf(made.collection);
  const name = await fieldOfMade(calendar, made, label);
  const kept = [`${ESCAPED} ${piece}`, piece].find((text) => typeof name === 'string' && name.includes(text));
  if (kept === undefined) throw new DoesNotApply(`the target does not keep ${piece} in a ${label}`);
  return kept;
}

/** A string with a symbol in it finds the record that contains it, where that has nothing else to be found by. */
const findsSymbols = (collection: Collection): CalendarRequirement => {
  const { label, singular } = { ...resourceOf(collection), ...resources[collection] };
  return listRule({
    collection,
    parameter: 'search',
    rule: 'symbols',
    needs: [`${collection}.create`, 'lists.created'],
    effects: 'writes',
    witnesses: [],
    statement: `A search for a string with a symbol in it finds ${withArticle(singular)} with that string in its ${nameOf(collection)}.`,
    cost: collection === 'events' ? 3 : 2,
    runs: 2,
    given: (world, { turn }) =>
      fc
        .tuple(requiredOnly(resourceOf(collection), world), inTurn(pieces, turn, startOf(collection)))
        .map(([body, piece]) => ({ body: { ...body, [label]: `Odd ${ESCAPED} ${piece} ${MARK}` }, piece })),
    async arrange({ calendar }, { body, piece }) {
      const made = await calendar.make(collection, body);
      return { made, search: await keptOf(calendar, made, piece) };
    },
    async check({ calendar, world }, { body }, { made, search }) {
      const query = { ...listAround(world, collection, body), search };
      expectMembership(await browse(calendar, collection, query), made, true);
    },
  });
};

/** A symbol, and a way of spelling a word with it that would find the word if the symbol stood for anything but itself. */
interface Pattern {
  readonly symbol: string;
  readonly spell: (word: string) => string;
}

/** Wildcards of SQL and of regular expressions, and what escapes them. */
const common: readonly Pattern[] = [
  { symbol: '_', spell: (word) => `${word.slice(0, 1)}_${word.slice(2)}` },
  { symbol: '%', spell: (word) => `${word.slice(0, 2)}%${word.slice(-1)}` },
  { symbol: '.', spell: (word) => `${word.slice(0, 1)}.${word.slice(2)}` },
  { symbol: '\\', spell: (word) => `${word.slice(0, 2)}\\${word.slice(2)}` },
];

/** What is searched for in events alone. No regular expression is well formed with the last: the dot shows who takes a search for one. */
const rare: readonly Pattern[] = [
  { symbol: '*', spell: (word) => `${word.slice(0, 2)}*${word.slice(-1)}` },
  { symbol: '(', spell: (word) => `${word.slice(0, 2)}(${word.slice(2)}` },
];

const patternsFor = (collection: Collection): readonly Pattern[] => [
  ...common,
  ...(collection === 'events' ? rare : []),
];

/** Words that a list finds: a misread pattern of them finds the same. */
function plainWords(world: World, collection: Collection): readonly string[] {
  const { label } = resourceOf(collection);
  const isShown = (record: WorldRecord): boolean => isJudged(world)(record) && isPublic(world)(record);
  const names = world
    .of(collection)
    .filter(isShown)
    .map(({ payload }) => payload[label]);
  const isNamed = (word: string): boolean =>
    names.some((name) => typeof name === 'string' && `${name} `.startsWith(`${word} `));
  const words = world.words(collection).filter(isNamed);
  if (words.length === 0) throw new WorldLacks(`the test data has no plain names of ${collection}`);
  return words;
}

/** What some languages take for nothing: a search by it is one all the same, unless it is refused as too short. */
const ZERO = '0';

/** A search by each pattern, each of another word as far as they reach, and by zero; when shrunk, by fewer. */
const misspelt = (collection: Collection, words: readonly string[]): Arbitrary<readonly string[]> =>
  droppableButOne([
    ...patternsFor(collection).map(({ spell }, index) => fc.constant(spell(words[index % words.length] ?? ''))),
    fc.constant(ZERO),
  ]);

const unlessRefused = (error: unknown): void => {
  if (!isRefusedList(error)) throw error;
};

/** A symbol in a search is no wildcard. */
const takesSymbolsLiterally = (collection: Collection): CalendarRequirement =>
  listRule({
    collection,
    parameter: 'search',
    rule: 'literal',
    statement: `A search treats ${patternsFor(collection)
      .map(({ symbol }) => symbol)
      .join(' ')} and 0 as ordinary characters: it finds no ${collection} in which they do not occur.`,
    cost: patternsFor(collection).length + 1,
    witnesses: [LEAVES_OUT],
    given: (world) => misspelt(collection, plainWords(world, collection)),
    async check(subject, searches) {
      const base = baseQueryOf(subject.world, collection);
      for (const search of searches) {
        const judged = expectListed(subject, collection, { ...base, search }, { among: isJudged(subject.world) });
        await (search === ZERO ? judged.catch(unlessRefused) : judged);
      }
    },
  });

/** What a search makes of symbols. */
export const symbolSearchRules: readonly CalendarRequirement[] = [
  ...collections.map(takesSymbolsLiterally),
  ...collections.map(findsSymbols),
];
