import fc from 'fast-check';
import type { Collection } from '../../contract/field.js';
import { updateVerbs } from '../../contract/operation.js';
import { resourceOf, resources } from '../../contract/resources.js';
import { carriersOf } from '../../generators/carriers.js';
import { payload } from '../../generators/payload.js';
import { expectRefusal } from '../../harness/expectations.js';
import { byId } from '../../target/paths.js';
import { type CalendarRequirement, requirement } from '../../target/subject.js';
import { itemOperation } from './addressed.js';
import { expectUnknown, unknownId } from './unknown-id.js';

/** What is not there is neither changed nor made. */
export const updatesNoUnknownId = (collection: Collection): CalendarRequirement => {
  const operations = updateVerbs.map((verb) => itemOperation(collection, 'id', verb));
  return requirement({
    id: `${collection}.update.unknown-id`,
    level: 'MUST',
    clause: `${resources[collection].singular}.update`,
    alsoCovers: ['address.id', 'coherence.kept-write'],
    operations,
    profile: 'core',
    needs: [`${collection}.read`, ...operations],
    effects: 'writes',
    statement: `An update by an id that no ${resources[collection].singular} has is refused.`,
    cost: 2 + updateVerbs.length,
    given: (world) =>
      fc.record({ id: unknownId, body: payload(resourceOf(collection), world, { only: carriersOf(collection) }) }),
    arrange: ({ calendar }, { id }) => expectUnknown(calendar, collection, id),
    async check({ calendar }, { id, body }) {
      const exchanges = [];
      for (const verb of updateVerbs) {
        exchanges.push((await calendar.update(collection, byId({ id }), verb, body)).exchange);
      }
      // In case that one of them made a record.
      await calendar.remove(collection, byId({ id }));
      for (const exchange of exchanges) expectRefusal(exchange, `${exchange.request.method} of ${collection}/${id}`);
    },
  });
};
