import type { Arbitrary } from 'fast-check';
import type { Calendar, Made } from '../../adapter/calendar/calendar.js';
import { type Address, byId, type Via } from '../../adapter/reading/paths.js';
import { type CalendarRequirement, requirement } from '../../adapter/subject.js';
import type { World } from '../../adapter/world/world.js';
import { type Language, segmentLanguages } from '../../contract/queries.js';
import { type Collection, relations, resourceOf, resources } from '../../contract/resources.js';
import { payload } from '../../generators/payload.js';
import type { Payload } from '../../generators/wire-value.js';
import { expectSuccess } from '../../kernel/expectations.js';
import { allOrFewer } from '../arbitraries/subsets.js';
import { expectDeleted } from '../expect/expect-deleted.js';
import { expectCreated, expectFields, expectFound } from '../expect/expect-shown.js';
import { findListedSomehow } from '../expect/find-listed.js';
import { addressingsOn, addressOf, expectSame, itemOperation } from '../expect/record-address.js';
import { isShownBy } from '../expect/shown-in.js';
import { within } from './in-language.js';
import { expectListed, toWords } from './localized.js';

/** A record of one language, and how its create says so. */
interface Spoken {
  readonly body: Payload;
  readonly language: Language;
  readonly created: Via;
}

/** What a record is linked to may be written in a place of its own. */
const linksOf = (collection: Collection): readonly string[] =>
  collection === 'events' ? relations : collection === 'categories' ? ['parent'] : [];

/**
 * Tags are created under the segment, all others by parameter: a service reads segments in one place, and may check the
 * parameter in each of its routes. Where the parameter makes no record of a language, all are.
 */
function spokenIn(world: World, collection: Collection): Arbitrary<readonly Spoken[]> {
  const isUnder = collection === 'tags' || world.profile.choices['language.segment-lists'] === 'own-language';
  return allOrFewer(
    segmentLanguages.map((language) =>
      payload(resourceOf(collection), within(world, language), { only: linksOf(collection) }).map((body) => {
        const created: Via = isUnder ? { segment: language } : { language };
        return { body, language, created };
      }),
    ),
  );
}

interface Life {
  readonly made: Made;
  readonly under: Via;
  readonly address: Address;
}

/** Creates a record in its language, and reads it under the segment. */
async function expectMade(
  calendar: Calendar,
  collection: Collection,
  { body, language, created }: Spoken,
): Promise<Life> {
  const under = { segment: language };
  const made = expectCreated(calendar, await calendar.create(collection, body, created));
  const by = addressingsOn(calendar.profile, collection).at(-1) ?? 'id';
  const address = await addressOf(calendar, made, by, under);
  const { exchange, ...shown } = await expectFound(calendar, collection, address, under);
  const where = `its ${by} ${toWords(under)}`;
  expectSame(shown, made, where, exchange);
  const isShownLink = ([name]: readonly [string, unknown]): boolean =>
    linksOf(collection).includes(name) && isShownBy(calendar, shown, name);
  const links = Object.entries(made.body).filter(isShownLink);
  if (links.length > 0) expectFields(calendar, Object.fromEntries(links), { shown, where, exchange });
  return { made, under, address };
}

async function expectRemoved(calendar: Calendar, { made, address, under }: Life): Promise<void> {
  const deletion = await calendar.remove(made.collection, address, under);
  expectSuccess(deletion, `a DELETE ${toWords(under)}`);
}

/** Expects the list under the segment to show the record, and the record to be gone there once it is deleted. */
async function expectWholeLife(calendar: Calendar, life: Life, { language }: Spoken): Promise<void> {
  const { made, under } = life;
  const sought = { ...made, language, via: under };
  expectListed(await findListedSomehow(calendar, sought), { ...sought, listed: true });
  await expectRemoved(calendar, life);
  expectDeleted(calendar, made, await calendar.read(made.collection, byId(made), under));
}

/** What goes in one language goes in each: languages are configured one by one. */
export const livesInEachLanguage = (collection: Collection): CalendarRequirement => {
  const by = resourceOf(collection).bySlug ? 'slug' : 'id';
  return requirement({
    id: `${collection}.create.segment`,
    level: 'MUST',
    clause: 'language.segment',
    alsoCovers: ['language.parameter', `${resources[collection].singular}.delete`],
    operations: [
      `${collection}.create`,
      `${collection}.list`,
      itemOperation(collection, by, 'GET'),
      itemOperation(collection, by, 'DELETE'),
    ],
    profile: 'core',
    needs: [`${collection}.list`, `${collection}.create`, `${collection}.delete`, 'language.segment', 'lists.created'],
    effects: 'writes',
    statement: `A record of ${collection} created in each of ${segmentLanguages.join(', ')}, by parameter or under the path segment, is read with its links, listed and deleted under the segment.`,
    cost: 2 + 3 * segmentLanguages.length,
    given: (world) => spokenIn(world, collection),
    async check({ calendar }, [first, ...others]) {
      if (!first) throw new RangeError('there is no language to create a record in');
      // One place answers for the lists of all languages.
      await expectWholeLife(calendar, await expectMade(calendar, collection, first), first);
      for (const other of others) await expectRemoved(calendar, await expectMade(calendar, collection, other));
    },
  });
};
