import { withArticle } from '../../contract/clauses/resources.js';
import type { Collection } from '../../contract/field.js';
import { resourceOf, resources } from '../../contract/resources.js';
import { carriersOf } from '../../generators/carriers.js';
import { payload } from '../../generators/payload.js';
import type { Payload } from '../../generators/wire.js';
import { expectRefusal } from '../../harness/expectations.js';
import { type CalendarRequirement, requirement } from '../../target/subject.js';

/** As the interface marks them in its tables: quoted here, so that an error in the contract's data is seen. */
export const requiredFields: Readonly<Record<Collection, readonly string[]>> = {
  events: ['title', 'start_date', 'end_date'],
  venues: ['venue'],
  organizers: ['organizer'],
  categories: ['name'],
  tags: ['name'],
};

const without = (body: Payload, field: string): Payload =>
  Object.fromEntries(Object.entries(body).filter(([name]) => name !== field));

/** A required field that is left out is missed; the same body with it is taken. */
export const refusesMissing = (collection: Collection, field: string): CalendarRequirement => {
  const { singular } = resources[collection];
  return requirement({
    id: `${collection}.create.required.${field.replaceAll('_', '-')}`,
    level: 'MUST',
    clause: `${singular}.fields.required-on-create`,
    operations: [`${collection}.create`],
    profile: 'core',
    needs: [`${collection}.create`],
    effects: 'writes',
    statement: `Without its ${field}, ${withArticle(singular)} is not created.`,
    cost: 3,
    // Three fields carry the marker, so that two are left.
    given: (world) => payload(resourceOf(collection), world, { only: carriersOf(collection) }),
    arrange: ({ calendar }, body) => calendar.make(collection, body),
    async check({ calendar }, body) {
      const { exchange } = await calendar.create(collection, without(body, field));
      expectRefusal(exchange, `${withArticle(singular)} without ${field}`);
    },
  });
};
