import fc from 'fast-check';
import type { Calendar } from '../../adapter/calendar/calendar.js';
import { byId } from '../../adapter/reading/paths.js';
import { type CalendarRequirement, requirement } from '../../adapter/subject.js';
import { withArticle } from '../../contract/clauses/resource-clauses.js';
import { updateVerbs } from '../../contract/operations.js';
import { type Collection, resourceOf, resources } from '../../contract/resources.js';
import { carriersOf, payload } from '../../generators/payload.js';
import { expectField, expectFound } from '../expect/expect-shown.js';
import { expectUntouched } from '../expect/expect-untouched.js';
import { addressings, itemOperation, slugOf } from '../expect/record-address.js';
import { type Misnaming, misnamings, sendNaming, type Target } from './misnaming.js';

/** Which record is written to is for the address to say. */
export const writesAddressedOnly = (collection: Collection): CalendarRequirement => {
  const { singular } = resources[collection];
  const ways = addressings(collection);
  const updates = ways.flatMap((by) => updateVerbs.map((verb) => itemOperation(collection, by, verb)));
  return requirement({
    id: `${collection}.update.other-in-body`,
    level: 'MUST',
    clause: 'coherence.other-records',
    alsoCovers: [...ways.map((by) => `address.${by}` as const), 'coherence.kept-write'],
    operations: [...updates, itemOperation(collection, ways.at(-1) ?? 'id', 'DELETE')],
    profile: 'coherence',
    needs: [`${collection}.create`, `${collection}.read`, `${collection}.update.patch`],
    effects: 'writes',
    statement: `A write to ${withArticle(singular)} with the id or slug of another one in its body leaves that one unchanged.`,
    cost: 6 + (ways.length === 1 ? updateVerbs.length : collection === 'events' ? 2 * ways.length : ways.length),
    given: (world) => {
      const small = payload(resourceOf(collection), world, { only: carriersOf(collection) });
      return fc.record({ one: small, other: small, writes: misnamings(collection, world) });
    },
    async arrange({ calendar }, { one, other, writes }) {
      const made = await calendar.make(collection, one);
      const bystander = await calendar.make(collection, other);
      const isBySlug = writes.some(({ by }) => by === 'slug');
      return { made, bystander, slug: isBySlug ? await slugOf(calendar, bystander) : undefined };
    },
    async check({ calendar }, { writes }, { made, bystander, slug }) {
      let target: Target = { ...made, description: made.body.description ?? null };
      const named = { id: bystander.id, slug };
      const [updating, deleting] = [writes.filter(isUpdate), writes.filter((one) => !isUpdate(one))];
      for (const write of updating) target = await sendNaming(calendar, target, write, named);
      await expectWritten(calendar, target);
      for (const write of deleting) await sendNaming(calendar, target, write, named);
      const after = writes.map(({ method, by }) => `a ${method} by ${by}`).join(', ');
      await expectUntouched(
        calendar,
        bystander,
        `${collection}/${bystander.id}, which only the body of ${after} named`,
      );
    },
  });
};

const isUpdate = ({ method }: Misnaming): boolean => method !== 'DELETE';

/** Expects the record of the address to have what the last accepted update sent. */
async function expectWritten(calendar: Calendar, { collection, id, description: sent }: Target): Promise<void> {
  const { exchange, ...shown } = await expectFound(calendar, collection, byId({ id }));
  expectField({ calendar, shown, field: 'description', sent, where: 'the item of the address', exchange });
}
