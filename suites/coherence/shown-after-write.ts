import fc from 'fast-check';
import type { Collection } from '../../contract/field.js';
import { updateVerbs } from '../../contract/operation.js';
import { resourceOf, resources } from '../../contract/resources.js';
import { payload } from '../../generators/payload.js';
import { expectSuccess } from '../../harness/expectations.js';
import type { Calendar, Made, Written } from '../../target/calendar.js';
import { byId, bySlug } from '../../target/paths.js';
import { type CalendarRequirement, requirement } from '../../target/subject.js';
import { expectFound } from '../expect-shown.js';
import { findListedSomehow } from '../find-listed.js';
import type { Appearance } from '../places.js';
import { addressings, addressingsOn, itemOperation, slugOf } from '../records/addressed.js';
import { expectAlike, expectAllAlike } from './alike.js';

const shownAlike = {
  level: 'MUST',
  clause: 'coherence.shown-everywhere',
  profile: 'coherence',
  effects: 'writes',
} as const;

/** Fields that can keep a record out of lists. */
const listed = { omit: ['status', 'hide_from_listings'] };

/** The answer to a create shows what is there. */
export const answersCreateAsItem = (collection: Collection): CalendarRequirement =>
  requirement({
    ...shownAlike,
    id: `${collection}.create.as-item`,
    operations: [`${collection}.create`, `${collection}.read`],
    needs: [`${collection}.create`, `${collection}.read`],
    statement: `The answer to a create shows the fields of the ${resources[collection].singular} as the item does.`,
    cost: 3,
    given: (world) => payload(resourceOf(collection), world, listed),
    arrange: ({ calendar }, body) => calendar.make(collection, body),
    async check({ calendar }, _, made) {
      const { exchange, ...shown } = await expectFound(calendar, collection, byId(made));
      const item = { where: 'the item', shown, exchange };
      expectAlike(calendar, item, { where: 'the answer to the create', shown: made.shown, exchange: made.exchange });
    },
  });

/** After an update all places show the same: its answer, the item at each of its addresses, the list. */
export const showsUpdateEverywhere = (collection: Collection): CalendarRequirement =>
  requirement({
    ...shownAlike,
    id: `${collection}.update.shown-everywhere`,
    alsoCovers: ['coherence.kept-write'],
    operations: updateVerbs.map((verb) => itemOperation(collection, 'id', verb)),
    needs: [
      ...(['create', 'read', 'list'] as const).map((action) => `${collection}.${action}`),
      ...updateVerbs.map((verb) => itemOperation(collection, 'id', verb)),
    ],
    statement: `After an update the fields of a ${resources[collection].singular} are alike wherever they are shown.`,
    cost: 4 + addressings(collection).length,
    given: (world) =>
      fc.record({
        base: payload(resourceOf(collection), world, listed),
        change: payload(resourceOf(collection), world, { omit: [...listed.omit, 'slug'] }),
        verb: fc.constantFrom(...updateVerbs),
      }),
    async arrange({ calendar }, { base, change, verb }) {
      const made = await calendar.make(collection, base);
      const written = await calendar.update(collection, byId(made), verb, change);
      expectSuccess(written.exchange, `a ${verb}`);
      return { made, written };
    },
    async check({ calendar }, _, { made, written }) {
      const { exchange, ...shown } = await expectFound(calendar, collection, byId(made));
      const item = { where: 'the item', shown, exchange };
      expectAllAlike(calendar, [item, ...(await otherAppearances(calendar, made, written, item))]);
    },
  });

/** Wherever else a record is shown after an update. */
async function otherAppearances(
  calendar: Calendar,
  made: Made,
  written: Written,
  item: Appearance,
): Promise<readonly Appearance[]> {
  const { collection, id } = made;
  const answer = calendar.lens.recordIfAny(collection, written.exchange);
  const list = await findListedSomehow(calendar, { collection, id, body: { ...made.body, ...written.body } });
  const places = [
    { where: 'the answer to the update', ...written, shown: answer },
    { where: 'the list', ...list },
    ...(addressingsOn(calendar.profile, collection).includes('slug') ? [await itemBySlug(calendar, item)] : []),
  ];
  return places.flatMap(({ where, shown, exchange }) => (shown ? [{ where, shown, exchange }] : []));
}

async function itemBySlug(calendar: Calendar, { shown: { collection, id, json } }: Appearance): Promise<Appearance> {
  const slug = await slugOf(calendar, { collection, id, shown: { collection, id, json } });
  const { exchange, ...shown } = await expectFound(calendar, collection, bySlug(slug));
  return { where: 'the item by slug', shown, exchange };
}
