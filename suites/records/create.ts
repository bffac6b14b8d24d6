import type { Collection } from '../../contract/field.js';
import { resourceOf, resources } from '../../contract/resources.js';
import { requiredOnly } from '../../generators/payload.js';
import { byId } from '../../target/paths.js';
import { type CalendarRequirement, requirement } from '../../target/subject.js';
import { expectCreated, expectFields, expectFound } from '../expect-shown.js';

/** The smallest valid body is enough. */
export const acceptsRequiredOnly = (collection: Collection): CalendarRequirement =>
  requirement({
    id: `${collection}.create.required-only`,
    level: 'MUST',
    clause: `${resources[collection].singular}.create`,
    operations: [`${collection}.create`],
    profile: 'core',
    needs: [`${collection}.create`],
    establishes: `${collection}.create`,
    effects: 'writes',
    statement: `A ${resources[collection].singular} sent with its required fields alone is created.`,
    cost: 3,
    given: (world) => requiredOnly(resourceOf(collection), world),
    async check({ calendar }, body) {
      const made = expectCreated(calendar, await calendar.create(collection, body));
      const shown = await expectFound(calendar, collection, byId(made));
      expectFields(calendar, made.body, { shown, where: 'the item', exchange: shown.exchange });
    },
  });
