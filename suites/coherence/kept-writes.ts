import fc from 'fast-check';
import type { Collection } from '../../contract/field.js';
import { resourceOf } from '../../contract/resources.js';
import { type Exploratory, exploratory } from '../../generators/exploratory.js';
import { Inconclusive } from '../../harness/errors.js';
import { isRefused } from '../../harness/expectations.js';
import type { Calendar } from '../../target/calendar.js';
import type { Shown } from '../../target/lens.js';
import { byId } from '../../target/paths.js';
import { type CalendarRequirement, requirement } from '../../target/subject.js';
import { expectFound } from '../expect-shown.js';
import type { Appearance } from '../places.js';
import { expectAllAlike } from './alike.js';

const kept = { level: 'MUST', clause: 'coherence.kept-write', profile: 'coherence', effects: 'writes' } as const;

/** Any odd value may be refused; of so many in a row, hardly all. */
const TRIES = 4;

/** What becomes of an odd value is open, but not different from answer to answer. */
export const keepsOddValues = (collection: Collection): CalendarRequirement =>
  requirement({
    ...kept,
    id: `${collection}.create.odd-kept`,
    alsoCovers: ['coherence.shown-everywhere'],
    operations: [`${collection}.create`, `${collection}.read`],
    needs: [`${collection}.create`, `${collection}.read`],
    statement: `A create of ${collection} that takes an odd value answers with what the item shows of it.`,
    cost: 2 + TRIES,
    runs: collection === 'events' ? 3 : 2,
    given(world) {
      const odd = exploratory(resourceOf(collection), world, { fields: oddFields(collection) });
      return fc.array(odd, { minLength: TRIES, maxLength: TRIES });
    },
    async check({ calendar }, odds) {
      const { exchange, field } = await createFirstTaken(calendar, collection, odds);
      const answer = calendar.lens.recordIfAny(collection, exchange);
      const places = answer ? [{ where: 'the answer', shown: answer, exchange }, await itemOf(calendar, answer)] : [];
      expectAllAlike(calendar, places, [field]);
    },
  });

/** Makes a record with the first odd value that is not refused. @throws CannotTell when all are: nothing is kept then. */
async function createFirstTaken(calendar: Calendar, collection: Collection, odds: readonly Exploratory[]) {
  for (const { body, field } of odds) {
    const { exchange } = await calendar.create(collection, body);
    if (!isRefused(exchange)) return { exchange, field };
  }
  throw new Inconclusive(`none of ${odds.length} odd values of ${collection} was taken`);
}

/** Statuses and publication dates can hide a record; whether these do is open. */
const oddFields = (collection: Collection): readonly string[] =>
  Object.keys(resourceOf(collection).fields).filter((field) => !['status', 'date', 'date_utc'].includes(field));

async function itemOf(calendar: Calendar, { collection, id }: Shown): Promise<Appearance> {
  const { exchange, ...shown } = await expectFound(calendar, collection, byId({ id }));
  return { where: 'the item', shown, exchange };
}
