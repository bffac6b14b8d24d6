import type { Calendar, Made } from '../../adapter/calendar/calendar.js';
import { byId } from '../../adapter/reading/paths.js';
import { type CalendarRequirement, requirement } from '../../adapter/subject.js';
import { withArticle } from '../../contract/clauses/resource-clauses.js';
import { type Language, segmentLanguages } from '../../contract/queries.js';
import { resourceOf, resources } from '../../contract/resources.js';
import { payload } from '../../generators/payload.js';
import { MARK } from '../../generators/wire-value.js';
import { DoesNotApply } from '../../kernel/deviation.js';
import { isRefused } from '../../wire/status.js';
import { expectField, expectFound } from '../expect/expect-shown.js';
import { type Appearance, expectAlike } from '../expect/shown-in.js';

const field = 'description';
const OWN = 'en';

/** Whether languages are kept apart hangs on the kind of text, and not on the kind of record. */
const updatedIn = { events: segmentLanguages, categories: segmentLanguages.slice(0, 1) } as const;

/**
 * Whether an update in another language makes a translation or changes the record: in that language it shows, also
 * where the record was read in its own just before; and what a request without a language returns hangs on none before.
 */
export const showsInItsLanguage = (collection: keyof typeof updatedIn): CalendarRequirement =>
  requirement({
    id: `${collection}.read.updated-in-language`,
    level: 'MUST',
    clause: 'language.parameter',
    alsoCovers: ['coherence.kept-write'],
    operations: [`${collection}.read`, `${collection}.update.patch`],
    profile: 'core',
    needs: [`${collection}.create`, `${collection}.read`, `${collection}.update.patch`],
    effects: 'writes',
    // What is kept of one language and shown in another is read anew after any write: those of others would hide it.
    alone: true,
    statement: `What was updated of ${withArticle(resources[collection].singular)} in a language shows there, whatever was read in another before.`,
    cost: 6 + 3 * updatedIn[collection].length,
    given: (world) => payload(resourceOf(collection), world, { only: [field] }),
    arrange: ({ calendar }, body) => calendar.make(collection, body, { language: OWN }),
    async check({ calendar }, _, made) {
      for (const language of updatedIn[collection]) await expectUpdated(calendar, made, language);
      const after = async (language: Language) => {
        await calendar.read(collection, byId(made), { language });
        return itemOf(calendar, made, `the item without a language, after a read in ${language}`);
      };
      expectAlike(calendar, await after(OWN), await after(updatedIn[collection][0]), [field]);
    },
  });

async function expectUpdated(calendar: Calendar, made: Made, language: Language): Promise<void> {
  const { collection } = made;
  const change = { [field]: `In ${language} ${MARK}` };
  const { body, exchange } = await calendar.update(collection, byId(made), 'PATCH', change, { language });
  if (isRefused(exchange)) throw new DoesNotApply('a record is updated in its own language alone');
  await calendar.read(collection, byId(made), { language: OWN });
  const seen = await itemOf(calendar, made, `the item in ${language}`, language);
  expectField({ calendar, field, sent: body[field] ?? null, ...seen });
}

async function itemOf(calendar: Calendar, made: Made, where: string, language?: Language): Promise<Appearance> {
  const via = language === undefined ? {} : { language };
  const { exchange, ...shown } = await expectFound(calendar, made.collection, byId(made), via);
  return { where, shown, exchange };
}
