import { fieldClauseId } from '../../contract/clauses/fields.js';
import { withArticle } from '../../contract/clauses/resources.js';
import type { Collection } from '../../contract/field.js';
import { updateVerbs } from '../../contract/operation.js';
import { resourceOf, resources } from '../../contract/resources.js';
import { malformed } from '../../generators/malformed.js';
import { violations } from '../../generators/violations.js';
import { expectRefusal } from '../../harness/expectations.js';
import { type CalendarRequirement, requirement } from '../../target/subject.js';
import { addressings, addressOf, itemOperation } from './addressed.js';

const kinds = ['type', 'date'] as const;

/** The fields of a collection that can hold a value of another type than declared. */
export const typedFields = (collection: Collection): readonly string[] => [
  ...new Set(
    violations(resourceOf(collection))
      .filter(({ kind }) => kind !== 'missing')
      .map(({ field }) => field),
  ),
];

/** A value of another type than declared is refused; the same body with a proper one is taken. */
export const refusesMalformed = (collection: Collection, field: string): CalendarRequirement => {
  const { singular } = resources[collection];
  return requirement({
    id: `${collection}.create.malformed.${field.replaceAll('_', '-')}`,
    level: 'MUST',
    clause: fieldClauseId(collection, field),
    alsoCovers: [`${singular}.create`, 'http.server-error'],
    operations: [`${collection}.create`],
    profile: 'core',
    needs: [`${collection}.create`],
    effects: 'writes',
    statement: `With a ${field} of another type than declared, ${withArticle(singular)} is not created.`,
    cost: 3,
    given: (world) => malformed(resourceOf(collection), world, { kinds, fields: [field] }),
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
  const operations = addressings(collection).flatMap((by) =>
    updateVerbs.map((verb) => itemOperation(collection, by, verb)),
  );
  return requirement({
    id: `${collection}.update.malformed`,
    level: 'MUST',
    clause: `${singular}.update`,
    alsoCovers: ['http.server-error'],
    operations,
    profile: 'core',
    needs: [`${collection}.create`, ...operations],
    effects: 'writes',
    statement: 'An update with a field of another type than declared is refused, whatever the verb and the address.',
    cost: 2 + operations.length,
    runs: 4,
    given: (world) => malformed(resourceOf(collection), world, { kinds }),
    async arrange({ calendar }, { base }) {
      const made = await calendar.make(collection, base);
      return Promise.all(addressings(collection).map((by) => addressOf(calendar, made, by)));
    },
    async check({ calendar }, { body, violation }, addresses) {
      for (const address of addresses) {
        for (const verb of updateVerbs) {
          const { exchange } = await calendar.update(collection, address, verb, body);
          expectRefusal(exchange, `a ${verb} by ${address.by} where ${violation}`);
        }
      }
    },
  });
};
