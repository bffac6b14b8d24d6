import type { Calendar, Made } from '../../adapter/calendar/calendar.js';
import { byId } from '../../adapter/reading/paths.js';
import { type CalendarRequirement, requirement } from '../../adapter/subject.js';
import { type Language, segmentLanguages } from '../../contract/queries.js';
import { withArticle } from '../../contract/clauses/resource-clauses.js';
import { type Collection, resourceOf, resources } from '../../contract/resources.js';
import { payload } from '../../generators/payload.js';
import { MARK } from '../../generators/wire-value.js';
import { DoesNotApply } from '../../kernel/deviation.js';
import { expectThat } from '../../kernel/expectations.js';
import type { JsonValue } from '../../wire/json.js';
import { isRefused } from '../../wire/status.js';
import { startOf } from '../arbitraries/in-turn.js';
import { expectField, expectFound, shows } from '../expect/expect-shown.js';
import { findListed } from '../expect/find-listed.js';
import { type Appearance, expectAlike, isShownBy } from '../expect/shown-in.js';

const field = 'description';
const OWN = 'en';

/** Events are updated in every language but their own; the others are alike, and each in two languages that come in turn. */
const languagesFor = (collection: Collection): readonly Language[] => {
  const at = startOf(collection) % segmentLanguages.length;
  return collection === 'events' ? segmentLanguages : [...segmentLanguages, ...segmentLanguages].slice(at, at + 2);
};

/** The collections in which searches are stated to look at descriptions. */
const searched: readonly Collection[] = ['events', 'venues'];

/** The text that was written in a language. */
interface Written {
  readonly language: Language;
  readonly text: JsonValue;
}

/**
 * Whether an update in another language makes a translation or changes the record: in that language it shows, also
 * where the record was read in its own just before, and where others were written later; and what a request without a
 * language returns hangs on none before.
 */
export const showsInItsLanguage = (collection: Collection): CalendarRequirement =>
  requirement({
    id: `${collection}.read.updated-in-language`,
    level: 'MUST',
    clause: 'language.parameter',
    alsoCovers: ['coherence.kept-write', 'coherence.shown-everywhere'],
    operations: [`${collection}.read`, `${collection}.update.patch`, `${collection}.list`],
    profile: 'core',
    needs: [`${collection}.create`, `${collection}.read`, `${collection}.update.patch`, `${collection}.list`],
    effects: 'writes',
    // What is kept of one language and shown in another is read anew after any write: those of others would hide it.
    alone: true,
    statement: `What was updated of ${withArticle(resources[collection].singular)} in a language shows and is found there, in the item and the list, whatever was read or written in another.`,
    cost: 2 + 3 * languagesFor(collection).length + (collection === 'events' ? 4 : 0),
    given: (world) => payload(resourceOf(collection), world, { only: [field] }),
    arrange: ({ calendar }, body) => calendar.make(collection, body, { language: OWN }),
    async check({ calendar }, _, made) {
      const written: Written[] = [];
      for (const language of languagesFor(collection)) written.push(await updateIn(calendar, made, language));
      await expectShownAsWritten(calendar, made, written);
      if (collection === 'events') await expectNothingSticks(calendar, made);
    },
  });

async function updateIn(calendar: Calendar, made: Made, language: Language): Promise<Written> {
  const change = { [field]: `In ${language} ${MARK}` };
  const { body, exchange } = await calendar.update(made.collection, byId(made), 'PATCH', change, { language });
  if (isRefused(exchange)) throw new DoesNotApply('a record is updated in its own language alone');
  return { language, text: body[field] ?? null };
}

/** Each language shows its own text, or all show what was written last: then it is the text of the record. */
async function expectShownAsWritten(calendar: Calendar, made: Made, written: readonly Written[]): Promise<void> {
  const last = written.at(-1)?.text ?? null;
  let isOne: boolean | undefined;
  for (const { language, text } of written) {
    const seen = await itemOf(calendar, made, `the item in ${language}`, language);
    isOne ??= shows({ calendar, shown: seen.shown, field, sent: last });
    expectField({ calendar, field, sent: isOne ? last : text, ...seen });
    await expectListedInLanguage(calendar, made, { language, seen });
  }
}

/** What was read of a record in a language. */
interface SeenIn {
  readonly language: Language;
  readonly seen: Appearance;
}

/** A list in a language shows the text of it, and where searches look at descriptions, one for that text finds it. */
async function expectListedInLanguage(calendar: Calendar, made: Made, { language, seen }: SeenIn): Promise<void> {
  const sought = { ...made, via: { language } };
  const { shown, exchange } = await findListed(calendar, sought);
  if (!shown || !isShownBy(calendar, shown, field)) return;
  expectAlike(calendar, seen, { where: `the list in ${language}`, shown, exchange }, [field]);
  const text = calendar.lens.field(shown, field);
  if (!searched.includes(made.collection) || typeof text !== 'string') return;
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
  expectAlike(calendar, await after(OWN), await after(segmentLanguages[0]), [field]);
}

async function itemOf(calendar: Calendar, made: Made, where: string, language?: Language): Promise<Appearance> {
  const via = language === undefined ? {} : { language };
  const { exchange, ...shown } = await expectFound(calendar, made.collection, byId(made), via);
  return { where, shown, exchange };
}
