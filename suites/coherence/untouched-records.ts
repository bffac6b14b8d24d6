import fc from 'fast-check';
import type { Calendar, Made } from '../../adapter/calendar/calendar.js';
import type { Address } from '../../adapter/reading/paths.js';
import { type CalendarRequirement, requirement } from '../../adapter/subject.js';
import type { World } from '../../adapter/world/world.js';
import { withArticle } from '../../contract/clauses/resource-clauses.js';
import type { Addressing } from '../../contract/operations.js';
import { type Collection, resourceOf, resources } from '../../contract/resources.js';
import { payload } from '../../generators/payload.js';
import type { Payload } from '../../generators/wire-value.js';
import { expectSuccess } from '../../kernel/expectations.js';
import { expectFields, expectFound } from '../expect/expect-shown.js';
import { makeNamesake } from '../expect/make-namesake.js';
import { addressingsOn, addressOf, itemOperation } from '../expect/record-address.js';
import { inTurn } from '../arbitraries/in-turn.js';

const others = { level: 'MUST', clause: 'coherence.other-records', profile: 'coherence', effects: 'writes' } as const;

/** Two records of one name: a service that finds records by name confuses them. */
async function makeTwins(calendar: Calendar, collection: Collection, body: Payload): Promise<readonly [Made, Made]> {
  const first = await calendar.make(collection, body);
  return [first, await makeNamesake(calendar, first, body)];
}

/** Expects a record that nobody wrote to to be as it was made. */
async function expectUntouched(calendar: Calendar, { collection, body }: Made, address: Address): Promise<void> {
  const { exchange, ...shown } = await expectFound(calendar, collection, address);
  expectFields(calendar, body, { shown, where: 'another item of the same name', exchange });
}

/** The addresses of what is deleted, of events the slug first. */
function waysOf({ profile }: World, collection: Collection): readonly Addressing[] {
  const ways = addressingsOn(profile, collection);
  return collection === 'events' ? ways.toReversed() : ways;
}

/** A DELETE deletes one record. */
export const deletesNoOther = (collection: Collection): CalendarRequirement =>
  requirement({
    ...others,
    id: `${collection}.delete.others`,
    operations: [itemOperation(collection, collection === 'events' ? 'slug' : 'id', 'DELETE')],
    needs: [`${collection}.create`, `${collection}.read`, `${collection}.delete`],
    statement: `Deleting ${withArticle(resources[collection].singular)} leaves another one of the same name unchanged.`,
    cost: 5,
    given: (world, { turn }) =>
      fc.record({
        base: payload(resourceOf(collection), world, { omit: ['status', 'slug'] }),
        by: inTurn(waysOf(world, collection), turn),
      }),
    async arrange({ calendar }, { base, by }) {
      const twins = await makeTwins(calendar, collection, base);
      // The slug of the first is often the beginning of that of the second.
      const [deleted, left] = by === 'slug' ? twins : twins.toReversed();
      // By the slug, where there is one: it follows from the name, too.
      const [readBy = 'id'] = addressingsOn(calendar.profile, collection).toReversed();
      const address = await addressOf(calendar, left, readBy);
      expectSuccess(await calendar.remove(collection, await addressOf(calendar, deleted, by)), 'a DELETE');
      return { left, address };
    },
    check: ({ calendar }, _, { left, address }) => expectUntouched(calendar, left, address),
  });
