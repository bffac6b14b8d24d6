import type { Calendar, Made } from '../../adapter/calendar/calendar.js';
import { atTime, dayOf } from '../../adapter/notation/day-times.js';
import { byId, type Via } from '../../adapter/reading/paths.js';
import { type CalendarRequirement, requirement } from '../../adapter/subject.js';
import type { World } from '../../adapter/world/world.js';
import { withArticle } from '../../contract/clauses/resource-clauses.js';
import { segmentLanguages } from '../../contract/queries.js';
import { type Collection, resourceOf, resources } from '../../contract/resources.js';
import { payload } from '../../generators/payload.js';
import { MARK, type Payload } from '../../generators/wire-value.js';
import { expectSuccess, expectThat } from '../../kernel/expectations.js';
import type { Exchange } from '../../wire/exchange.js';
import { isGranted } from '../../wire/status.js';
import { isTrashed } from '../expect/expect-deleted.js';
import { expectCreated, expectField, expectFields, shows } from '../expect/expect-shown.js';
import { addressings, itemOperation } from '../expect/record-address.js';
import { type Appearance, expectAlike } from '../expect/shown-in.js';
import { worldIn } from './in-language.js';
import { expectLinkedInLanguage } from './language-links.js';
import { belongingOf, relatives, toWords } from './localized.js';
import { expectAlikeByInclude, expectAlikeBySlug, expectListedInLanguage, itemIn, type SeenIn } from './seen-in.js';
import { beside, fieldsOf, languagesFor, textsOf, translate, type Written } from './translations.js';
import { expectAlikeUnderSegment, expectOneWinner, hasSegments } from './under-segment.js';

const OWN = 'en';

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
    alsoCovers: [
      'language.segment',
      'coherence.kept-write',
      'coherence.shown-everywhere',
      `${resources[collection].singular}.delete`,
    ],
    operations: [`${collection}.read`, ...patches, `${collection}.list`, `${collection}.delete`],
    profile: 'core',
    needs: (['create', 'read', 'update.patch', 'list', 'delete'] as const).map(
      (one) => `${collection}.${one}` as const,
    ),
    effects: 'writes',
    // What is kept of one language and shown in another is read anew after any write: those of others would hide it.
    alone: true,
    statement: `An update of ${withArticle(resources[collection].singular)} in a language shows and is found there, by parameter and by segment, whatever was read or written in another, and is deleted there.`,
    cost: costOf(collection),
    given: (world) =>
      payload(resourceOf(collection), world, { only: ['description', ...(beside[collection] ?? [])] }).map(afterNoon),
    async check({ calendar, world }, body) {
      const made = expectCreated(calendar, await calendar.create(collection, body, { language: OWN }));
      const written = await translate(calendar, made);
      const translated = await expectShownAsWritten(calendar, made, written);
      if (translated.length === 0 && belongingOf(world, collection) === 'fallback')
        await expectUntranslated(calendar, made);
      if (collection === 'events') {
        await expectNothingSticks(calendar, made);
        await expectLinked(calendar, world, translated);
      }
      await expectDeletable(calendar, made, written);
    },
  });
};

/** A create, an item, a list and its item by slug in each language, and what is asked of events or of terms besides. */
function costOf(collection: Collection): number {
  const besides = { events: 10, venues: 0, organizers: 0, categories: 2, tags: 2 }[collection];
  return 4 + (addressings(collection).length + 2) * languagesFor(collection).length + besides;
}

/** Events last from one afternoon to an evening: some languages count the hours to twelve. */
function afterNoon(body: Payload): Payload {
  const { start_date: start, end_date: end } = body;
  if (typeof start !== 'string' || typeof end !== 'string') return body;
  return { ...body, start_date: atTime(dayOf(start), '13:30:00'), end_date: atTime(dayOf(end), '21:45:00') };
}

/** Each language shows its own value of a field, or all show what was written last: then it is the same in all languages. */
async function expectShownAsWritten(
  calendar: Calendar,
  made: Made,
  written: readonly Written[],
): Promise<readonly SeenIn[]> {
  const names = fieldsOf(calendar, made.collection);
  const last = written.at(-1)?.texts ?? {};
  const shared = new Set<string>();
  const seenIn: SeenIn[] = [];
  for (const [nth, { language, texts }] of written.entries()) {
    const seen = await itemIn(calendar, made, { language });
    const isLast = (field: string): boolean => shows({ calendar, shown: seen.shown, field, sent: last[field] ?? null });
    if (nth === 0) for (const field of names.filter(isLast)) shared.add(field);
    const own = Object.fromEntries(names.map((name) => [name, (shared.has(name) ? last : texts)[name] ?? null]));
    for (const field of names) expectField({ calendar, field, sent: own[field] ?? null, ...seen });
    const one = {
      made,
      language,
      seen,
      texts: own,
      isTranslated: !textsOf(made.collection).some((name) => shared.has(name)),
    };
    // What a segment selects of one item is asked of events in any case, as it is code before all routes.
    if (made.collection === 'events' || one.isTranslated) {
      await expectAlikeUnderSegment(calendar, one, { inList: nth === 0 });
    }
    await expectListedInLanguage(calendar, one);
    seenIn.push(one);
  }
  const all = seenIn.filter(({ isTranslated }) => isTranslated);
  await expectTranslated(calendar, all);
  // What was not sent when the record was made may follow from what was.
  const translated = names.filter((name) => !shared.has(name) && name in made.body);
  if (translated.length > 0) await expectOriginal(calendar, made, translated);
  return all;
}

/** Where an update in a language changes what the record is called in its own, it does so for the other kind as well. */
async function expectUntranslated(calendar: Calendar, made: Made): Promise<void> {
  const seen = await itemIn(calendar, made, { language: OWN });
  if (isCalledAsMade(calendar, made, seen)) return;
  const relative = relatives[made.collection];
  const { label } = resourceOf(relative);
  const [language] = segmentLanguages;
  const original = { [label]: `Original ${MARK}` };
  const written = await calendar.create(relative, original, { language: OWN });
  // That it can be made at all is judged elsewhere.
  if (!isGranted(written.exchange)) return;
  const other = expectCreated(calendar, written);
  const change = { [label]: `Translation ${MARK}` };
  const { exchange } = await calendar.update(relative, byId(other), 'PATCH', change, { language });
  const isKept = isCalledAsMade(calendar, other, await itemIn(calendar, other, { language: OWN }));
  expectThat(!(isGranted(exchange) && isKept), {
    kind: 'value',
    expected: `updates of ${made.collection}/${made.id} in other languages to leave its text in ${OWN}, as one of ${relative}/${other.id} does`,
    observed: 'the text of an update',
    exchange: seen.exchange,
  });
}

function isCalledAsMade(calendar: Calendar, { collection, body }: Made, { shown }: Appearance): boolean {
  const { label } = resourceOf(collection);
  return shows({ calendar, shown, field: label, sent: body[label] ?? null });
}

/** Follows page links in a language in which the test data has an event, so that there are two to list. */
async function expectLinked(calendar: Calendar, world: World, translated: readonly SeenIn[]): Promise<void> {
  const one = translated.find(({ language }) => worldIn(world, language).refs('events').length > 0);
  const [beside] = one ? worldIn(world, one.language).refs('events') : [];
  if (one && beside) await expectLinkedInLanguage(calendar, one, beside);
}

/** What each translation shows by slug, one after the other and nothing written meanwhile, and where two are asked for. */
async function expectTranslated(calendar: Calendar, all: readonly SeenIn[]): Promise<void> {
  for (const one of all) await expectAlikeBySlug(calendar, one);
  for (const one of all.slice(0, 2)) await expectAlikeByInclude(calendar, one);
  await expectOneWinner(calendar, all);
}

/** Translations leave the text in the language that the record was made in. */
async function expectOriginal(calendar: Calendar, made: Made, names: readonly string[]): Promise<void> {
  const seen = await itemIn(calendar, made, { language: OWN }, `in ${OWN}, after its translations`);
  for (const field of names) expectField({ calendar, field, sent: made.body[field] ?? null, ...seen });
}

/**
 * What a request without a language shows does not depend on requests before it: on no read, no write and no path segment
 * that named one. Each of these names another language here than the last one of its kind did.
 */
async function expectNothingSticks(calendar: Calendar, made: Made): Promise<void> {
  const readIn = async (via: Via): Promise<void> =>
    expectTimes(calendar, made, await calendar.read(made.collection, byId(made), via), via);
  const [language, ...others] = segmentLanguages;
  const segment = hasSegments(calendar) ? others.at(-1) : undefined;
  await readIn({ language: OWN });
  const first = await itemIn(calendar, made, {}, `without a language, after a read in ${OWN}`);
  await readIn({ language });
  await calendar.update(made.collection, byId(made), 'PATCH', { website: null }, { language });
  if (segment) await readIn({ segment });
  const before = `a read and a PATCH in ${language}${segment ? ` and a read under /${segment}` : ''}`;
  const last = await itemIn(calendar, made, {}, `without a language, after ${before}`);
  expectAlike(calendar, first, last, textsOf(made.collection));
}

/** Expects an event to take place when it was made to, where it is shown in a language: these are no texts. */
function expectTimes(calendar: Calendar, { collection, body }: Made, exchange: Exchange, via: Via): void {
  const shown = calendar.lens.recordIfAny(collection, exchange);
  const times = { start_date: body.start_date ?? null, end_date: body.end_date ?? null };
  if (shown) expectFields(calendar, times, { shown, where: `the item ${toWords(via)}`, exchange });
}

/** What is shown in a language is deleted in it. */
async function expectDeletable(calendar: Calendar, made: Made, written: readonly Written[]): Promise<void> {
  const { language, texts } = written.at(-1) ?? { language: OWN, texts: made.body };
  const via = { language };
  const removal = await calendar.remove(made.collection, byId(made), via);
  expectSuccess(removal, `a DELETE in ${language} of what a GET shows in ${language}`);
  const exchange = await calendar.read(made.collection, byId(made), via);
  const shown = isTrashed(calendar, made, exchange) ? undefined : calendar.lens.recordIfAny(made.collection, exchange);
  // Where a translation alone is deleted, the original may take its place.
  const isLeft = textsOf(made.collection).every(
    (field) => shown !== undefined && shows({ calendar, shown, field, sent: texts[field] ?? null }),
  );
  expectThat(!isLeft, {
    kind: 'state',
    expected: `${made.collection}/${made.id} not to be there ${toWords(via)} after a DELETE`,
    observed: 'it is there, with the texts of that language',
    exchange,
  });
}
