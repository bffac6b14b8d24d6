import fc from 'fast-check';
import type { Written } from '../../adapter/calendar/calendar.js';
import { byId } from '../../adapter/reading/paths.js';
import { type CalendarRequirement, requirement, type Subject } from '../../adapter/subject.js';
import { isEmpty } from '../../adapter/notation/shown-values.js';
import type { World, WorldRecord } from '../../adapter/world/world.js';
import {
  capitalized,
  type defaulted,
  fieldClauseId,
  shownFieldId,
  withArticle,
} from '../../contract/clauses/resource-clauses.js';
import { type Collection, resourceOf, resources } from '../../contract/resources.js';
import { payload, requiredOnly } from '../../generators/payload.js';
import type { Payload, Ref } from '../../generators/wire-value.js';
import { Inconclusive } from '../../wire/errors.js';
import { statusOf } from '../../wire/status.js';
import { DoesNotApply } from '../../kernel/deviation.js';
import { expectThat } from '../../kernel/expectations.js';
import { everyField } from '../arbitraries/every-field.js';
import { expectCreated, expectField, expectFields, expectFound } from '../expect/expect-shown.js';
import { requirementInAnyLanguage } from '../language/in-language.js';
import { isRedacted } from '../model/status-condition.js';

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
      if (statusOf(written.exchange) === 409)
        throw new DoesNotApply(`a record of ${collection} that is called 0 may be there already`);
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

/** What a service works out where it is not sent: who made a record and when, what is shown with it, and where its page is. */
const worked: readonly string[] = [
  'author',
  'date',
  'date_utc',
  'status',
  'show_map',
  'show_map_link',
  'image',
  'website',
];

/** Of these one may follow from another. */
const regions: readonly string[] = ['state', 'province', 'stateprovince'];

/** The fields that nothing was sent for, of which null is the stated default and nothing else follows. */
function leftNull({ ref, payload: sent }: WorldRecord): readonly string[] {
  const isSent = (name: string): boolean =>
    name in sent || (regions.includes(name) && regions.some((one) => one in sent));
  return Object.entries(resourceOf(ref.ref).fields)
    .filter(([name, { default: value, required }]) => value === null && required !== true && !worked.includes(name))
    .flatMap(([name]) => (isSent(name) ? [] : [name]));
}

/** The record of the world for which the fewest fields were sent. */
function barest(world: World, collection: Collection): Ref {
  const [first] = world
    .of(collection)
    .filter((record) => record.listed !== true && !isRedacted(record))
    .toSorted((one, other) => leftNull(other).length - leftNull(one).length);
  if (!first) throw new Inconclusive(`the test data has no ${collection}`, `${collection}.create`);
  return first.ref;
}

/** Nothing is made up for fields of which null is the default. */
export const leavesNull = (collection: (typeof defaulted)[number]): CalendarRequirement =>
  requirement({
    id: `${collection}.create.default.null`,
    level: 'MUST',
    clause: `${resources[collection].singular}.default.null`,
    operations: [`${collection}.create`],
    profile: 'core',
    needs: [`${collection}.create`, `${collection}.read`],
    effects: 'reads',
    statement: `${capitalized(withArticle(resources[collection].singular))} shows nothing in fields that are null by default and were not sent.`,
    cost: 1,
    given: (world) => fc.constant(barest(world, collection)),
    async check({ calendar, world }, ref) {
      const { exchange, ...shown } = await expectFound(calendar, collection, byId({ id: calendar.idOf(ref) }));
      const names = leftNull(world.record(ref)).filter((field) => calendar.lens.fact(collection, field) !== undefined);
      if (names.length === 0) throw new DoesNotApply(`the target shows no field of ${collection} that was not sent`);
      for (const field of names) {
        const value = calendar.lens.field(shown, field);
        expectThat(isEmpty(value), {
          kind: 'value',
          expected: `nothing in ${field}, which was not sent and is null by default`,
          observed: JSON.stringify(value),
          exchange,
          about: { field: shownFieldId(collection, field) },
        });
      }
    },
  });
