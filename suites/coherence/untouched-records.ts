import fc from 'fast-check';
import type { Calendar, Made } from '../../adapter/calendar/calendar.js';
import { toText } from '../../adapter/notation/shown-values.js';
import { holdsToken } from '../../adapter/ownership/marker.js';
import { byId } from '../../adapter/reading/paths.js';
import { markOf, unfilteredFor } from '../../adapter/reading/record-queries.js';
import { type CalendarRequirement, requirement } from '../../adapter/subject.js';
import { withArticle } from '../../contract/clauses/resource-clauses.js';
import { updateVerbs } from '../../contract/operations.js';
import { type Collection, resourceOf, resources } from '../../contract/resources.js';
import { malformed, type ViolationChoice } from '../../generators/malformed.js';
import { payload } from '../../generators/payload.js';
import type { Payload } from '../../generators/wire-value.js';
import { expectSuccess, expectThat } from '../../kernel/expectations.js';
import type { JsonObject } from '../../wire/json.js';
import { requireRefused } from '../expect/expect-handled.js';
import { expectFields, expectFound } from '../expect/expect-shown.js';
import { itemsIfListed } from '../expect/find-listed.js';
import { makeNamesake } from '../expect/make-namesake.js';
import { addressingsOn, addressOf, itemOperation } from '../expect/record-address.js';
import { inTurn, startOf } from '../arbitraries/in-turn.js';

const others = { level: 'MUST', clause: 'coherence.other-records', profile: 'coherence', effects: 'writes' } as const;

/** Two records of one name: a service that finds records by name confuses them. */
async function makeTwins(calendar: Calendar, collection: Collection, body: Payload) {
  const bystander = await calendar.make(collection, body);
  return { bystander, twin: await makeNamesake(calendar, bystander, body) };
}

/** Expects a record that nobody wrote to to be as it was made. */
async function expectUntouched(calendar: Calendar, { collection, id, body }: Made): Promise<void> {
  const { exchange, ...shown } = await expectFound(calendar, collection, byId({ id }));
  expectFields(calendar, body, { shown, where: 'another item of the same name', exchange });
}

/** A DELETE deletes one record. */
export const deletesNoOther = (collection: Collection): CalendarRequirement =>
  requirement({
    ...others,
    id: `${collection}.delete.others`,
    operations: [itemOperation(collection, 'id', 'DELETE')],
    needs: [`${collection}.create`, `${collection}.read`, `${collection}.delete`],
    statement: `Deleting ${withArticle(resources[collection].singular)} leaves another one of the same name unchanged.`,
    cost: 5,
    // By id first, as `*.update.in-turn` deletes by slug.
    given: (world, { turn }) =>
      fc.record({
        base: payload(resourceOf(collection), world, { omit: ['status', 'slug'] }),
        by: inTurn(addressingsOn(world.profile, collection), turn),
      }),
    async arrange({ calendar }, { base, by }) {
      const { bystander, twin } = await makeTwins(calendar, collection, base);
      expectSuccess(await calendar.remove(collection, await addressOf(calendar, twin, by)), 'a DELETE');
      return bystander;
    },
    check: ({ calendar }, _, bystander) => expectUntouched(calendar, bystander),
  });

/** A create that was refused has made nothing. */
export const createsNothingRefused = (collection: Collection): CalendarRequirement =>
  requirement({
    level: 'MUST',
    clause: 'coherence.refused-write',
    profile: 'coherence',
    effects: 'writes',
    id: `${collection}.create.refused`,
    operations: [`${collection}.create`],
    needs: [`${collection}.create`, `${collection}.list`],
    statement: `A refused create leaves no ${resources[collection].singular} behind.`,
    cost: 2,
    given: (world) => malformed(resourceOf(collection), world).map(({ body, field }) => ({ body, field })),
    async arrange({ calendar }, { body, field }) {
      const written = await calendar.create(collection, body);
      requireRefused(written.exchange);
      return markIn(collection, written.body, field);
    },
    async check({ calendar }, _, mark) {
      const exchange = await calendar.list(collection, {
        ...unfilteredFor(calendar.profile, collection),
        search: mark,
      });
      const items = itemsIfListed(calendar, collection, exchange);
      const ours = items.filter(({ json }) => holdsToken(JSON.stringify(json), mark));
      const observed = `${collection}/${ours[0]?.id}`;
      expectThat(ours.length === 0, {
        kind: 'state',
        expected: 'no record created by the refused request',
        observed,
        exchange,
      });
    },
  });

/** The mark of a body, from a field other than the one that is wrong. */
const markIn = (collection: Collection, body: JsonObject, wrong: string): string =>
  wrong === 'description' ? markOf(collection, body) : (toText(body.description).split(' ').at(-1) ?? '');

/** What is wrong is not the name: that it was changed all the same would not be seen. */
const wrongOf = (collection: Collection): ViolationChoice => {
  const { label, fields } = resourceOf(collection);
  return { kinds: ['type', 'date'], fields: Object.keys(fields).filter((name) => name !== label) };
};

/** A body with one thing wrong is refused whole: what is right in it is not written either. */
export const keepsWhatWasRefused = (collection: Collection): CalendarRequirement =>
  requirement({
    level: 'MUST',
    clause: 'coherence.refused-write',
    profile: 'coherence',
    effects: 'writes',
    id: `${collection}.update.refused`,
    operations: updateVerbs.map((verb) => itemOperation(collection, 'id', verb)),
    needs: [`${collection}.create`, `${collection}.read`],
    statement: `A refused update leaves ${withArticle(resources[collection].singular)} unchanged.`,
    cost: 4,
    // The next verb is that of `*.update.in-turn`.
    given: (world, { turn }) =>
      fc.record({
        base: payload(resourceOf(collection), world, { omit: ['status'] }),
        wrong: malformed(resourceOf(collection), world, wrongOf(collection)).map(({ body }) => body),
        verb: inTurn(updateVerbs, turn, startOf(collection)),
        by: inTurn(addressingsOn(world.profile, collection), turn, startOf(collection)),
      }),
    async arrange({ calendar }, { base, wrong, verb, by }) {
      const made = await calendar.make(collection, base);
      const address = await addressOf(calendar, made, by);
      requireRefused((await calendar.update(collection, address, verb, wrong)).exchange);
      return made;
    },
    async check({ calendar }, _, made) {
      const { exchange, ...shown } = await expectFound(calendar, collection, byId(made));
      expectFields(calendar, made.body, { shown, where: 'the item after the refusal', exchange });
    },
  });
