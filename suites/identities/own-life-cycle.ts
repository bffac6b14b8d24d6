import fc from 'fast-check';
import type { Calendar, Made } from '../../adapter/calendar/calendar.js';
import { byId } from '../../adapter/reading/paths.js';
import { type CalendarRequirement, requirement } from '../../adapter/subject.js';
import type { ClauseId } from '../../contract/clauses/clauses.js';
import { fieldClauseId, withArticle } from '../../contract/clauses/resource-clauses.js';
import { type Addressing, type OperationId, updateVerbs } from '../../contract/operations.js';
import { type Collection, resources } from '../../contract/resources.js';
import { Inconclusive } from '../../wire/errors.js';
import { changeOfEveryField } from '../arbitraries/every-field.js';
import { inTurn, startOf } from '../arbitraries/in-turn.js';
import { droppable } from '../arbitraries/subsets.js';
import { expectFields, expectFound } from '../expect/expect-shown.js';
import { addressings, addressingsOn, itemOperation } from '../expect/record-address.js';
import { makeOther } from '../update-sequence/observe-record.js';
import { expectMade, expectRemoved, expectUpdates } from './own-record.js';
import { ownUpdates } from './own-updates.js';
import { unlessDenied, weakerCreators } from './weaker-identity.js';

/** Fields that are a matter of rights themselves, or that keep a record from its address. */
const editorial: readonly string[] = ['status', 'hide_from_listings', 'author', 'image', 'featured', 'sticky', 'slug'];

/** The addresses of a record, first the one at which it is deleted. */
function waysTo({ profile }: Pick<Calendar, 'profile'>, collection: Collection, turn: number): readonly Addressing[] {
  const ways = addressingsOn(profile, collection);
  return (turn + startOf(collection)) % 2 === 0 ? ways : ways.toReversed();
}

async function expectUntouched(calendar: Calendar, { collection, id, body }: Made): Promise<void> {
  const { exchange, ...shown } = await expectFound(calendar, collection, byId({ id }));
  expectFields(calendar, body, { shown, where: 'another item of the same name', exchange });
}

const operationsOn = (collection: Collection): readonly OperationId[] => [
  `${collection}.create`,
  ...addressings(collection).flatMap((by) =>
    (['GET', ...updateVerbs, 'DELETE'] as const).map((method) => itemOperation(collection, by, method)),
  ),
];

const clausesOf = (collection: Collection): readonly ClauseId[] => {
  const { singular, fields } = resources[collection];
  return [
    ...(['create', 'read', 'update', 'delete'] as const).map((action) => `${singular}.${action}` as const),
    ...addressings(collection).map((by) => `address.${by}` as const),
    'coherence.siblings',
    'coherence.other-records',
    'coherence.shown-everywhere',
    'http.freshness',
    ...Object.keys(fields)
      .filter((field) => !editorial.includes(field))
      .map((field) => fieldClauseId(collection, field)),
  ];
};

/** A create with two reads, as many updates as there are verbs at each address, and a DELETE, each with its reads; a namesake. */
const costOf = (collection: Collection): number => {
  const ways = addressings(collection).length;
  return 3 + 2 * updateVerbs.length * ways + 1 + 2 * ways + 2;
};

/** Of these another one writes to the record in between. */
const isSlugged = (collection: Collection): boolean => addressings(collection).length > 1;

/** Whoever may create records has them as they were sent. */
export const livesAsOwn = (collection: Collection): CalendarRequirement =>
  requirement({
    id: `identities.${collection}.life-cycle`,
    level: 'MUST',
    clause: 'coherence.kept-write',
    alsoCovers: clausesOf(collection),
    operations: operationsOn(collection),
    profile: 'coherence',
    needs: ['identity.author', 'lists.created', `${collection}.create`, `${collection}.read`, `${collection}.list`],
    effects: 'writes',
    statement: `After each write to ${withArticle(resources[collection].singular)} of a lower-privileged identity, everybody is shown what was sent, ${isSlugged(collection) ? 'the owner may go on, ' : ''}and a namesake is unchanged.`,
    cost: costOf(collection),
    given: (world, { turn }) =>
      fc.record({
        // First, as fewer updates make the smallest of what fails.
        updates: droppable(ownUpdates(world, collection, turn).map((one) => fc.constant(one))),
        bodies: changeOfEveryField(world, collection, { base: editorial, change: editorial, kind: 2 * turn }),
        name: inTurn(weakerCreators(world, collection), turn),
        ways: fc.constant(waysTo(world, collection, turn)),
      }),
    async check(subject, own) {
      const { calendar, as } = subject;
      const record = await unlessDenied(expectMade(subject, collection, own));
      if (!record) throw new Inconclusive(`${own.name} may not create ${collection} with every field`);
      const namesake = await makeOther(calendar, record.made, own.bodies.base);
      const updated = await expectUpdates(subject, own, record);
      await unlessDenied(expectRemoved(as(own.name), updated, record.published ? own.ways : ['id']));
      await expectUntouched(calendar, namesake);
    },
  });
