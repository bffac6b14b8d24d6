import fc, { type Arbitrary } from 'fast-check';
import { browse } from '../../../adapter/reading/browse.js';
import type { Calendar } from '../../../adapter/calendar/calendar.js';
import type { CalendarRequirement } from '../../../adapter/subject.js';
import type { World } from '../../../adapter/world/world.js';
import { type Collection, collections } from '../../../contract/resources.js';
import { type ListQuery, MARK, type Ref } from '../../../generators/wire-value.js';
import { WorldLacks } from '../../../kernel/deviation.js';
import { expectThat } from '../../../kernel/expectations.js';
import type { Exchange } from '../../../wire/exchange.js';
import { select } from '../../model/select.js';
import { isJudged } from '../../queries/base-query.js';
import { listRule } from '../../queries/list-rule.js';
import { filtersSelecting } from '../../queries/several-filters.js';
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

/** The fields of a venue besides its name and description in which a word says where it is, or how it is reached. */
const custom = ['address', 'city', 'phone', 'website', 'country', 'province', 'state', 'zip', 'stateprovince'] as const;

/** So many of them that one at least is what a service means by custom fields. */
const MANY = 5;

/** A venue that was made, and what it was given in such fields. */
interface Described {
  readonly venue: Ref;
  readonly texts: Readonly<Record<string, string>>;
}

/** The venues that lists must show, those with the fewest such texts first. */
function describedVenues(world: World): readonly Described[] {
  const { must } = select(world, 'venues', {}, { among: isJudged(world) });
  const listedKeys = must.map(({ key }) => key);
  const judged = world.of('venues').filter(({ ref: { key }, listed }) => listedKeys.includes(key) && listed !== true);
  const all = judged.map(({ ref: venue, payload }): Described => {
    const texts = custom.map((name) => [name, payload[name]] as const);
    return {
      venue,
      texts: Object.fromEntries(texts.filter((one): one is [(typeof one)[0], string] => typeof one[1] === 'string')),
    };
  });
  const isFree = ({ texts }: Described): boolean => !Object.values(texts).some((text) => text.includes(MARK));
  return all.filter(isFree).toSorted((one, other) => sizeOf(one) - sizeOf(other));
}

const sizeOf = ({ texts }: Described): number => Object.keys(texts).length;

const HAS_LETTERS = /\p{Letter}/u;

/** One with many such texts, and others with fewer. */
function customTexts(world: World): Arbitrary<{ readonly full: Described; readonly others: readonly Described[] }> {
  const all = describedVenues(world);
  const full = all.filter((one) => sizeOf(one) >= MANY);
  if (full.length === 0) throw new WorldLacks('the test data has no venue with an address and a city');
  return fc
    .constantFrom(...full)
    .map((one) => ({ full: one, others: all.filter((other) => sizeOf(other) < sizeOf(one)) }));
}

/**
 * Which fields "custom fields" are is open (gap.query.search-fields): that none is covered contradicts the sentence. One that
 * is covered in one venue is so in another one, of which less is known.
 */
const searchesCustomFields = listRule({
  collection: 'venues',
  parameter: 'search',
  rule: 'custom-fields',
  statement:
    'A search finds a venue with the string in at least one of its fields besides name and description, and another one with few such fields beside other filters.',
  cost: 2,
  witnesses: [],
  given: customTexts,
  async check({ calendar, world }, { full, others }) {
    const name = await fieldSearched(calendar, { id: world.record(full.venue).id, texts: full.texts });
    const { venue, texts } = others.find((other) => HAS_LETTERS.test(other.texts[name] ?? '')) ?? full;
    const filters = filtersSelecting(world, venue).map((one) => [one.name, one.value] as const);
    const search = { id: world.record(venue).id, search: texts[name] ?? '' };
    await expectFoundBeside(calendar, search, Object.fromEntries(filters));
  },
});

interface Searched {
  readonly id: string;
  readonly texts: Described['texts'];
}

/** The name of the first field by which a search finds a venue; expects one. */
async function fieldSearched(calendar: Calendar, { id, texts }: Searched): Promise<string> {
  let found: string | undefined;
  let exchange: Exchange | undefined;
  for (const [name, search] of Object.entries(texts)) {
    const { items, pages } = await browse(calendar, 'venues', { search });
    exchange = pages[0]?.exchange;
    if (items.some((item) => item.id === id)) found = name;
    if (found !== undefined) break;
  }
  const expected = `venues/${id} to be found by one of ${Object.values(texts).join(', ')}`;
  const observed = 'none of the lists contains it';
  expectThat(found !== undefined, { kind: 'selection', expected, observed, ...(exchange && { exchange }) });
  return found;
}

/** A search by which a venue is to be found. */
interface Search {
  readonly id: string;
  readonly search: string;
}

async function expectFoundBeside(calendar: Calendar, { id, search }: Search, filters: ListQuery): Promise<void> {
  const { items, pages } = await browse(calendar, 'venues', { search, ...filters });
  const [page] = pages;
  expectThat(
    items.some((item) => item.id === id),
    {
      kind: 'selection',
      expected: `venues/${id} to be found by ${search} beside ${Object.keys(filters).join(', ')}, too`,
      observed: 'the list does not contain it',
      ...(page && { exchange: page.exchange }),
    },
  );
}

/** What a search finds, in the names of all collections and in descriptions. */
export const searchRules: readonly CalendarRequirement[] = [
  ...collections.map(searchesNames),
  ...(['events', 'venues'] as const).map(searchesDescriptions),
  searchesCustomFields,
];
