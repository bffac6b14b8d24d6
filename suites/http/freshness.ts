import type { Calendar, Made } from '../../adapter/calendar/calendar.js';
import { type Address, byId, type Via } from '../../adapter/reading/paths.js';
import { type CalendarRequirement, requirement } from '../../adapter/subject.js';
import { withArticle } from '../../contract/clauses/resource-clauses.js';
import type { Addressing } from '../../contract/operations.js';
import { type Collection, resourceOf, resources } from '../../contract/resources.js';
import { payload } from '../../generators/payload.js';
import { MARK } from '../../generators/wire-value.js';
import { expectSuccess } from '../../kernel/expectations.js';
import type { JsonValue } from '../../wire/json.js';
import { expectDeleted } from '../expect/expect-deleted.js';
import { expectField, expectFound, shows } from '../expect/expect-shown.js';
import { addressings, addressingsOn, addressOf, itemOperation } from '../expect/record-address.js';
import { type Appearance, isLeftOut } from '../expect/shown-in.js';

/** What was read before a write is not shown after it, nor after a DELETE (RFC 9111 section 5.2.1.4). */
export const readsFresh = (collection: Collection): CalendarRequirement => {
  const { singular } = resources[collection];
  const ways = addressings(collection);
  return requirement({
    id: `${collection}.read.fresh`,
    level: 'MUST',
    clause: 'http.freshness',
    alsoCovers: [`${singular}.fields.optional-on-update`],
    operations: [
      ...ways.map((by) => itemOperation(collection, by, 'GET')),
      `${collection}.update.patch`,
      `${collection}.delete`,
    ],
    profile: 'http',
    needs: [`${collection}.create`, `${collection}.read`, `${collection}.update.patch`, `${collection}.delete`],
    effects: 'writes',
    // What is kept too long is read anew after any write: those of others would hide it.
    alone: true,
    statement: `A GET of ${withArticle(singular)} shows the latest of two updates, and not what was deleted, also when older states were read before, in another language too.`,
    cost: 7 + 3 * ways.length,
    given: (world) => payload(resourceOf(collection), world, { only: ['description'] }),
    async arrange({ calendar }, body) {
      const made = await calendar.make(collection, body);
      await readEverywhere(calendar, made);
      return { made, isSpokenOf: await isShownInLanguage(calendar, made) };
    },
    async check({ calendar }, _, { made, isSpokenOf }) {
      const sent = await describe(calendar, made, byId(made), `Changed ${MARK}`);
      // By its id alone: then the next update finds what was kept of the first.
      expectDescribed(calendar, [await readAt(calendar, made, 'id')], sent);
      const by = addressingsOn(calendar.profile, collection).at(-1) ?? 'id';
      const again = await describe(calendar, made, await addressOf(calendar, made, by), `Changed again ${MARK}`);
      expectDescribed(calendar, await readEverywhere(calendar, made), again);
      if (isSpokenOf) expectDescribed(calendar, [await readInLanguage(calendar, made)], again);
      await expectGoneEverywhere(calendar, made);
    },
  });
};

const field = 'description';

/** Changes the description of a record; gives it as it was sent. */
async function describe(calendar: Calendar, made: Made, address: Address, description: string): Promise<JsonValue> {
  const { exchange, body } = await calendar.update(made.collection, address, 'PATCH', { description });
  expectSuccess(exchange, 'a PATCH');
  return body.description ?? null;
}

async function readAt(calendar: Calendar, made: Made, by: Addressing): Promise<Appearance> {
  const { exchange, ...shown } = await expectFound(calendar, made.collection, await addressOf(calendar, made, by));
  return { where: `the item by ${by}`, shown, exchange };
}

/** A language that the target takes: what is read in it may be kept under a key of its own. */
const OTHER: Via = { language: 'de' };

async function readInLanguage(calendar: Calendar, { collection, id }: Made): Promise<Appearance> {
  const { exchange, ...shown } = await expectFound(calendar, collection, byId({ id }), OTHER);
  return { where: `the item in ${OTHER.language}`, shown, exchange };
}

/** Whether the record is shown there with the text that it was made with: then it has none of its own in that language. */
async function isShownInLanguage(calendar: Calendar, { collection, id, body }: Made): Promise<boolean> {
  const shown = calendar.lens.recordIfAny(collection, await calendar.read(collection, byId({ id }), OTHER));
  return shown !== undefined && shows({ calendar, shown, field, sent: body.description ?? null });
}

/** The same reads, before and after. Lists are read like this among the requirements on lists. */
async function readEverywhere(calendar: Calendar, made: Made): Promise<readonly Appearance[]> {
  const places: Appearance[] = [];
  for (const by of addressingsOn(calendar.profile, made.collection)) places.push(await readAt(calendar, made, by));
  return places;
}

function expectDescribed(calendar: Calendar, places: readonly Appearance[], sent: JsonValue): void {
  for (const place of places.filter(({ shown }) => !isLeftOut(calendar, shown, field)))
    expectField({ calendar, field, sent, ...place });
}

/** Deletes a record by its id: what was read of it at each address is not shown there any more. */
async function expectGoneEverywhere(calendar: Calendar, made: Made): Promise<void> {
  const addresses: Address[] = [];
  for (const by of addressingsOn(calendar.profile, made.collection))
    addresses.push(await addressOf(calendar, made, by));
  expectSuccess(await calendar.remove(made.collection, byId(made)), 'a DELETE');
  for (const address of addresses) expectDeleted(calendar, made, await calendar.read(made.collection, address));
}
