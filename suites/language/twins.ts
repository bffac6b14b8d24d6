import fc from 'fast-check';
import type { Calendar, Made } from '../../adapter/calendar/calendar.js';
import { otherThan } from '../../adapter/learn/learn-languages.js';
import { addDays, atTime, dayOf } from '../../adapter/notation/day-times.js';
import { byId, bySlug } from '../../adapter/reading/paths.js';
import { requirement } from '../../adapter/subject.js';
import { type Language, segmentLanguages } from '../../contract/queries.js';
import { MARK, type Payload } from '../../generators/wire-value.js';
import { DoesNotApply } from '../../kernel/deviation.js';
import { expectSuccess } from '../../kernel/expectations.js';
import { isRefused } from '../../wire/status.js';
import { expectCreated, expectField, expectFound } from '../expect/expect-shown.js';
import { expectSame, sentText, slugOf } from '../expect/record-address.js';
import { inTurn } from '../arbitraries/in-turn.js';

type Sent = Payload & { readonly slug: string };

/** Makes the second event of a slug, in another language than the first. */
async function makeTwin(calendar: Calendar, event: Sent, language: Language): Promise<Made> {
  const written = await calendar.create('events', event, { language });
  if (isRefused(written.exchange)) throw new DoesNotApply('the target refuses a slug that another language has');
  return expectCreated(calendar, written);
}

async function requireSlug(calendar: Calendar, made: Made, slug: string): Promise<Made> {
  if ((await slugOf(calendar, made)) === slug) return made;
  throw new DoesNotApply('the target does not keep one slug in two languages');
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

/** Reads the twin of a language by the slug of both. */
async function expectOwn(calendar: Calendar, slug: string, { made, language, description }: Twin): Promise<void> {
  const { exchange, ...shown } = await expectFound(calendar, 'events', bySlug(slug), { language });
  const where = `the event of that slug in ${language}`;
  expectSame(shown, made, `the slug in ${language}`, exchange);
  expectField({ calendar, shown, field: 'description', sent: description, where, exchange });
}

/** Where slugs are those of a language, the same one names different events in different languages. */
export const updatesOwnLanguage = requirement({
  id: 'events.by-slug.update.own-language',
  level: 'MUST',
  clause: 'language.parameter',
  alsoCovers: ['address.slug'],
  operations: ['events.by-slug.read', 'events.by-slug.update.patch', 'events.by-slug.delete'],
  profile: 'core',
  needs: ['events.create', 'events.read', 'events.by-slug.update.patch', 'events.by-slug.delete'],
  effects: 'writes',
  // What is kept of one language and shown in another is read anew after any write: those of others would hide it.
  alone: true,
  statement: 'When two events have the same slug, reads and writes by slug are of the one in the requested language.',
  cost: 9,
  given: ({ span }, { turn }) =>
    fc.record({
      language: inTurn(segmentLanguages, turn, 2),
      event: fc.constant<Payload>({
        title: `Twin ${MARK}`,
        description: `Twin ${MARK}`,
        start_date: atTime(addDays(dayOf(span.from), 20), '10:00:00'),
        end_date: atTime(addDays(dayOf(span.from), 20), '11:00:00'),
      }),
    }),
  async arrange({ calendar }, { language, event }) {
    const slug = `twin-${calendar.token()}`;
    const sent = { ...event, slug };
    const toTwin = async (made: Made, one: Language): Promise<Twin> => ({
      made: await requireSlug(calendar, made, slug),
      language: one,
      description: `In ${one} ${MARK}`,
    });
    const other = otherThan(language);
    // First the one that is to stay: whoever takes the first that has the slug takes the wrong one.
    const kept = await toTwin(await calendar.make('events', sent, { language: other }), other);
    return { slug, kept, deleted: await toTwin(await makeTwin(calendar, sent, language), language) };
  },
  async check({ calendar }, _, { slug, kept, deleted }) {
    const { made, language, description: sent } = await expectUpdated(calendar, slug, kept);
    const changed = await expectUpdated(calendar, slug, deleted);
    // One after the other, with no write between: what is kept of one language is not shown in the other.
    for (const twin of [changed, { ...kept, description: sent }]) await expectOwn(calendar, slug, twin);
    const removal = await calendar.remove('events', bySlug(slug), { language: deleted.language });
    expectSuccess(removal, `a DELETE by slug in ${deleted.language}`);
    // Where languages are kept apart by id, too, each is found in its own alone.
    const { exchange, ...shown } = await expectFound(calendar, 'events', byId(made), { language });
    const where = `the event of that slug in ${language}`;
    expectField({ calendar, shown, field: 'description', sent, where, exchange });
  },
});
