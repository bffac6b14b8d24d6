import type { Calendar, Made } from '../../adapter/calendar/calendar.js';
import { byId } from '../../adapter/reading/paths.js';
import { type CalendarRequirement, requirement } from '../../adapter/subject.js';
import { type Language, segmentLanguages } from '../../contract/queries.js';
import { resourceOf } from '../../contract/resources.js';
import { payload } from '../../generators/payload.js';
import { MARK } from '../../generators/wire-value.js';
import { DoesNotApply } from '../../kernel/deviation.js';
import { isRefused } from '../../wire/status.js';
import { expectField, expectFound } from '../expect/expect-shown.js';
import { type Appearance, expectAlike } from '../expect/shown-in.js';

const field = 'description';
const OWN = 'en';

/**
 * Whether an update in another language makes a translation or changes the record: in that language it shows, also
 * where the record was read in its own just before; and what a request without a language returns hangs on none before.
 */
export const showsInItsLanguage: CalendarRequirement = requirement({
  id: 'events.read.updated-in-language',
  level: 'MUST',
  clause: 'language.parameter',
  alsoCovers: ['coherence.kept-write'],
  operations: ['events.read', 'events.update.patch'],
  profile: 'core',
  needs: ['events.create', 'events.read', 'events.update.patch'],
  effects: 'writes',
  // What is kept of one language and shown in another is read anew after any write: those of others would hide it.
  alone: true,
  statement: 'What was updated of an event in a language shows there, whatever was read in another before.',
  cost: 6 + 3 * segmentLanguages.length,
  given: (world) => payload(resourceOf('events'), world, { only: [field] }),
  arrange: ({ calendar }, body) => calendar.make('events', body, { language: OWN }),
  async check({ calendar }, _, made) {
    for (const language of segmentLanguages) await expectUpdated(calendar, made, language);
    const after = async (language: Language) => {
      await calendar.read('events', byId(made), { language });
      return itemOf(calendar, made, `the item without a language, after a read in ${language}`);
    };
    expectAlike(calendar, await after(OWN), await after(segmentLanguages[0]), [field]);
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
