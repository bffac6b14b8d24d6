import fc from 'fast-check';
import type { Written } from '../../adapter/calendar/calendar.js';
import { byId } from '../../adapter/reading/paths.js';
import { type CalendarRequirement, requirement, type Subject } from '../../adapter/subject.js';
import { fieldClauseId, withArticle } from '../../contract/clauses/resource-clauses.js';
import { type Collection, resourceOf, resources } from '../../contract/resources.js';
import { payload, requiredOnly } from '../../generators/payload.js';
import type { Payload } from '../../generators/wire-value.js';
import { DoesNotApply } from '../../kernel/deviation.js';
import { BODY_REFUSALS, statusOf } from '../../wire/status.js';
import { everyField } from '../arbitraries/every-field.js';
import { expectCreated, expectFields, expectFound } from '../expect/expect-shown.js';
import { requirementInAnyLanguage } from '../language/in-language.js';

const expectCreatedAsSent = async (subject: Subject, collection: Collection, sent: Payload): Promise<void> =>
  expectShownAsSent(subject, collection, await subject.calendar.create(collection, sent));

async function expectShownAsSent({ calendar }: Subject, collection: Collection, written: Written): Promise<void> {
  const { id, body } = expectCreated(calendar, written);
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
    statement: `A create with only the required fields creates ${withArticle(resources[collection].singular)}.`,
    cost: 3,
    given: (world) => requiredOnly(resourceOf(collection), world),
    check: (subject, body) => expectCreatedAsSent(subject, collection, body),
  });

/** A name that some languages take for nothing. What is recognized by is in another field. */
export const acceptsNameOfZero = (collection: Collection): CalendarRequirement => {
  const { label, singular } = resources[collection];
  return requirement({
    id: `${collection}.create.name-of-zero`,
    level: 'MUST',
    clause: fieldClauseId(collection, label),
    alsoCovers: [`${singular}.create`],
    operations: [`${collection}.create`],
    profile: 'core',
    needs: [`${collection}.create`, `${collection}.read`],
    effects: 'writes',
    statement: `A create of ${withArticle(singular)} with the ${label} "0" succeeds and shows it.`,
    cost: 3,
    given: (world) => payload(resourceOf(collection), world, { only: [] }).map((body) => ({ ...body, [label]: '0' })),
    async check(subject, body) {
      const written = await subject.calendar.create(collection, body);
      const status = statusOf(written.exchange);
      if (status === 409) throw new DoesNotApply(`a record of ${collection} that is called 0 may be there already`);
      // A least length or the like is about more than zero.
      const isBodyRefused = BODY_REFUSALS.includes(status);
      const other = isBodyRefused && (await subject.calendar.create(collection, { ...body, [label]: '1' })).exchange;
      if (other && BODY_REFUSALS.includes(statusOf(other)))
        throw new DoesNotApply(`a ${label} of one digit is refused`);
      await expectShownAsSent(subject, collection, written);
    },
  });
};

/** Further fields are taken and kept, whatever their combination. */
export const acceptsAnyFields = (collection: Collection): CalendarRequirement => {
  const { singular, fields } = resources[collection];
  return requirementInAnyLanguage(
    { collection, nth: 0 },
    {
      id: `${collection}.create.any-fields`,
      level: 'MUST',
      clause: `${singular}.create`,
      alsoCovers: ['coherence.kept-write', ...Object.keys(fields).map((field) => fieldClauseId(collection, field))],
      operations: [`${collection}.create`],
      profile: 'core',
      needs: [`${collection}.create`, `${collection}.read`],
      effects: 'writes',
      statement: `A create with any combination of fields succeeds, and the ${singular} shows the values sent.`,
      cost: 3,
      runs: 10,
      // First all of them at once, then some by chance.
      given: (world, { turn }) =>
        fc.record({ body: turn === 0 ? everyField(world, collection) : payload(resourceOf(collection), world) }),
      check: (subject, { body }) => expectCreatedAsSent(subject, collection, body),
    },
  );
};
