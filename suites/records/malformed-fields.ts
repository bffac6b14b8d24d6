import { withArticle } from '../../contract/clauses/resources.js';
import type { Collection } from '../../contract/field.js';
import { updateVerbs } from '../../contract/operation.js';
import { resourceOf, resources } from '../../contract/resources.js';
import { malformed } from '../../generators/malformed.js';
import { expectRefusal } from '../../harness/expectations.js';
import { type CalendarRequirement, requirement } from '../../target/subject.js';
import { addressings, addressOf, itemOperation } from './addressed.js';

const kinds = ['type', 'date'] as const;

/** A value of another type than declared is refused; the same body with a proper one is taken. */
export const refusesMalformed = (collection: Collection): CalendarRequirement => {
  const { singular } = resources[collection];
  return requirement({
    id: `${collection}.create.malformed`,
    level: 'MUST',
    clause: `${singular}.create`,
    alsoTells: ['http.server-error'],
    operations: [`${collection}.create`],
    profile: 'core',
    needs: [`${collection}.create`],
    effects: 'writes',
    statement: `With a field of another type than declared, ${withArticle(singular)} is not created.`,
    cost: 3,
    runs: 8,
    given: (world) => malformed(resourceOf(collection), world, { kinds }),
    arrange: ({ calendar }, { base }) => calendar.make(collection, base),
    async check({ calendar }, { body, violation }) {
      const { exchange } = await calendar.create(collection, body);
      expectRefusal(exchange, `${withArticle(singular)} whose ${violation}`);
    },
  });
};

/** What a create refuses, an update refuses too: by every verb and by every address. */
export const refusesMalformedUpdate = (collection: Collection): CalendarRequirement => {
  const { singular } = resources[collection];
  const routes = addressings(collection).flatMap((by) => updateVerbs.map((verb) => ({ by, verb })));
  const operations = routes.map(({ by, verb }) => itemOperation(collection, by, verb));
  return requirement({
    id: `${collection}.update.malformed`,
    level: 'MUST',
    clause: `${singular}.update`,
    alsoTells: ['http.server-error'],
    operations,
    profile: 'core',
    needs: [`${collection}.create`, ...operations],
    effects: 'writes',
    thorough: true,
    statement: `An update with a field of another type than declared is refused, whatever the verb and the address.`,
    cost: 2 + routes.length,
    runs: 4,
    given: (world) => malformed(resourceOf(collection), world, { kinds }),
    arrange: ({ calendar }, { base }) => calendar.make(collection, base),
    async check({ calendar }, { body, violation }, made) {
      for (const { by, verb } of routes) {
        const { exchange } = await calendar.update(collection, await addressOf(calendar, made, by), verb, body);
        expectRefusal(exchange, `${verb} by ${by} where ${violation}`);
      }
    },
  });
};
