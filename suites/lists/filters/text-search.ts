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
function customTexts(world: World): Arbitrary<{ readonly venue: Ref; readonly texts: readonly string[] }> {
  const { must } = select(world, 'venues', {}, { among: isJudged(world) });
  const listedKeys = must.map(({ key }) => key);
  const judged = world.of('venues').filter(({ ref: { key } }) => listedKeys.includes(key));
  const known = judged.flatMap(({ ref: venue, payload, listed }) => {
    const texts = custom.map((name) => payload[name]).filter((value) => typeof value === 'string');
    return listed === true || texts.length < MANY || texts.some((text) => text.includes(MARK))
      ? []
      : [{ venue, texts }];
  });
  if (known.length === 0) throw new WorldLacks('the test data has no venue with an address and a city');
  return fc.constantFrom(...known);
}

/** Which fields "custom fields" are is open (gap.query.search-fields): that none is covered contradicts the sentence. */
const searchesCustomFields = listRule({
  collection: 'venues',
  parameter: 'search',
  rule: 'custom-fields',
  statement:
    'A search finds a venue with the string in at least one of its fields besides name and description, and so beside other filters.',
  cost: 2,
  witnesses: [],
  given: customTexts,
  async check({ calendar, world }, { venue, texts }) {
    const { id } = world.record(venue);
    let found: string | undefined;
    let exchange: Exchange | undefined;
    for (const search of texts) {
      const { items, pages } = await browse(calendar, 'venues', { search });
      if (items.some((item) => item.id === id)) found = search;
      exchange = pages[0]?.exchange;
      if (found !== undefined) break;
    }
    const sent = { ...(exchange && { exchange }), kind: 'selection' } as const;
    const observed = 'none of the lists contains it';
    expectThat(found !== undefined, {
      ...sent,
      expected: `venues/${id} to be found by one of ${texts.join(', ')}`,
      observed,
    });
    const filters = filtersSelecting(world, venue).map(({ name, value }) => [name, value] as const);
    await expectFoundBeside(calendar, { id, search: found ?? '' }, Object.fromEntries(filters));
  },
});

/** A search by which a venue was found. */
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
