import fc from 'fast-check';
import type { Collection } from '../../contract/field.js';
import { resourceOf, resources } from '../../contract/resources.js';
import { carriersOf } from '../../generators/carriers.js';
import { payload } from '../../generators/payload.js';
import type { Calendar, Made, RawRequest } from '../../target/calendar.js';
import { byId, itemPath } from '../../target/paths.js';
import { type CalendarRequirement, requirement } from '../../target/subject.js';
import { expectFields, expectFound } from '../expect-shown.js';

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
    statement: `GET, HEAD and OPTIONS of an item change no ${singular}, though they carry fields or name other methods.`,
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
      expectFields(calendar, made.body, { shown, where: 'the item after all that', exchange });
    },
  });
};

async function readLoaded(calendar: Calendar, { collection, id }: Made, fields: Fields): Promise<void> {
  for (const request of loaded(itemPath(collection, byId({ id })), fields)) await calendar.send(request);
}
