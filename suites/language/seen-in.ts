import { type Calendar, type Made, toWireId } from '../../adapter/calendar/calendar.js';
import { toText } from '../../adapter/notation/shown-values.js';
import { byId, bySlug, type Via } from '../../adapter/reading/paths.js';
import type { Collection } from '../../contract/resources.js';
import { expectThat } from '../../kernel/expectations.js';
import type { Exchange } from '../../wire/exchange.js';
import { isGranted } from '../../wire/status.js';
import { expectFound } from '../expect/expect-shown.js';
import { findListed, itemsIfListed, type Listed } from '../expect/find-listed.js';
import { slugIfShown } from '../expect/record-address.js';
import { type Appearance, expectAlike, isShownBy } from '../expect/shown-in.js';
import { toWords } from './localized.js';
import { textsOf, type Written } from './translations.js';

/** A record, what was read of it in a language, and the texts that it has there. */
export interface SeenIn extends Written {
  readonly made: Made;
  readonly seen: Appearance;
  readonly isTranslated: boolean;
}

/** The item of a record in a language, or under its segment. */
export async function itemIn(calendar: Calendar, made: Made, via: Via, where = toWords(via)): Promise<Appearance> {
  const { exchange, ...shown } = await expectFound(calendar, made.collection, byId(made), via);
  return { where: `the item ${where}`, shown, exchange };
}

/** A record in a list, and the list that lacked it, although what the record is called there was searched for. */
interface Found {
  readonly listed: Listed;
  readonly missed?: Exchange;
}

/** Finds a record in a list by what it is called in a language, or else by what it was called when it was made. */
async function findTranslated(
  calendar: Calendar,
  { made, texts, isTranslated }: Omit<SeenIn, 'seen' | 'language'>,
  via: Via,
): Promise<Found> {
  const listed = await findListed(calendar, { ...made, via, body: { ...made.body, ...texts } });
  // A list that is narrowed by a search may cover the original alone; events are found by their days.
  if (listed.shown || !isTranslated || made.collection === 'events') return { listed };
  return { listed: await findListed(calendar, { ...made, via }), missed: listed.exchange };
}

/** Where a list shows a record, expects it to show the same texts as a place that shows it; gives what was found, and those texts. */
export async function expectAlikeInList(calendar: Calendar, one: SeenIn, via: Via) {
  const found = await findTranslated(calendar, one, via);
  const { shown, exchange } = found.listed;
  if (!shown) return { ...found, names: [] };
  const names = textsOf(one.made.collection).filter((field) => isShownBy(calendar, shown, field));
  expectAlike(calendar, one.seen, { where: `the list ${toWords(via)}`, shown, exchange }, names);
  return { ...found, names };
}

/** The same list in two languages, and nothing written between: what is kept of one is not shown in the other. */
export async function expectAlikeByInclude(calendar: Calendar, { made, language, seen }: SeenIn): Promise<void> {
  const { collection, id } = made;
  if (collection !== 'categories' && collection !== 'tags') return;
  const query = { include: [toWireId(id)], hide_empty: false };
  const exchange = await calendar.list(collection, query, { language });
  const shown = itemsIfListed(calendar, collection, exchange).find((item) => item.id === id);
  const where = `the list by its ID in ${language}`;
  if (shown) expectAlike(calendar, seen, { where, shown, exchange }, textsOf(collection));
}

/** The texts that a search is stated to cover; others than events are found by what they are called. */
const searched: Readonly<Record<Collection, readonly string[]>> = {
  events: ['title', 'description'],
  venues: ['description'],
  organizers: [],
  categories: [],
  tags: [],
};

/** A list in a language shows the texts of it, and a search for one that it covers finds the record that shows it. */
export async function expectListedInLanguage(calendar: Calendar, one: SeenIn): Promise<void> {
  const { made, language, texts } = one;
  const { listed, missed, names } = await expectAlikeInList(calendar, one, { language });
  const isNamed = names.includes(textsOf(made.collection)[0]);
  expectFoundBy(one, textsOf(made.collection)[0], missed === undefined || !isNamed, missed ?? listed.exchange);
  for (const field of searched[made.collection].filter((name) => names.includes(name))) {
    const found = await findListed(calendar, { ...made, via: { language } }, { search: toText(texts[field]) });
    expectFoundBy(one, field, found.shown !== undefined, found.exchange);
  }
}

function expectFoundBy({ language, texts }: SeenIn, field: string, isFound: boolean, exchange: Exchange): void {
  const expected = `a search for "${toText(texts[field])}" in ${language} to return the record that shows it`;
  expectThat(isFound, { kind: 'selection', expected, observed: 'a list without it', exchange });
}

/** Where the slug that a record shows in a language is its address there, the response shows the texts of that language. */
export async function expectAlikeBySlug(calendar: Calendar, { made, language, seen }: SeenIn): Promise<void> {
  const slug = slugIfShown(calendar, seen.shown);
  if (slug === undefined) return;
  const exchange = await calendar.read(made.collection, bySlug(slug), { language });
  const shown = isGranted(exchange) ? calendar.lens.recordIfAny(made.collection, exchange) : undefined;
  if (shown?.id !== made.id) return;
  const where = `the item by slug in ${language}`;
  expectAlike(calendar, seen, { where, shown, exchange }, textsOf(made.collection));
}
