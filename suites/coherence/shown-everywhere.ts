import fc, { type Arbitrary } from 'fast-check';
import { browse } from '../../adapter/reading/browse.js';
import type { Shown } from '../../adapter/reading/lens.js';
import { bySlug } from '../../adapter/reading/paths.js';
import { narrowToRun } from '../../adapter/reading/record-queries.js';
import { type CalendarRequirement, requirement, type Subject } from '../../adapter/subject.js';
import type { World, WorldRecord } from '../../adapter/world/world.js';
import { type Collection, resources } from '../../contract/resources.js';
import type { ListQuery, Ref } from '../../generators/wire-value.js';
import { Inconclusive } from '../../wire/errors.js';
import type { Exchange } from '../../wire/exchange.js';
import { expectOpen } from '../expect/expect-open.js';
import { expectFound } from '../expect/expect-shown.js';
import { findListed } from '../expect/find-listed.js';
import { slugOf } from '../expect/record-address.js';
import { expectAlike } from '../expect/shown-in.js';
import { isRedacted } from '../model/status-condition.js';
import { windowOf } from '../queries/base-query.js';

/** A record in a list. */
interface InList {
  readonly shown: Shown;
  readonly exchange: Exchange;
}

const together = (world: World, collection: Collection, ref: Ref): ListQuery =>
  collection === 'events' ? windowOf(world) : narrowToRun(collection, world.record(ref).body, world.profile);

/** A known record that anybody may see whole. */
const isOpen = (world: World, ref: Ref | undefined): boolean => ref !== undefined && !isRedacted(world.record(ref));

/**
 * A record of the world in a list that holds others too, and the one that is farthest from it: what a list mixes up
 * shows only where it has several. Alone where it cannot be found so. @throws Inconclusive when it is in no list.
 */
async function listedBeside(
  { calendar, world }: Pick<Subject, 'calendar' | 'world'>,
  collection: Collection,
  ref: Ref,
): Promise<readonly InList[]> {
  const { id, body } = world.record(ref);
  const { pages } = await browse(calendar, collection, together(world, collection, ref));
  for (const { items, exchange } of pages) {
    const own = items.filter((item) => isOpen(world, world.refOf(collection, item.id)));
    const at = own.findIndex((item) => item.id === id);
    const [shown, other] = [own[at], own.at(at < own.length / 2 ? -1 : 0)];
    if (shown) return [...(other && other !== shown ? [other] : []), shown].map((one) => ({ shown: one, exchange }));
  }
  const { shown, exchange } = await findListed(calendar, { collection, id, body });
  if (shown) return [{ shown, exchange }];
  throw new Inconclusive(`${collection}/${id} was not found in a list`, `${collection}.list`);
}

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

/** What is redacted may be so in one place and refused in another. */
const isWhole = (record: WorldRecord): boolean => isListed(record) && !isRedacted(record);

/** The listed record of the world with the most fields: what a place loses is seen only where it is not empty. */
function richest(world: World, collection: Collection): Arbitrary<Ref> {
  const size = ({ payload }: WorldRecord): number => Object.keys(payload).length;
  const [first] = world
    .of(collection)
    .filter(isWhole)
    .toSorted((one, other) => size(other) - size(one));
  if (!first) throw new Inconclusive(`the test data has no listed record of ${collection}`, `${collection}.create`);
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
    statement: `A list of ${collection} shows the same field values as a GET of each ${resources[collection].singular}.`,
    given: (world) => fc.record({ record: richest(world, collection) }),
    async check({ calendar, world }, { record }) {
      for (const { shown, exchange } of await listedBeside({ calendar, world }, collection, record)) {
        const listed = world.refOf(collection, shown.id) ?? record;
        const { exchange: read, ...item } = await expectOpen({ calendar, world }, listed);
        expectAlike(
          calendar,
          { where: 'the item', shown: item, exchange: read },
          { where: 'the list', shown, exchange },
        );
      }
    },
  });

type Slugged = 'events' | 'venues' | 'organizers';

/** The two addresses of a record return the same record. */
export const readsBySlugAsById = (collection: Slugged): CalendarRequirement =>
  requirement({
    ...shownAlike,
    id: `${collection}.by-slug.read.as-item`,
    alsoCovers: ['coherence.siblings'],
    operations: [`${collection}.by-slug.read`, `${collection}.read`],
    needs: [`${collection}.by-slug.read`, `${collection}.read`],
    statement: `A GET by slug shows the same field values of ${collection} as a GET by id.`,
    given: (world) => fc.record({ record: richest(world, collection) }),
    async check({ calendar, world }, { record }) {
      const { id } = world.record(record);
      const { exchange: read, ...item } = await expectOpen({ calendar, world }, record);
      const slug = await slugOf(calendar, { collection, id, shown: item });
      const { exchange, ...shown } = await expectFound(calendar, collection, bySlug(slug));
      const first = { where: 'the item by id', shown: item, exchange: read };
      expectAlike(calendar, first, { where: 'the item by slug', shown, exchange });
    },
  });
