import type { Calendar, Made } from '../../adapter/calendar/calendar.js';
import { byId, type Via } from '../../adapter/reading/paths.js';
import { type CalendarRequirement, requirement } from '../../adapter/subject.js';
import type { Addressing } from '../../contract/operations.js';
import { type Language, segmentLanguages } from '../../contract/queries.js';
import { withArticle } from '../../contract/clauses/resource-clauses.js';
import { type Collection, resourceOf, resources } from '../../contract/resources.js';
import { payload } from '../../generators/payload.js';
import { MARK, type Payload } from '../../generators/wire-value.js';
import { DoesNotApply } from '../../kernel/deviation.js';
import { expectSuccess, expectThat } from '../../kernel/expectations.js';
import type { JsonObject } from '../../wire/json.js';
import { isRefused } from '../../wire/status.js';
import { startOf } from '../arbitraries/in-turn.js';
import { expectField, expectFound, shows } from '../expect/expect-shown.js';
import { findListed } from '../expect/find-listed.js';
import { addressings, addressingsOn, addressOf, itemOperation } from '../expect/record-address.js';
import { type Appearance, expectAlike, isShownBy } from '../expect/shown-in.js';

/** What a record is called, and its description: the texts that are translated. */
const textsOf = (collection: Collection): readonly [string, string] => [resourceOf(collection).label, 'description'];

const OWN = 'en';

/** Events are updated in every language but their own; the others are alike, and each in two languages that come in turn. */
const languagesFor = (collection: Collection): readonly Language[] => {
  const at = startOf(collection) % segmentLanguages.length;
  return collection === 'events' ? segmentLanguages : [...segmentLanguages, ...segmentLanguages].slice(at, at + 2);
};

/** The collections in which a search is stated to cover descriptions. */
const searched: readonly Collection[] = ['events', 'venues'];

/** The texts that were written in a language. */
interface Written {
  readonly language: Language;
  readonly texts: JsonObject;
}

/**
 * Whether an update in another language makes a translation or changes the record: in that language it shows, also
 * where the record was read in its own just before, and where others were written later; and what a request without a
 * language returns hangs on none before.
 */
export const showsInItsLanguage = (collection: Collection): CalendarRequirement => {
  const patches = addressings(collection).map((by) => itemOperation(collection, by, 'PATCH'));
  return requirement({
    id: `${collection}.read.updated-in-language`,
    level: 'MUST',
    clause: 'language.parameter',
    alsoCovers: ['coherence.kept-write', 'coherence.shown-everywhere'],
    operations: [`${collection}.read`, ...patches, `${collection}.list`, `${collection}.delete`],
    profile: 'core',
    needs: (['create', 'read', 'update.patch', 'list', 'delete'] as const).map(
      (one) => `${collection}.${one}` as const,
    ),
    effects: 'writes',
    // What is kept of one language and shown in another is read anew after any write: those of others would hide it.
    alone: true,
    statement: `What was updated of ${withArticle(resources[collection].singular)} in a language shows and is found there, in the item and the list, whatever was read or written in another, and is deleted there.`,
    cost:
      3 + addressings(collection).length - 1 + 3 * languagesFor(collection).length + (collection === 'events' ? 7 : 0),
    given: (world) => payload(resourceOf(collection), world, { only: ['description'] }),
    arrange: ({ calendar }, body) => calendar.make(collection, body, { language: OWN }),
    async check({ calendar }, _, made) {
      const written: Written[] = [];
      for (const one of translationsOf(calendar, collection)) written.push(await updateIn(calendar, made, one));
      await expectShownAsWritten(calendar, made, written);
      if (collection === 'events') await expectNothingSticks(calendar, made);
      await expectDeletable(calendar, made, written);
    },
  });
};

/** A language, the fields that each update in it sends, and where. */
interface Translation {
  readonly language: Language;
  readonly parts: readonly (readonly string[])[];
  readonly by: Addressing;
}

/** Field by field in the first: an update keeps what was translated before. The last by slug, where there is one. */
const translationsOf = ({ profile }: Calendar, collection: Collection): readonly Translation[] =>
  languagesFor(collection).map((language, nth, { length }) => ({
    language,
    parts: nth === 0 ? textsOf(collection).map((name) => [name]) : [textsOf(collection)],
    by: (nth === length - 1 && addressingsOn(profile, collection).at(-1)) || 'id',
  }));

async function updateIn(calendar: Calendar, made: Made, { language, parts, by }: Translation): Promise<Written> {
  let texts: JsonObject = {};
  const update = async (at: Addressing, change: Payload) =>
    calendar.update(made.collection, await addressOf(calendar, made, at), 'PATCH', change, { language });
  for (const names of parts) {
    const change = Object.fromEntries(names.map((name) => [name, `In ${language} ${MARK}`]));
    const first = await update(by, change);
    // A slug may be known in the language of its record alone.
    const { body, exchange } = by === 'slug' && isRefused(first.exchange) ? await update('id', change) : first;
    if (isRefused(exchange)) throw new DoesNotApply('a record is updated in its own language alone');
    texts = { ...texts, ...body };
  }
  return { language, texts };
}

/** Each language shows its own text, or all show what was written last: then a field is the same in all languages. */
async function expectShownAsWritten(calendar: Calendar, made: Made, written: readonly Written[]): Promise<void> {
  const names = textsOf(made.collection);
  const last = written.at(-1)?.texts ?? {};
  const shared = new Set<string>();
  for (const [nth, { language, texts }] of written.entries()) {
    const seen = await itemOf(calendar, made, `the item in ${language}`, { language });
    const isLast = (field: string): boolean => shows({ calendar, shown: seen.shown, field, sent: last[field] ?? null });
    if (nth === 0) for (const field of names.filter(isLast)) shared.add(field);
    const own = Object.fromEntries(names.map((name) => [name, (shared.has(name) ? last : texts)[name] ?? null]));
    for (const field of names) expectField({ calendar, field, sent: own[field] ?? null, ...seen });
    if (isUnderSegments(calendar, made)) {
      const under = await itemOf(calendar, made, `the item under /${language}`, { segment: language });
      expectAlike(calendar, seen, under, names);
    }
    await expectListedInLanguage(calendar, made, { language, seen, texts: own, isTranslated: shared.size === 0 });
  }
  const translated = names.filter((name) => !shared.has(name));
  if (translated.length > 0) await expectOriginal(calendar, made, translated);
}

/** What a segment selects of one item is asked for events alone, as it is code before all routes. */
const isUnderSegments = ({ profile }: Calendar, { collection }: Made): boolean =>
  collection === 'events' && !profile.lacks.has('language.segment');

/** Translations leave the text in the language that the record was made in. */
async function expectOriginal(calendar: Calendar, made: Made, names: readonly string[]): Promise<void> {
  const seen = await itemOf(calendar, made, `the item in ${OWN}, after its translations`, { language: OWN });
  for (const field of names) expectField({ calendar, field, sent: made.body[field] ?? null, ...seen });
}

/** What was read of a record in a language, and the texts that it has there. */
interface SeenIn extends Written {
  readonly seen: Appearance;
  readonly isTranslated: boolean;
}

/** A list in a language shows the texts of it, and where a search covers descriptions, one for that text finds the record. */
async function expectListedInLanguage(calendar: Calendar, made: Made, seenIn: SeenIn): Promise<void> {
  const { language, seen, texts, isTranslated } = seenIn;
  const sought = { ...made, via: { language } };
  const listed = await findListed(calendar, { ...sought, body: { ...made.body, ...texts } });
  // A list that is narrowed by a search may cover the original alone.
  const { shown, exchange } = listed.shown || !isTranslated ? listed : await findListed(calendar, sought);
  if (!shown) return;
  const names = textsOf(made.collection).filter((field) => isShownBy(calendar, shown, field));
  expectAlike(calendar, seen, { where: `the list in ${language}`, shown, exchange }, names);
  const { description: text } = texts;
  if (!searched.includes(made.collection) || !names.includes('description') || typeof text !== 'string') return;
  const found = await findListed(calendar, sought, { search: text });
  const expected = `a search for "${text}" in ${language} to return the record that shows it`;
  const observed = 'a list without it';
  expectThat(found.shown !== undefined, { kind: 'selection', expected, observed, exchange: found.exchange });
}

async function expectNothingSticks(calendar: Calendar, made: Made): Promise<void> {
  const after = async (language: Language) => {
    await calendar.read(made.collection, byId(made), { language });
    return itemOf(calendar, made, `the item without a language, after a read in ${language}`);
  };
  expectAlike(calendar, await after(OWN), await after(segmentLanguages[0]), textsOf(made.collection));
}

/** What is shown in a language is deleted in it. */
async function expectDeletable(calendar: Calendar, made: Made, written: readonly Written[]): Promise<void> {
  const language = written.at(-1)?.language ?? OWN;
  const exchange = await calendar.remove(made.collection, byId(made), { language });
  expectSuccess(exchange, `a DELETE in ${language} of what a GET shows in ${language}`);
}

async function itemOf(calendar: Calendar, made: Made, where: string, via: Via = {}): Promise<Appearance> {
  const { exchange, ...shown } = await expectFound(calendar, made.collection, byId(made), via);
  return { where, shown, exchange };
}
