import fc, { type Arbitrary } from 'fast-check';
import type { Calendar, Made } from '../../adapter/calendar/calendar.js';
import { byId, bySlug } from '../../adapter/reading/paths.js';
import { type CalendarRequirement, requirement } from '../../adapter/subject.js';
import type { World } from '../../adapter/world/world.js';
import { withArticle } from '../../contract/clauses/resource-clauses.js';
import type { Addressing } from '../../contract/operations.js';
import { type Collection, resourceOf, resources } from '../../contract/resources.js';
import { carriersOf, payload } from '../../generators/payload.js';
import type { Payload } from '../../generators/wire-value.js';
import { expectRefusal, expectSuccess } from '../../kernel/expectations.js';
import { startOf } from '../arbitraries/in-turn.js';
import { unknownIds } from '../arbitraries/unknown-id.js';
import { expectDeleted, expectUnknown } from '../expect/expect-deleted.js';
import { makeNamesake } from '../expect/make-namesake.js';
import { addressOf, expectAtSlug, itemOperation, slugOf } from '../expect/record-address.js';

const deletedInfoOf = (collection: Collection) =>
  ({
    clause: `${resources[collection].singular}.delete`,
    operations: [`${collection}.delete`],
    effects: 'writes',
  }) as const;

/** A DELETE of nothing should say so; that it is answered with success is no contradiction. */
export const deletesNoUnknownId = (collection: Collection): CalendarRequirement =>
  requirement({
    ...deletedInfoOf(collection),
    id: `${collection}.delete.unknown-id`,
    level: 'SHOULD',
    alsoCovers: ['address.id'],
    profile: 'core',
    needs: [`${collection}.read`, `${collection}.delete`],
    statement: `A DELETE of ${withArticle(resources[collection].singular)} with an unknown id is refused.`,
    cost: 2,
    runs: 2,
    given: (_, { turn }) =>
      fc.record({
        ids: unknownIds(turn + startOf(collection)),
        isLarge: fc.constant((turn + startOf(collection)) % 2 === 1),
      }),
    arrange: ({ calendar }, { ids: [unknown] }) => expectUnknown(calendar, collection, unknown),
    async check({ calendar }, { ids: [unknown, overflowing], isLarge }) {
      const id = isLarge ? overflowing : unknown;
      expectRefusal(await calendar.remove(collection, byId({ id })), `a DELETE of ${collection}/${id}`);
    },
  });

/** A record to delete, with little in it. */
const smallRecord = (collection: Collection, world: World): Arbitrary<Payload> =>
  payload(resourceOf(collection), world, { only: carriersOf(collection) });

/** A DELETE is accepted, and the record is gone. */
export const deletesRecord = (collection: Collection, by: Addressing): CalendarRequirement => {
  const { singular } = resources[collection];
  const operation = itemOperation(collection, by, 'DELETE');
  return requirement({
    id: operation,
    level: 'MUST',
    clause: `${singular}.delete`,
    alsoCovers: [`address.${by}`],
    operations: [operation],
    profile: 'core',
    needs: [`${collection}.create`, `${collection}.read`, operation],
    establishes: operation,
    effects: 'writes',
    statement: `A DELETE by ${by} succeeds, and the ${singular} is no longer found.`,
    cost: 3,
    given: (world) => smallRecord(collection, world),
    async arrange({ calendar }, body) {
      const made = await calendar.make(collection, body);
      return { made, address: await addressOf(calendar, made, by) };
    },
    async check({ calendar }, _, { made, address }) {
      expectSuccess(await calendar.remove(collection, address), `a DELETE by ${by}`);
      expectDeleted(calendar, made, await calendar.read(collection, byId(made)));
    },
  });
};

const slugReuseInfo = (collection: Collection) => {
  const operation = itemOperation(collection, 'id', 'DELETE');
  return {
    level: 'MUST',
    clause: `${resources[collection].singular}.delete`,
    operations: [operation],
    profile: 'core',
    effects: 'writes',
    cost: 3,
  } as const;
};

/** What is deleted by id does not live on under its slug. */
export const freesSlugOfDeleted = (collection: Collection): CalendarRequirement =>
  requirement({
    ...slugReuseInfo(collection),
    id: `${collection}.delete.slug`,
    alsoCovers: ['address.slug', 'coherence.siblings'],
    needs: [`${collection}.create`, `${collection}.delete`, itemOperation(collection, 'slug', 'GET')],
    statement: `After a DELETE by id, the slug no longer returns the ${resources[collection].singular}, but the next that has it.`,
    cost: isReused(collection) ? 7 : 4,
    given: (world) =>
      fc.record({
        body: smallRecord(collection, world),
        // Another description: what is kept of the first is seen, and its ETag is that of other values.
        next: payload(resourceOf(collection), world, { only: ['description'] }),
      }),
    async arrange({ calendar }, { body }) {
      const made = await calendar.make(collection, body);
      return { made, slug: await slugOf(calendar, made) };
    },
    async check({ calendar }, { next }, { made, slug }) {
      // Who has a slug, and what was read by it, may be kept from when it was read.
      await expectAtSlug(calendar, made, slug);
      expectSuccess(await calendar.remove(collection, byId(made)), 'a DELETE');
      expectDeleted(calendar, made, await calendar.read(collection, bySlug(slug)));
      if (isReused(collection)) await expectNext(calendar, made, next);
    },
  });

/** What becomes of the slugs of deleted events is part of their histories. */
const isReused = (collection: Collection): boolean => collection === 'venues' || collection === 'organizers';

/** Expects another record of the same name to be found by the slug that it shows. */
async function expectNext(calendar: Calendar, made: Made, body: Payload): Promise<void> {
  const next = await makeNamesake(calendar, made, body);
  await expectAtSlug(calendar, next, await slugOf(calendar, next));
}
