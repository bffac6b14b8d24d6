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

const description = `Changed ${MARK}`;

async function makeTwin(calendar: Calendar, event: Payload, slug: string, language: Language): Promise<Made> {
  const made = await calendar.make('events', { ...event, slug }, { language });
  if ((await slugOf(calendar, made)) !== slug) throw new CannotTell('a slug is not shown in two languages as sent');
  return made;
}

async function expectDescription(calendar: Calendar, { id }: Made, sent: string): Promise<void> {
  const { exchange, ...shown } = await expectFound(calendar, 'events', byId({ id }));
  expectField({ calendar, shown, field: 'description', sent, where: `event ${id}`, exchange });
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
  thorough: true,
  statement: 'Of two events with the same slug an update changes the one in the language asked for, and not the other.',
  cost: 9,
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
  async arrange({ calendar }, { language, event }) {
    const slug = `twin-${calendar.token()}`;
    const other = await makeTwin(calendar, event, slug, otherThan(language));
    return { slug, other, own: await makeTwin(calendar, event, slug, language) };
  },
  async check({ calendar }, { language }, { slug, own, other }) {
    const updated = await calendar.update('events', bySlug(slug), 'PATCH', { description }, { language });
    expectSuccess(updated.exchange, `a PATCH by slug in ${language}`);
    await expectDescription(calendar, own, sentText(updated, 'description'));
    await expectDescription(calendar, other, sentText(other, 'description'));
  },
});
