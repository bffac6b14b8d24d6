import fc from 'fast-check';
import { byId } from '../../adapter/reading/paths.js';
import { type CalendarRequirement, requirement, type Subject } from '../../adapter/subject.js';
import type { World } from '../../adapter/world/world.js';
import { fieldClauseId, withArticle } from '../../contract/clauses/resource-clauses.js';
import { type Collection, resourceOf, resources } from '../../contract/resources.js';
import { payload, requiredOnly } from '../../generators/payload.js';
import type { Payload, Ref } from '../../generators/wire-value.js';
import { Inconclusive } from '../../wire/errors.js';
import { everyField } from '../arbitraries/every-field.js';
import { expectCreated, expectField, expectFields, expectFound } from '../expect/expect-shown.js';
import { requirementInAnyLanguage } from '../language/in-language.js';

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
    statement: `A create with only the required fields creates ${withArticle(resources[collection].singular)}.`,
    cost: 3,
    given: (world) => requiredOnly(resourceOf(collection), world),
    check: (subject, body) => expectCreatedAsSent(subject, collection, body),
  });

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

/** Events of the world created without all_day and with false. @throws Inconclusive when either is missing. */
function pairs(world: World): readonly (readonly [without: Ref, withFalse: Ref])[] {
  const events = world.of('events');
  const without = events.filter(({ payload }) => !('all_day' in payload));
  const withFalse = events.filter(({ payload }) => payload.all_day === false);
  const found = withFalse.flatMap((one) => without.map((other) => [other.ref, one.ref] as const));
  if (found.length === 0) throw new Inconclusive('the test data has no events to compare', 'events.create');
  return found;
}

/** The declared default, by equivalence: left out is the same as sent. */
export const allDayIsFalseByDefault: CalendarRequirement = requirement({
  id: 'events.create.default.all-day',
  level: 'MUST',
  clause: 'event.default.all_day',
  operations: ['events.create'],
  profile: 'core',
  needs: ['events.create', 'events.read'],
  effects: 'reads',
  statement: 'An event created without all_day shows the same all_day as one created with all_day=false.',
  cost: 2,
  given: (world) => fc.constantFrom(...pairs(world)),
  async check({ calendar }, [without, withFalse]) {
    const one = await expectFound(calendar, 'events', byId({ id: calendar.idOf(withFalse) }));
    const shown = await expectFound(calendar, 'events', byId({ id: calendar.idOf(without) }));
    const sent = calendar.lens.field(one, 'all_day') ?? false;
    const where = 'an event created without all_day';
    expectField({ calendar, shown, field: 'all_day', sent, where, exchange: shown.exchange });
  },
});
