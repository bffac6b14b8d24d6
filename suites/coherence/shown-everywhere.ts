import fc, { type Arbitrary } from 'fast-check';
import type { Collection } from '../../contract/field.js';
import { resources } from '../../contract/resources.js';
import type { Ref } from '../../generators/wire.js';
import { Inconclusive } from '../../harness/errors.js';
import { byId, bySlug } from '../../target/paths.js';
import { type CalendarRequirement, requirement } from '../../target/subject.js';
import type { World, WorldRecord } from '../../target/world/world.js';
import { expectFound } from '../expect-shown.js';
import { listedBeside } from '../listed-beside.js';
import { slugOf } from '../records/addressed.js';
import { expectAlike } from './alike.js';

const shownAlike = {
  level: 'MUST',
  clause: 'coherence.shown-everywhere',
  profile: 'coherence',
  effects: 'reads',
  cost: 2,
} as const;

/** Statuses and flags can keep a record out of lists. */
const isListed = ({ payload: { status, hide_from_listings: hidden } }: WorldRecord): boolean =>
  (status === undefined || status === 'publish') && hidden !== true;

/** The listed record of the world with the most fields: what a place loses is seen only where it is not empty. */
function richest(world: World, collection: Collection): Arbitrary<Ref> {
  const size = ({ payload }: WorldRecord): number => Object.keys(payload).length;
  const [first] = world
    .of(collection)
    .filter(isListed)
    .toSorted((one, other) => size(other) - size(one));
  if (!first) throw new Inconclusive(`the world has no listed record of ${collection}`, `${collection}.create`);
  return fc.constant(first.ref);
}

/** A list shows of a record what the item shows. */
export const listsAsItem = (collection: Collection): CalendarRequirement =>
  requirement({
    ...shownAlike,
    id: `${collection}.list.as-item`,
    operations: [`${collection}.list`, `${collection}.read`],
    needs: [`${collection}.list`, `${collection}.read`],
    cost: 3,
    statement: `A list of ${collection} shows the fields of each ${resources[collection].singular} as the item does.`,
    given: (world) => fc.record({ record: richest(world, collection) }),
    async check({ calendar, world }, { record }) {
      for (const { shown, exchange } of await listedBeside({ calendar, world }, collection, record)) {
        const { exchange: read, ...item } = await expectFound(calendar, collection, byId(shown));
        expectAlike(
          calendar,
          { where: 'the item', shown: item, exchange: read },
          { where: 'the list', shown, exchange },
        );
      }
    },
  });

type Slugged = 'events' | 'venues' | 'organizers';

/** The two addresses of a record lead to the same. */
export const readsBySlugAsById = (collection: Slugged): CalendarRequirement =>
  requirement({
    ...shownAlike,
    id: `${collection}.by-slug.read.as-item`,
    alsoCovers: ['coherence.siblings'],
    operations: [`${collection}.by-slug.read`, `${collection}.read`],
    needs: [`${collection}.by-slug.read`, `${collection}.read`],
    statement: `A GET by slug shows the fields of ${collection} as a GET by id does.`,
    given: (world) => fc.record({ record: richest(world, collection) }),
    async check({ calendar, world }, { record }) {
      const { id } = world.record(record);
      const { exchange: read, ...item } = await expectFound(calendar, collection, byId({ id }));
      const slug = await slugOf(calendar, { collection, id, shown: item });
      const { exchange, ...shown } = await expectFound(calendar, collection, bySlug(slug));
      const first = { where: 'the item by id', shown: item, exchange: read };
      expectAlike(calendar, first, { where: 'the item by slug', shown, exchange });
    },
  });
