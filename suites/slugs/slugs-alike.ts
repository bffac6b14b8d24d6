import fc from 'fast-check';
import type { Calendar, Made } from '../../adapter/calendar/calendar.js';
import { browse } from '../../adapter/reading/browse.js';
import { unfilteredFor } from '../../adapter/reading/record-queries.js';
import { type CalendarRequirement, requirement } from '../../adapter/subject.js';
import { fieldClauseId, listClauseId } from '../../contract/clauses/resource-clauses.js';
import { resources } from '../../contract/resources.js';
import { payload } from '../../generators/payload.js';
import { MARK } from '../../generators/wire-value.js';
import { DoesNotApply } from '../../kernel/deviation.js';
import { isRefused } from '../../wire/status.js';
import { bothOf } from '../expect/expect-another.js';
import { expectMembership } from '../expect/expect-list.js';
import { expectCreated } from '../expect/expect-shown.js';
import { expectAtSlug, itemOperation, slugOf } from '../expect/record-address.js';

/** Kinds of record that take a slug in their body: an event is found at it, a tag by a filter. */
type Sluggable = 'events' | 'tags';

/** A service that makes a slug anew of what is asked for asks for another one. */
const UNUSUAL = `Fest.2-${MARK}`;

/** A slug that is the same to whoever ignores case. */
const inOtherCase = (slug: string): string => (slug === slug.toLowerCase() ? slug.toUpperCase() : slug.toLowerCase());

const finds = (collection: Sluggable) =>
  collection === 'events'
    ? ({ operation: itemOperation('events', 'slug', 'GET'), clause: 'address.slug' } as const)
    : ({ operation: `${collection}.list`, clause: listClauseId(collection, 'slug') } as const);

/** Expects what finds a record by its slug to find this one: its address, or the filter of terms. */
async function expectFoundBySlug(calendar: Calendar, made: Made): Promise<void> {
  const { collection } = made;
  const slug = await slugOf(calendar, made);
  if (collection === 'events') {
    await expectAtSlug(calendar, made, slug);
    return;
  }
  const query = { ...unfilteredFor(calendar.profile, collection), slug };
  expectMembership(await browse(calendar, collection, query), made, true);
}

/** Slugs are compared as they are shown; a service may refuse some, or spell them in its own way (reading `slug.sent`). */
export const comparesSlugsAsShown = (collection: Sluggable): CalendarRequirement => {
  const { operation, clause } = finds(collection);
  return requirement({
    id: `${collection}.create.slugs-alike`,
    level: 'MUST',
    clause,
    alsoCovers: [fieldClauseId(collection, 'slug')],
    operations: [`${collection}.create`, operation],
    profile: 'core',
    needs: [`${collection}.create`, `${collection}.read`, operation],
    effects: 'writes',
    statement: `Of two ${collection} with slugs that differ in case alone, each is found by its own.`,
    cost: collection === 'events' ? 6 : 4,
    given: (world) => {
      const small = payload(resources[collection], world, { only: [] });
      return fc.record({ one: small, other: small });
    },
    async arrange({ calendar }, { one }) {
      const written = await calendar.create(collection, { ...one, slug: UNUSUAL });
      if (isRefused(written.exchange)) throw new DoesNotApply('the target refuses such slugs');
      return expectCreated(calendar, written);
    },
    async check({ calendar }, { other }, first) {
      const slug = inOtherCase(await slugOf(calendar, first));
      const second = await calendar.create(collection, { ...other, slug });
      for (const made of bothOf(calendar, first, second, 'slug')) await expectFoundBySlug(calendar, made);
    },
  });
};
