import fc from 'fast-check';
import type { Calendar, Made, Written } from '../../adapter/calendar/calendar.js';
import type { Shown } from '../../adapter/reading/lens.js';
import { byId, bySlug } from '../../adapter/reading/paths.js';
import { type CalendarRequirement, requirement } from '../../adapter/subject.js';
import { updateVerbs } from '../../contract/operations.js';
import { type Collection, resourceOf, resources } from '../../contract/resources.js';
import { type Exploratory, exploratory } from '../../generators/exploratory.js';
import { payload } from '../../generators/payload.js';
import { DoesNotApply } from '../../kernel/deviation.js';
import { expectSuccess } from '../../kernel/expectations.js';
import { isRefused } from '../../wire/status.js';
import { expectFound } from '../expect/expect-shown.js';
import { findListedSomehow } from '../expect/find-listed.js';
import { addressings, addressingsOn, itemOperation, slugOf } from '../expect/record-address.js';
import { type Appearance, expectAllAlike } from '../expect/shown-in.js';
import { inTurn, startOf } from '../arbitraries/in-turn.js';

const kept = { level: 'MUST', clause: 'coherence.kept-write', profile: 'coherence', effects: 'writes' } as const;

/** Any odd value may be refused; of so many in a row, hardly all. */
const TRIES = 4;

/** What becomes of an odd value is open, but not different from answer to answer. */
export const keepsOddValues = (collection: Collection): CalendarRequirement =>
  requirement({
    ...kept,
    id: `${collection}.create.odd-kept`,
    alsoCovers: ['coherence.shown-everywhere'],
    operations: [`${collection}.create`, `${collection}.read`],
    needs: [`${collection}.create`, `${collection}.read`],
    statement: `A create of ${collection} that accepts an unusual value returns what the item then shows.`,
    cost: 4,
    runs: collection === 'events' ? 3 : 2,
    given(world) {
      const odd = exploratory(resourceOf(collection), world, { fields: oddFields(collection) });
      return fc.array(odd, { minLength: TRIES, maxLength: TRIES });
    },
    async check({ calendar }, odds) {
      const { exchange, field } = await createFirstTaken(calendar, collection, odds);
      const answer = calendar.lens.recordIfAny(collection, exchange);
      const places = answer ? [{ where: 'the answer', shown: answer, exchange }, await itemOf(calendar, answer)] : [];
      expectAllAlike(calendar, places, [field]);
    },
  });

/** Makes a record with the first odd value that is not refused. @throws Inconclusive when all are: nothing is kept then. */
async function createFirstTaken(calendar: Calendar, collection: Collection, odds: readonly Exploratory[]) {
  for (const { body, field } of odds) {
    const { exchange } = await calendar.create(collection, body);
    if (!isRefused(exchange)) return { exchange, field };
  }
  throw new DoesNotApply(`none of ${odds.length} unusual values of ${collection} was accepted`);
}

/** Statuses and publication dates can hide a record; whether these do is open. */
const oddFields = (collection: Collection): readonly string[] =>
  Object.keys(resourceOf(collection).fields).filter((field) => !['status', 'date', 'date_utc'].includes(field));

async function itemOf(calendar: Calendar, { collection, id }: Shown): Promise<Appearance> {
  const { exchange, ...shown } = await expectFound(calendar, collection, byId({ id }));
  return { where: 'the item', shown, exchange };
}

const shownAlike = {
  level: 'MUST',
  clause: 'coherence.shown-everywhere',
  profile: 'coherence',
  effects: 'writes',
} as const;

/** Fields that can keep a record out of lists. */
const listed = { omit: ['status', 'hide_from_listings'] };

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
    statement: `After an update, every view of the ${resources[collection].singular} shows the same field values.`,
    cost: 4 + addressings(collection).length,
    given: (world, { turn }) =>
      fc.record({
        base: payload(resourceOf(collection), world, listed),
        change: payload(resourceOf(collection), world, { omit: [...listed.omit, 'slug'] }),
        verb: inTurn(updateVerbs, turn, startOf(collection)),
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
    { where: 'the response to the update', ...written, shown: answer },
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
