import type { Calendar, Made } from '../../adapter/calendar/calendar.js';
import { type Address, byId } from '../../adapter/reading/paths.js';
import { type CalendarRequirement, requirement } from '../../adapter/subject.js';
import { withArticle } from '../../contract/clauses/resource-clauses.js';
import { type Collection, resourceOf, resources } from '../../contract/resources.js';
import { payload } from '../../generators/payload.js';
import { MARK } from '../../generators/wire-value.js';
import { expectSuccess } from '../../kernel/expectations.js';
import { expectDeleted } from '../expect/expect-deleted.js';
import { expectField, expectFound } from '../expect/expect-shown.js';
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
    statement: `A GET of ${withArticle(singular)} shows its latest update, and not what was deleted, also when the old state was read before.`,
    cost: 3 + 3 * ways.length,
    given: (world) => payload(resourceOf(collection), world, { only: ['description'] }),
    async arrange({ calendar }, body) {
      const made = await calendar.make(collection, body);
      await readEverywhere(calendar, made);
      const change = { description: `Changed ${MARK}` };
      const written = await calendar.update(collection, byId(made), 'PATCH', change);
      expectSuccess(written.exchange, 'a PATCH');
      return { made, sent: written.body.description ?? null };
    },
    async check({ calendar }, _, { made, sent }) {
      const field = 'description';
      const showsField = ({ shown }: Appearance): boolean => !isLeftOut(calendar, shown, field);
      for (const place of (await readEverywhere(calendar, made)).filter(showsField)) {
        expectField({ calendar, field, sent, ...place });
      }
      await expectGoneEverywhere(calendar, made);
    },
  });
};

/** The same reads, before and after. Lists are read like this among the requirements on lists. */
async function readEverywhere(calendar: Calendar, made: Made): Promise<readonly Appearance[]> {
  const places: Appearance[] = [];
  for (const by of addressingsOn(calendar.profile, made.collection)) {
    const { exchange, ...shown } = await expectFound(calendar, made.collection, await addressOf(calendar, made, by));
    places.push({ where: `the item by ${by}`, shown, exchange });
  }
  return places;
}

/** Deletes a record by its id: what was read of it at each address is not shown there any more. */
async function expectGoneEverywhere(calendar: Calendar, made: Made): Promise<void> {
  const addresses: Address[] = [];
  for (const by of addressingsOn(calendar.profile, made.collection))
    addresses.push(await addressOf(calendar, made, by));
  expectSuccess(await calendar.remove(made.collection, byId(made)), 'a DELETE');
  for (const address of addresses) expectDeleted(calendar, made, await calendar.read(made.collection, address));
}
