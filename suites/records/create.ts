import { fieldClauseId } from '../../contract/clauses/fields.js';
import { withArticle } from '../../contract/clauses/resources.js';
import type { Collection } from '../../contract/field.js';
import { resourceOf, resources } from '../../contract/resources.js';
import { payload, requiredOnly } from '../../generators/payload.js';
import type { Payload } from '../../generators/wire.js';
import { byId } from '../../target/paths.js';
import { type CalendarRequirement, requirement, type Subject } from '../../target/subject.js';
import { expectCreated, expectFields, expectFound } from '../expect-shown.js';

async function expectCreatedAsSent({ calendar }: Subject, collection: Collection, sent: Payload): Promise<void> {
  const { id, body } = expectCreated(calendar, await calendar.create(collection, sent));
  const { exchange, ...shown } = await expectFound(calendar, collection, byId({ id }));
  expectFields(calendar, body, { shown, where: 'the item', exchange });
}

/** The smallest valid body is enough. */
export const acceptsRequiredOnly = (collection: Collection): CalendarRequirement =>
  requirement({
    id: `${collection}.create.required-only`,
    level: 'MUST',
    clause: `${resources[collection].singular}.create`,
    operations: [`${collection}.create`],
    profile: 'core',
    needs: [`${collection}.create`, `${collection}.read`],
    establishes: `${collection}.create`,
    effects: 'writes',
    statement: `The required fields alone are enough to create ${withArticle(resources[collection].singular)}.`,
    cost: 3,
    given: (world) => requiredOnly(resourceOf(collection), world),
    check: (subject, body) => expectCreatedAsSent(subject, collection, body),
  });

/** Further fields are taken and kept, whatever their combination. */
export const acceptsAnyFields = (collection: Collection): CalendarRequirement => {
  const { singular, fields } = resources[collection];
  return requirement({
    id: `${collection}.create.any-fields`,
    level: 'MUST',
    clause: `${singular}.create`,
    alsoCovers: ['coherence.kept-write', ...Object.keys(fields).map((field) => fieldClauseId(collection, field))],
    operations: [`${collection}.create`],
    profile: 'core',
    needs: [`${collection}.create`, `${collection}.read`],
    effects: 'writes',
    statement: `Whatever fields ${withArticle(singular)} is created with, it shows them as they were sent.`,
    cost: 3,
    runs: 10,
    given: (world) => payload(resourceOf(collection), world),
    check: (subject, body) => expectCreatedAsSent(subject, collection, body),
  });
};
