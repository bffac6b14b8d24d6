import type { Arbitrary } from 'fast-check';
import { withArticle } from '../../contract/clauses/resources.js';
import type { Collection } from '../../contract/field.js';
import type { Addressing } from '../../contract/operation.js';
import { resourceOf, resources } from '../../contract/resources.js';
import { carriersOf } from '../../generators/carriers.js';
import { payload } from '../../generators/payload.js';
import type { Payload } from '../../generators/wire.js';
import { expectSuccess } from '../../harness/expectations.js';
import { byId, bySlug } from '../../target/paths.js';
import { type CalendarRequirement, requirement } from '../../target/subject.js';
import type { World } from '../../target/world/world.js';
import { addressOf, itemOperation, slugOf } from './addressed.js';
import { expectDeleted } from './expect-deleted.js';

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
    statement: `After a DELETE by ${by}, ${withArticle(singular)} is not found any more.`,
    cost: 4,
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
    cost: 4,
  } as const;
};

/** What is deleted by id does not live on under its slug. */
export const freesSlugOfDeleted = (collection: Collection): CalendarRequirement =>
  requirement({
    ...slugReuseInfo(collection),
    id: `${collection}.delete.slug`,
    alsoCovers: ['address.slug', 'coherence.siblings'],
    needs: [`${collection}.create`, `${collection}.delete`, itemOperation(collection, 'slug', 'GET')],
    statement: `The slug of a deleted ${resources[collection].singular} does not lead to it any more.`,
    given: (world) => smallRecord(collection, world),
    async arrange({ calendar }, body) {
      const made = await calendar.make(collection, body);
      return { made, slug: await slugOf(calendar, made) };
    },
    async check({ calendar }, _, { made, slug }) {
      expectSuccess(await calendar.remove(collection, byId(made)), 'a DELETE');
      expectDeleted(calendar, made, await calendar.read(collection, bySlug(slug)));
    },
  });
