import fc from 'fast-check';
import { fieldClauseId } from '../../contract/clauses/fields.js';
import { updateVerbs } from '../../contract/operation.js';
import { resourceOf, resources } from '../../contract/resources.js';
import { carriersOf } from '../../generators/carriers.js';
import { changes, payload } from '../../generators/payload.js';
import { expectSuccess, isRefused } from '../../harness/expectations.js';
import { bySlug } from '../../target/paths.js';
import { type CalendarRequirement, requirement } from '../../target/subject.js';
import { expectField, expectFound } from '../expect-shown.js';
import { itemOperation, slugOf } from './addressed.js';
import type { Slugged } from './create-slugs.js';
import { expectSame } from './expect-identity.js';
import { expectUpdated } from './expect-updated.js';
import { sentText } from './sent-text.js';

/** Enough for a run: `*.update.in-turn` sends back slugs as well. */
const VERBS = 2;

/** A record's own slug is not taken: sent again, it gets no suffix. */
export const keepsOwnSlug = (collection: Slugged): CalendarRequirement => {
  const operations = updateVerbs.map((verb) => itemOperation(collection, 'id', verb));
  return requirement({
    id: `${collection}.update.own-slug`,
    level: 'MUST',
    clause: fieldClauseId(collection, 'slug'),
    operations,
    profile: 'core',
    needs: [`${collection}.create`, `${collection}.read`, ...operations],
    effects: 'writes',
    statement: `An update with the slug that the ${resources[collection].singular} already has leaves it as it is.`,
    cost: 2 + 2 * VERBS,
    given: (world) =>
      fc.record({
        base: payload(resourceOf(collection), world, { only: [...carriersOf(collection), 'slug'] }),
        verbs: fc.shuffledSubarray([...updateVerbs], { minLength: VERBS, maxLength: VERBS }),
      }),
    async arrange({ calendar }, { base }) {
      const made = await calendar.make(collection, base);
      return { made, slug: await slugOf(calendar, made) };
    },
    async check({ calendar }, { verbs }, { made, slug }) {
      for (const verb of verbs) {
        const { seen } = await expectUpdated(calendar, made, { verb, change: { slug } });
        expectField({ ...seen, calendar, field: 'slug', sent: slug });
      }
    },
  });
};

const bySlugOperations = updateVerbs.map((verb) => itemOperation('events', 'slug', verb));

/** In an update by slug, the body's slug renames the event, or the update is refused (reading `slug.body-on-by-slug`). */
export const renamesBySlug: CalendarRequirement = requirement({
  id: 'events.by-slug.update.rename',
  level: 'MUST',
  clause: 'event.field.slug',
  alsoCovers: ['address.slug'],
  operations: bySlugOperations,
  profile: 'core',
  needs: ['events.create', 'events.by-slug.read', ...bySlugOperations],
  effects: 'writes',
  statement: 'A slug in the body of an update by slug becomes the address of the event, unless it is refused.',
  cost: 2 + 2 * updateVerbs.length,
  given: (world) =>
    fc.record({
      base: payload(resourceOf('events'), world, { only: carriersOf('events') }),
      change: changes(resourceOf('events'), world, { only: ['slug'] }),
    }),
  async arrange({ calendar }, { base }) {
    const made = await calendar.make('events', base);
    return { made, slug: await slugOf(calendar, made) };
  },
  async check({ calendar }, { change }, { made, slug }) {
    let address = slug;
    for (const verb of updateVerbs) {
      const written = await calendar.update('events', bySlug(address), verb, change);
      const isKept = isRefused(written.exchange);
      if (!isKept) expectSuccess(written.exchange, `a ${verb} by slug with another slug`);
      if (!isKept) address = sentText(written, 'slug');
      const { exchange, ...shown } = await expectFound(calendar, 'events', bySlug(address));
      expectSame(shown, made, `by-slug/${address}`, exchange);
    }
  },
});
