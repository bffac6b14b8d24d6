import fc from 'fast-check';
import { withArticle } from '../../contract/clauses/resources.js';
import type { Collection } from '../../contract/field.js';
import { updateVerbs } from '../../contract/operation.js';
import { resourceOf, resources } from '../../contract/resources.js';
import { exploratory } from '../../generators/exploratory.js';
import { payload } from '../../generators/payload.js';
import { expectSuccess, isRefused } from '../../harness/expectations.js';
import { countExpectation } from '../../harness/tally.js';
import type { Calendar } from '../../target/calendar.js';
import type { Shown } from '../../target/lens.js';
import { byId } from '../../target/paths.js';
import { type CalendarRequirement, requirement } from '../../target/subject.js';
import { expectFields, expectFound } from '../expect-shown.js';
import type { Place } from '../places.js';
import { itemOperation } from '../records/addressed.js';
import { expectAllAlike } from './alike.js';

const kept = { level: 'MUST', clause: 'coherence.kept-write', profile: 'coherence', effects: 'writes' } as const;

/** Of two updates that follow at once, the second is not lost to the first. */
export const keepsLastUpdate = (collection: Collection): CalendarRequirement =>
  requirement({
    ...kept,
    id: `${collection}.update.last-wins`,
    operations: updateVerbs.map((verb) => itemOperation(collection, 'id', verb)),
    needs: [`${collection}.create`, `${collection}.read`],
    statement: `Of two updates one after the other ${withArticle(resources[collection].singular)} shows the second.`,
    cost: 5,
    thorough: true,
    given: (world) => {
      const body = payload(resourceOf(collection), world, { omit: ['status', 'slug', 'all_day'] });
      return fc.record({ base: body, first: body, second: body, verb: fc.constantFrom(...updateVerbs) });
    },
    async arrange({ calendar }, { base, first, second, verb }) {
      const made = await calendar.make(collection, base);
      await calendar.update(collection, byId(made), verb, first);
      const { body, exchange } = await calendar.update(collection, byId(made), verb, second);
      expectSuccess(exchange, `a ${verb}`);
      return { made, body };
    },
    async check({ calendar }, _, { made, body }) {
      const { exchange, ...shown } = await expectFound(calendar, collection, byId(made));
      expectFields(calendar, body, { shown, where: 'the item after two updates', exchange });
    },
  });

/** What becomes of an odd value is open, but not different from answer to answer. */
export const keepsOddValues = (collection: Collection): CalendarRequirement =>
  requirement({
    ...kept,
    id: `${collection}.create.odd-kept`,
    alsoTells: ['coherence.shown-everywhere'],
    operations: [`${collection}.create`, `${collection}.read`],
    needs: [`${collection}.create`, `${collection}.read`],
    thorough: true,
    statement: `A create of ${collection} that takes an odd value answers with what the item shows of it.`,
    cost: 3,
    // An event has more fields in which an odd value is none, or is refused.
    runs: collection === 'events' ? 6 : 3,
    given: (world) => exploratory(resourceOf(collection), world, { fields: oddFields(collection) }),
    async check({ calendar }, { body, field }) {
      const { exchange } = await calendar.create(collection, body);
      // What is not taken need not be kept.
      if (isRefused(exchange)) return countExpectation();
      const answer = calendar.lens.recordIfAny(collection, exchange);
      const places = answer ? [{ where: 'the answer', shown: answer, exchange }, await itemOf(calendar, answer)] : [];
      expectAllAlike(calendar, places, [field]);
    },
  });

/** Statuses and publication dates can hide a record; whether these do is open. */
const oddFields = (collection: Collection): readonly string[] =>
  Object.keys(resourceOf(collection).fields).filter((field) => !['status', 'date', 'date_utc'].includes(field));

async function itemOf(calendar: Calendar, { collection, id }: Shown): Promise<Place> {
  const { exchange, ...shown } = await expectFound(calendar, collection, byId({ id }));
  return { where: 'the item', shown, exchange };
}
