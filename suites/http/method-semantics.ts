import fc from 'fast-check';
import type { Calendar, Made, RawRequest } from '../../adapter/calendar/calendar.js';
import { byId, itemPath } from '../../adapter/reading/paths.js';
import { type CalendarRequirement, requirement } from '../../adapter/subject.js';
import { withArticle } from '../../contract/clauses/resource-clauses.js';
import { type Collection, resourceOf, resources } from '../../contract/resources.js';
import { carriersOf, payload } from '../../generators/payload.js';
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

type Fields = Readonly<Record<string, string>>;

/** Reads that carry what would be a write with another method. */
const loaded = (path: string, fields: Fields): readonly RawRequest[] => {
  const query = Object.entries(fields);
  const body = JSON.stringify(fields);
  const headers = [['content-type', 'application/json']] as const;
  return [
    {
      method: 'GET',
      path,
      query: [...query, ['_method', 'DELETE']],
      headers: [...headers, ['x-http-method-override', 'DELETE']],
      body,
    },
    { method: 'HEAD', path, query },
    { method: 'OPTIONS', path, headers, body },
  ];
};

/** GET, HEAD and OPTIONS read, whatever comes with them (RFC 9110 section 9.2.1). */
export const readsWithoutWriting = (collection: Collection): CalendarRequirement => {
  const { label, singular } = resources[collection];
  return requirement({
    id: `${collection}.read.safe-methods`,
    level: 'MUST',
    clause: 'http.safe-methods',
    operations: [`${collection}.read`],
    profile: 'http',
    needs: [`${collection}.create`, `${collection}.read`],
    effects: 'writes',
    statement: `GET, HEAD and OPTIONS never change ${withArticle(singular)}, even with fields or a method override.`,
    cost: 6,
    given: (world) =>
      fc.record({
        body: payload(resourceOf(collection), world, { only: carriersOf(collection) }),
        fields: fc.constant({ [label]: 'Changed', description: 'Changed', slug: 'changed' }),
      }),
    async arrange({ calendar }, { body }) {
      const made = await calendar.make(collection, body);
      // To a target that honours the other method, a read with one is a write.
      await calendar.markOwn(collection, byId(made));
      return made;
    },
    async check({ calendar }, { fields }, made) {
      await readLoaded(calendar, made, fields);
      const { exchange, ...shown } = await expectFound(calendar, collection, byId(made));
      expectFields(calendar, made.body, { shown, where: 'the item after these reads', exchange });
    },
  });
};

async function readLoaded(calendar: Calendar, { collection, id }: Made, fields: Fields): Promise<void> {
  for (const request of loaded(itemPath(collection, byId({ id })), fields)) await calendar.send(request);
}
