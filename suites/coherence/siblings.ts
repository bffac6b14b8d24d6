import fc from 'fast-check';
import { withArticle } from '../../contract/clauses/resources.js';
import type { Collection } from '../../contract/field.js';
import { type Addressing, type UpdateVerb, updateVerbs } from '../../contract/operation.js';
import { resourceOf, resources } from '../../contract/resources.js';
import { payload, requiredOnly } from '../../generators/payload.js';
import type { Payload } from '../../generators/wire.js';
import { expectSuccess } from '../../harness/expectations.js';
import { parseJson } from '../../harness/body.js';
import { isJsonObject, type JsonObject } from '../../harness/json.js';
import type { Calendar } from '../../target/calendar.js';
import { markOf } from '../../target/narrow.js';
import { byId } from '../../target/paths.js';
import { type CalendarRequirement, requirement } from '../../target/subject.js';
import { expectFound } from '../expect-shown.js';
import { type Place, shownFields } from '../places.js';
import { addressings, addressOf, itemOperation } from '../records/addressed.js';
import { expectAllAlike } from './alike.js';

/** One of the operations that update a record: its verb and its address. */
interface Sibling {
  readonly verb: UpdateVerb;
  readonly by: Addressing;
}

const siblingsOf = (collection: Collection): readonly Sibling[] =>
  addressings(collection).flatMap((by) => updateVerbs.map((verb) => ({ verb, by })));

/** The same body on like records comes to the same, however it is sent. */
export const updatesAlike = (collection: Collection): CalendarRequirement => {
  const siblings = siblingsOf(collection);
  return requirement({
    id: `${collection}.update.siblings`,
    level: 'MUST',
    clause: 'coherence.siblings',
    operations: siblings.map(({ verb, by }) => itemOperation(collection, by, verb)),
    profile: 'coherence',
    needs: [`${collection}.create`, `${collection}.read`],
    effects: 'writes',
    statement: `The same body gives ${withArticle(resources[collection].singular)} the same fields by any verb and address.`,
    cost: 4 * siblings.length,
    given: (world) =>
      fc.record({
        base: requiredOnly(resourceOf(collection), world),
        change: payload(resourceOf(collection), world, { omit: ['status', 'slug'] }),
      }),
    async arrange({ calendar }, { base, change }) {
      const states: Place[] = [];
      for (const sibling of siblings) states.push(await stateAfter(calendar, { ...sibling, collection, base, change }));
      return states;
    },
    async check({ calendar }, { change }, states) {
      const fields = shownFields(calendar, collection).filter((field) => field in change);
      expectAllAlike(calendar, states, fields);
    },
  });
};

interface Case extends Sibling {
  readonly collection: Collection;
  readonly base: Payload;
  readonly change: Payload;
}

/** What a record shows after one update. Its mark, which no other has, is taken out of it. */
async function stateAfter(calendar: Calendar, { collection, base, change, verb, by }: Case): Promise<Place> {
  const made = await calendar.make(collection, base);
  const address = await addressOf(calendar, made, by);
  const { body, exchange: update } = await calendar.update(collection, address, verb, change);
  expectSuccess(update, `a ${verb} by ${by}`);
  const { exchange, ...shown } = await expectFound(calendar, collection, byId(made));
  const json = withText(shown.json, markOf(collection, body), 'mark');
  return { where: `the item after a ${verb} by ${by}`, shown: { ...shown, json }, exchange };
}

/** A document with a text replaced wherever it stands. */
function withText(json: JsonObject, text: string, replacement: string): JsonObject {
  const replaced = parseJson(JSON.stringify(json).replaceAll(text, replacement));
  return isJsonObject(replaced) ? replaced : json;
}
