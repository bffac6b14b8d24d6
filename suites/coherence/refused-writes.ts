import fc, { type Arbitrary } from 'fast-check';
import type { Calendar, Made } from '../../adapter/calendar/calendar.js';
import { toText } from '../../adapter/notation/shown-values.js';
import { byId } from '../../adapter/reading/paths.js';
import { markOf } from '../../adapter/reading/record-queries.js';
import { type CalendarRequirement, requirement } from '../../adapter/subject.js';
import type { World } from '../../adapter/world/world.js';
import { withArticle } from '../../contract/clauses/resource-clauses.js';
import { type Addressing, type UpdateVerb, updateVerbs } from '../../contract/operations.js';
import { type Collection, resourceOf, resources } from '../../contract/resources.js';
import { malformed, type ViolationChoice } from '../../generators/malformed.js';
import { payload } from '../../generators/payload.js';
import type { Payload } from '../../generators/wire-value.js';
import type { Exchange } from '../../wire/exchange.js';
import type { JsonObject } from '../../wire/json.js';
import { isGranted } from '../../wire/status.js';
import { inTurn, startOf } from '../arbitraries/in-turn.js';
import { requireRefused } from '../expect/expect-handled.js';
import { expectFields, expectFound } from '../expect/expect-shown.js';
import { mistakes } from '../expect/mistakes.js';
import { expectNoneMarked } from '../expect/find-listed.js';
import { addressingsOn, addressOf, itemOperation } from '../expect/record-address.js';

const refusals = { level: 'MUST', clause: 'coherence.refused-write', profile: 'coherence', effects: 'writes' } as const;

/** A create that was refused has made nothing. */
export const createsNothingRefused = (collection: Collection): CalendarRequirement =>
  requirement({
    ...refusals,
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
    check: ({ calendar }, _, mark) => expectNoneMarked(calendar, collection, mark),
  });

/** The mark of a body, from a field other than the one that is wrong. */
const markIn = (collection: Collection, body: JsonObject, wrong: string): string =>
  wrong === 'description' ? markOf(collection, body) : (toText(body.description).split(' ').at(-1) ?? '');

/** Every kind of record has one. */
const TEXT = 'description';

/** What is wrong is neither the name nor the text: that these were changed all the same would not be seen. */
const wrongOf = (collection: Collection): ViolationChoice => {
  const { label, fields } = resourceOf(collection);
  return { kinds: ['type', 'date'], fields: Object.keys(fields).filter((name) => name !== label && name !== TEXT) };
};

/** An update that is to be refused. */
interface Refusable {
  readonly wrong: Payload;
  readonly verb: UpdateVerb;
  readonly by: Addressing;
}

/** An update with one thing wrong; verbs and addresses are taken in turn, from this turn on. */
const refusable = (world: World, collection: Collection, choice: ViolationChoice, turn: number): Arbitrary<Refusable> =>
  fc.record({
    wrong: malformed(resourceOf(collection), world, choice).map(({ body }) => body),
    verb: inTurn(updateVerbs, turn, startOf(collection)),
    by: inTurn(addressingsOn(world.profile, collection), turn, startOf(collection)),
  });

async function sendRefusable(calendar: Calendar, made: Made, { wrong, verb, by }: Refusable): Promise<Exchange> {
  return (await calendar.update(made.collection, await addressOf(calendar, made, by), verb, wrong)).exchange;
}

/** A body with one thing wrong is refused whole: what is right in it is not written either. */
export const keepsWhatWasRefused = (collection: Collection): CalendarRequirement =>
  requirement({
    ...refusals,
    id: `${collection}.update.refused`,
    operations: updateVerbs.map((verb) => itemOperation(collection, 'id', verb)),
    needs: [`${collection}.create`, `${collection}.read`],
    statement: `A refused update leaves ${withArticle(resources[collection].singular)} unchanged.`,
    cost: 5,
    // The verb between the two is that of `*.update.in-turn`.
    given: (world, { turn }) =>
      fc.record({
        base: payload(resourceOf(collection), world, { omit: ['status'] }),
        besideText: refusable(world, collection, wrongOf(collection), turn),
        inText: refusable(world, collection, { kinds: ['type'], fields: [TEXT] }, turn + 2),
      }),
    async arrange({ calendar }, { base, besideText, inText }) {
      const makeRefused = async (): Promise<Made> => {
        const made = await calendar.make(collection, base);
        requireRefused(await sendRefusable(calendar, made, besideText));
        return made;
      };
      const made = await makeRefused();
      // A target that takes anything for a text has updated the record: another one shows what the first refusal left.
      return isGranted(await sendRefusable(calendar, made, inText)) ? makeRefused() : made;
    },
    async check({ calendar }, _, made) {
      const { exchange, ...shown } = await expectFound(calendar, collection, byId(made));
      const where = 'the item after the refusal';
      expectFields(calendar, made.body, { shown, where, exchange, mistake: mistakes.writesRefused });
    },
  });
