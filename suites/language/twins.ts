import fc from 'fast-check';
import { type Language, segmentLanguages } from '../../contract/queries.js';
import { MARK, type Payload } from '../../generators/wire.js';
import { CannotTell } from '../../harness/errors.js';
import { expectSuccess } from '../../harness/expectations.js';
import type { Calendar, Made } from '../../target/calendar.js';
import { otherThan } from '../../target/learn/belonging.js';
import { byId, bySlug } from '../../target/paths.js';
import { requirement } from '../../target/subject.js';
import { addDays, atTime, dayOf } from '../../target/world/wall-clock.js';
import { expectField, expectFound } from '../expect-shown.js';
import { slugOf } from '../records/addressed.js';
import { sentText } from '../records/sent-text.js';

async function makeTwin(calendar: Calendar, event: Payload, slug: string, language: Language): Promise<Made> {
  const made = await calendar.make('events', { ...event, slug }, { language });
  if ((await slugOf(calendar, made)) !== slug) throw new CannotTell('a slug is not shown in two languages as sent');
  return made;
}

/** A twin, its language, and what its description is to be. */
interface Twin {
  readonly made: Made;
  readonly language: Language;
  readonly description: string;
}

/** Updates the twin of a language; gives it with the description that was sent. */
async function expectUpdated(calendar: Calendar, slug: string, twin: Twin): Promise<Twin> {
  const { language, description } = twin;
  const updated = await calendar.update('events', bySlug(slug), 'PATCH', { description }, { language });
  expectSuccess(updated.exchange, `a PATCH by slug in ${language}`);
  return { ...twin, description: sentText(updated, 'description') };
}

/** Where slugs are those of a language, the same one names different events in different languages. */
export const updatesOwnLanguage = requirement({
  id: 'events.by-slug.update.own-language',
  level: 'MUST',
  clause: 'language.parameter',
  alsoTells: ['address.slug'],
  operations: ['events.by-slug.update.patch'],
  profile: 'core',
  needs: ['events.create', 'events.read', 'events.by-slug.update.patch'],
  effects: 'writes',
  statement: 'Of two events with the same slug, an update by slug changes the one in the language asked for.',
  cost: 10,
  given: ({ span }) =>
    fc.record({
      language: fc.constantFrom(...segmentLanguages),
      event: fc.constant<Payload>({
        title: `Twin ${MARK}`,
        description: `Twin ${MARK}`,
        start_date: atTime(addDays(dayOf(span.from), 20), '10:00:00'),
        end_date: atTime(addDays(dayOf(span.from), 20), '11:00:00'),
      }),
    }),
  async arrange({ calendar }, { language: own, event }) {
    const slug = `twin-${calendar.token()}`;
    const twins: Twin[] = [];
    for (const language of [own, otherThan(own)]) {
      const made = await makeTwin(calendar, event, slug, language);
      twins.push({ made, language, description: `In ${language} ${MARK}` });
    }
    return { slug, twins };
  },
  async check({ calendar }, _, { slug, twins }) {
    const updated: Twin[] = [];
    for (const twin of twins) updated.push(await expectUpdated(calendar, slug, twin));
    for (const { made, language, description: sent } of updated) {
      // Where languages are kept apart by id, too, each is found in its own alone.
      const { exchange, ...shown } = await expectFound(calendar, 'events', byId(made), { language });
      const where = `the event of that slug in ${language}`;
      expectField({ calendar, shown, field: 'description', sent, where, exchange });
    }
  },
});
