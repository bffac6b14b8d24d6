import fc from 'fast-check';
import type { Calendar, Made } from '../../adapter/calendar/calendar.js';
import { byId } from '../../adapter/reading/paths.js';
import { type CalendarRequirement, requirement } from '../../adapter/subject.js';
import { fieldClauseId, withArticle } from '../../contract/clauses/resource-clauses.js';
import { type Addressing, type UpdateVerb, updateVerbs } from '../../contract/operations.js';
import { type Collection, resourceOf, resources } from '../../contract/resources.js';
import { carriersOf, payload } from '../../generators/payload.js';
import type { Payload } from '../../generators/wire-value.js';
import { DoesNotApply } from '../../kernel/deviation.js';
import { expectRefusal, expectSuccess, expectThat } from '../../kernel/expectations.js';
import { isGranted, isRefused } from '../../wire/status.js';
import { changeOfEveryField } from '../arbitraries/every-field.js';
import { droppableButOne } from '../arbitraries/subsets.js';
import { inTurn, startOf } from '../arbitraries/in-turn.js';
import { unknownIds } from '../arbitraries/unknown-id.js';
import { expectUnknown } from '../expect/expect-deleted.js';
import { expectFields, expectFound, shows } from '../expect/expect-shown.js';
import { expectUpdated } from '../expect/expect-updated.js';
import { addressOf, itemOperation } from '../expect/record-address.js';

/** Texts that need no form, and that no other field is derived from. */
const emptiable: Readonly<Record<Collection, readonly string[]>> = {
  events: ['description', 'excerpt'],
  venues: ['description', 'address', 'city', 'phone'],
  organizers: ['description', 'phone'],
  categories: ['description'],
  tags: ['description'],
};

/** Expects fields that are sent empty to be shown no more as they were: empty or by default, unless they are refused. */
async function expectEmptied(calendar: Calendar, made: Made, empty: Payload): Promise<void> {
  const { collection, body } = made;
  const names = Object.keys(empty).filter(
    (field) => body[field] !== undefined && calendar.lens.fact(collection, field),
  );
  if (names.length === 0) throw new DoesNotApply(`the target shows none of ${Object.keys(empty).join(', ')}`);
  const { exchange: written } = await calendar.update(collection, byId(made), 'PATCH', empty);
  if (!isRefused(written)) expectSuccess(written, `a PATCH with empty ${names.join(', ')}`);
  const { exchange, ...shown } = await expectFound(calendar, collection, byId(made));
  const kept = names.filter((field) => shows({ calendar, shown, field, sent: body[field] ?? null }));
  const observed = `${kept.join(', ')} unchanged`;
  const expected = `${names.join(', ')} to be empty after the accepted PATCH`;
  expectThat(isRefused(written) || kept.length === 0, { kind: 'value', expected, observed, exchange });
}

/** Whether an empty text is taken is open (gap `gap.body.empty`); taken and ignored it must not be. */
export const emptiesTexts = (collection: Collection): CalendarRequirement => {
  const { singular } = resources[collection];
  const names = emptiable[collection];
  return requirement({
    id: `${collection}.update.emptied-texts`,
    level: 'MUST',
    clause: 'coherence.kept-write',
    alsoCovers: [`${singular}.update`],
    profile: 'coherence',
    operations: [`${collection}.update.patch`],
    needs: [`${collection}.create`, `${collection}.read`, `${collection}.update.patch`],
    effects: 'writes',
    statement: `An update with empty texts clears the former texts of the ${singular}, unless it is refused.`,
    cost: 4,
    given: (world) =>
      fc.record({
        base: payload(resourceOf(collection), world, { only: names }),
        emptied: droppableButOne(names.map((name) => fc.constant(name))),
      }),
    arrange: ({ calendar }, { base }) => calendar.make(collection, base),
    check: ({ calendar }, { emptied }, made) =>
      expectEmptied(calendar, made, Object.fromEntries(emptied.map((name) => [name, '']))),
  });
};

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
    statement: `An update of ${withArticle(resources[collection].singular)} with an unknown id is refused.`,
    cost: 1 + updateVerbs.length,
    runs: 3,
    given: (world, { turn }) =>
      fc.record({
        ids: unknownIds(turn + startOf(collection)),
        body: payload(resourceOf(collection), world, { only: carriersOf(collection) }),
        // The verb by which the larger of the two ids is updated, in every other collection.
        large: inTurn([updateVerbs[turn % updateVerbs.length], undefined], turn, startOf(collection)),
      }),
    arrange: ({ calendar }, { ids: [unknown] }) => expectUnknown(calendar, collection, unknown),
    async check({ calendar }, { ids: [unknown, overflowing], body, large }) {
      const exchanges = [];
      for (const verb of updateVerbs) {
        const id = verb === large ? overflowing : unknown;
        exchanges.push((await calendar.update(collection, byId({ id }), verb, body)).exchange);
      }
      // In case that one of them made a record.
      if (exchanges.some(isGranted)) await calendar.remove(collection, byId({ id: unknown }));
      for (const exchange of exchanges) expectRefusal(exchange, `a ${exchange.request.method} of an unknown id`);
    },
  });
};

/**
 * A draft need not have an address that it is found at. What a slug in the body does to an update by slug is a matter of
 * its own.
 */
const omitted = { id: { base: ['status'], change: [] }, slug: { base: ['status'], change: ['slug'] } } as const;

/** Whatever an update sends, the record shows it afterwards; a PUT also when it is repeated (RFC 9110 section 9.2.2). */
export const changesFieldsSent = (collection: Collection, by: Addressing, verb: UpdateVerb): CalendarRequirement => {
  const { singular, fields } = resources[collection];
  const operation = itemOperation(collection, by, verb);
  const covered = Object.keys(fields).filter((field) => !omitted[by].change.some((one) => one === field));
  const isRepeated = verb === 'PUT' && by === 'id';
  return requirement({
    id: operation,
    level: 'MUST',
    clause: `${singular}.update`,
    alsoCovers: [
      `address.${by}`,
      'coherence.kept-write',
      ...covered.map((field) => fieldClauseId(collection, field)),
      ...(isRepeated ? (['http.idempotence'] as const) : []),
    ],
    operations: [operation],
    profile: 'core',
    needs: [`${collection}.create`, `${collection}.read`, operation],
    establishes: operation,
    effects: 'writes',
    statement: `A ${verb} by ${by}${isRepeated ? ', sent twice,' : ''} sets the fields sent on ${withArticle(singular)}.`,
    cost: isRepeated ? 5 : 4,
    runs: 3,
    given: (world, { turn }) => changeOfEveryField(world, collection, { ...omitted[by], kind: turn }),
    async arrange({ calendar }, { base }) {
      const made = await calendar.make(collection, base);
      return { made, address: await addressOf(calendar, made, by) };
    },
    async check({ calendar }, { change }, { made, address }) {
      if (isRepeated) expectSuccess((await calendar.update(collection, address, verb, change)).exchange, `a ${verb}`);
      const { body, seen } = await expectUpdated(calendar, made, { verb, change, address });
      const allDay = (body.all_day ?? made.body.all_day) === true;
      expectFields(calendar, body, { ...seen, allDay });
    },
  });
};
