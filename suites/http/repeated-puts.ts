import fc from 'fast-check';
import { byId } from '../../adapter/reading/paths.js';
import { type CalendarRequirement, requirement } from '../../adapter/subject.js';
import { type Collection, resourceOf, resources } from '../../contract/resources.js';
import { payload } from '../../generators/payload.js';
import { expectSuccess } from '../../kernel/expectations.js';
import { expectFields, expectFound } from '../expect/expect-shown.js';

/** To repeat a PUT is to be safe, whatever the second one is answered with (RFC 9110 section 9.2.2). */
export const repeatsPut = (collection: Collection): CalendarRequirement => {
  const whole = { omit: ['status', 'slug'] };
  return requirement({
    id: `${collection}.update.put.idempotent`,
    level: 'MUST',
    clause: 'http.idempotence',
    operations: [`${collection}.update.put`],
    profile: 'http',
    needs: [`${collection}.create`, `${collection}.read`, `${collection}.update.put`],
    effects: 'writes',
    statement: `Sending a PUT twice leaves the ${resources[collection].singular} as the PUT describes it.`,
    cost: 5,
    given: (world) =>
      fc.record({
        base: payload(resourceOf(collection), world, whole),
        change: payload(resourceOf(collection), world, whole),
      }),
    async arrange({ calendar }, { base, change }) {
      const made = await calendar.make(collection, base);
      const { exchange } = await calendar.update(collection, byId(made), 'PUT', change);
      expectSuccess(exchange, 'a PUT');
      return made;
    },
    async check({ calendar }, { change }, made) {
      const { body } = await calendar.update(collection, byId(made), 'PUT', change);
      const { exchange, ...shown } = await expectFound(calendar, collection, byId(made));
      const allDay = (body.all_day ?? made.body.all_day) === true;
      expectFields(calendar, body, { shown, where: 'the item after two PUTs', exchange, allDay });
    },
  });
};
