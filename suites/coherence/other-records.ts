import fc from 'fast-check';
import { withArticle } from '../../contract/clauses/resources.js';
import type { Collection } from '../../contract/field.js';
import { resourceOf, resources } from '../../contract/resources.js';
import { payload } from '../../generators/payload.js';
import type { Payload } from '../../generators/wire.js';
import { expectSuccess } from '../../harness/expectations.js';
import type { Calendar, Made } from '../../target/calendar.js';
import { byId } from '../../target/paths.js';
import { toText } from '../../target/shown-values.js';
import { type CalendarRequirement, requirement } from '../../target/subject.js';
import { expectFields, expectFound } from '../expect-shown.js';
import { addressingsOn, addressOf, itemOperation } from '../records/addressed.js';

const others = { level: 'MUST', clause: 'coherence.other-records', profile: 'coherence', effects: 'writes' } as const;

/** A record of the same name as another: whoever looks for records by name takes the one for the other. */
async function makeTwins(calendar: Calendar, collection: Collection, body: Payload) {
  const { label } = resourceOf(collection);
  const bystander = await calendar.make(collection, body);
  const twin = await calendar.make(collection, { ...body, [label]: toText(bystander.body[label]) });
  return { bystander, twin };
}

/** Expects a record that nobody wrote to to be as it was made. */
async function expectUntouched(calendar: Calendar, { collection, id, body }: Made): Promise<void> {
  const { exchange, ...shown } = await expectFound(calendar, collection, byId({ id }));
  expectFields(calendar, body, { shown, where: 'another item of the same name', exchange });
}

/** A DELETE deletes one record. */
export const deletesNoOther = (collection: Collection): CalendarRequirement =>
  requirement({
    ...others,
    id: `${collection}.delete.others`,
    operations: [itemOperation(collection, 'id', 'DELETE')],
    needs: [`${collection}.create`, `${collection}.read`, `${collection}.delete`],
    statement: `A DELETE of ${withArticle(resources[collection].singular)} leaves another of the same name alone.`,
    cost: 6,
    given: (world) =>
      fc.record({
        base: payload(resourceOf(collection), world, { omit: ['status', 'slug'] }),
        by: fc.constantFrom(...addressingsOn(world.profile, collection)),
      }),
    async arrange({ calendar }, { base, by }) {
      const { bystander, twin } = await makeTwins(calendar, collection, base);
      expectSuccess(await calendar.remove(collection, await addressOf(calendar, twin, by)), 'a DELETE');
      return bystander;
    },
    check: ({ calendar }, _, bystander) => expectUntouched(calendar, bystander),
  });
