import fc, { type Arbitrary } from 'fast-check';
import type { Calendar, Made } from '../../adapter/calendar/calendar.js';
import { otherThan } from '../../adapter/learn/learn-languages.js';
import { byId } from '../../adapter/reading/paths.js';
import { type CalendarRequirement, requirement } from '../../adapter/subject.js';
import type { World } from '../../adapter/world/world.js';
import type { Language } from '../../contract/queries.js';
import { type Collection, resourceOf } from '../../contract/resources.js';
import { payload } from '../../generators/payload.js';
import { MARK, type Payload } from '../../generators/wire-value.js';
import { DoesNotApply } from '../../kernel/deviation.js';
import { expectThat } from '../../kernel/expectations.js';
import { isGranted } from '../../wire/status.js';
import { findListedSomehow, type Listed } from '../expect/find-listed.js';
import { within } from './in-language.js';
import { belongingOf, localizedOf } from './localized.js';

/** Kinds of record that are kept apart in most services. */
const kinds = ['events', 'venues', 'categories'] as const;

const operations = kinds.map((collection) => `${collection}.update.patch` as const);

/** Where a record of a language is after an update that named none. */
interface Found extends Listed {
  readonly made: Made;
  readonly language: Language;
}

/** What a record is made with, in which language. */
interface Localized {
  readonly collection: Collection;
  readonly language: Language;
  readonly body: Payload;
}

/** The kinds of which a list in a language shows no others. @throws DoesNotApply where there are not two */
function keptApart(world: World): readonly Collection[] {
  const apart = kinds.filter((collection) => belongingOf(world, collection) === 'one');
  if (apart.length < 2) throw new DoesNotApply('lists in a language do not show its records alone');
  return apart;
}

const localizedDraft = (world: World, collection: Collection): Arbitrary<Localized> =>
  payload(resourceOf(collection), within(world, localizedOf(world, collection).language), { only: [] }).map((body) => ({
    collection,
    language: localizedOf(world, collection).language,
    body,
  }));

/** Updates a record of a language without naming one; undefined where that is refused. */
async function updateUnnamed(
  calendar: Calendar,
  { collection, language, body }: Localized,
): Promise<Found | undefined> {
  const made = await calendar.make(collection, body, { language });
  const change = { description: `Another ${MARK}` };
  const { exchange } = await calendar.update(collection, byId(made), 'PATCH', change);
  if (!isGranted(exchange)) return undefined;
  return { made, language, ...(await findListedSomehow(calendar, { ...made, via: { language } })) };
}

/** @throws DoesNotApply where a record that was not moved shows in the list of another language, too */
async function requireApart(calendar: Calendar, { made, language }: Found): Promise<void> {
  const via = { language: otherThan(language) };
  const { shown } = await calendar.aside(() => findListedSomehow(calendar, { ...made, via }));
  if (shown) throw new DoesNotApply(`${made.collection} of one language show in lists of others, too`);
}

/** Whether an update that names no language moves a record to the default one is open: what one kind does, all do. */
export const keepsLanguageAlike: CalendarRequirement = requirement({
  id: 'coherence.languages.kept',
  level: 'MUST',
  clause: 'coherence.siblings',
  alsoCovers: ['language.parameter'],
  operations,
  profile: 'coherence',
  needs: [...kinds.flatMap((one) => [`${one}.create`, `${one}.list`] as const), ...operations, 'lists.created'],
  effects: 'writes',
  statement:
    'A PATCH without a language leaves events, venues and categories alike in the list of theirs, or none of them.',
  cost: 4 * kinds.length,
  given: (world) => fc.tuple(...keptApart(world).map((collection) => localizedDraft(world, collection))),
  async check({ calendar }, all) {
    const found: Found[] = [];
    for (const one of all) {
      const listed = await updateUnnamed(calendar, one);
      if (listed) found.push(listed);
    }
    const kept = found.find(({ shown }) => shown !== undefined);
    const lost = found.find(({ shown }) => shown === undefined);
    if (found.length < 2) throw new DoesNotApply('fewer than two updates without a language are granted');
    if (kept && lost) await requireApart(calendar, kept);
    expectThat(!kept || !lost, {
      kind: 'selection',
      expected: `the updated record of ${lost?.made.collection} in the list in ${lost?.language}, as that of ${kept?.made.collection} is`,
      observed: 'it is not in that list',
      ...(lost && { exchange: lost.exchange }),
    });
  },
});
