import fc from 'fast-check';
import type { Calendar, Made } from '../../adapter/calendar/calendar.js';
import { byId } from '../../adapter/reading/paths.js';
import type { CalendarRequirement } from '../../adapter/subject.js';
import type { World } from '../../adapter/world/world.js';
import { withArticle } from '../../contract/clauses/resource-clauses.js';
import { type Addressing, type UpdateVerb, updateVerbs } from '../../contract/operations.js';
import { type Collection, relations, resourceOf, resources } from '../../contract/resources.js';
import { malformed, type ViolationChoice } from '../../generators/malformed.js';
import { payload } from '../../generators/payload.js';
import { MARK, type Payload } from '../../generators/wire-value.js';
import type { Draw } from '../../kernel/requirement.js';
import type { JsonObject } from '../../wire/json.js';
import { startOf } from '../arbitraries/in-turn.js';
import { droppableButOne } from '../arbitraries/subsets.js';
import { wasGranted } from '../expect/expect-handled.js';
import { expectRefusedField } from '../expect/expect-refused-field.js';
import { expectFields, expectFound } from '../expect/expect-shown.js';
import { mistakes } from '../expect/mistakes.js';
import { addressings, addressingsOn, addressOf, itemOperation } from '../expect/record-address.js';
import { requirementInAnyLanguage } from '../language/in-language.js';
import { typedFields } from './refused-fields.js';

/** An update with one thing wrong, and new values for whatever else it sends. */
interface MalformedUpdate {
  readonly verb: UpdateVerb;
  readonly by: Addressing;
  readonly body: Payload;
  /** Such as `author is not a number`; undefined where the JSON of the body is cut off. */
  readonly violation?: string;
}

/** Which of so many updates of an execution. */
interface Place {
  readonly nth: number;
  readonly of: number;
}

/**
 * What is wrong with one update: one field after the other. Of events, one update has a wrong date and one a wrong link,
 * as each is checked by code of its own; by which verb is up to the seed.
 */
function wrongWith({ seed }: World, collection: Collection, { nth, of }: Place): ViolationChoice {
  const fields = typedFields(collection);
  const place = (seed + nth) % of;
  const isEvent = collection === 'events';
  if (isEvent && place === 0) return { kinds: ['date'] };
  const among = isEvent && place === 1 ? relations : fields;
  return { kinds: ['type'], fields: [among[(seed + nth) % among.length] ?? resourceOf(collection).label] };
}

/** The addresses at which a verb is tried: every one of events, of others one after the other. */
const triedBy = (collection: Collection, ways: readonly Addressing[], nth: number): readonly Addressing[] =>
  collection === 'events' ? ways : ways.filter((_, at) => at === (startOf(collection) + nth) % ways.length);

/** Each verb: what one route checks another may not. */
function malformedUpdates(world: World, collection: Collection, { turn }: Draw) {
  const known = addressingsOn(world.profile, collection);
  const ways = updateVerbs.flatMap((verb, nth) => triedBy(collection, known, turn + nth).map((by) => ({ by, verb })));
  const updates = ways.map(({ by, verb }, nth) => {
    const wrong = wrongWith(world, collection, { nth: turn * ways.length + nth, of: ways.length });
    return malformed(resourceOf(collection), world, wrong).map(
      ({ body, violation }): MalformedUpdate => ({ verb, by, body, violation }),
    );
  });
  const cutOff = {
    verb: updateVerbs.at((turn + startOf(collection)) % updateVerbs.length) ?? 'PATCH',
    by: 'id',
  } as const;
  return droppableButOne<MalformedUpdate>([
    ...updates,
    fc.constant({ ...cutOff, body: { description: `Cut off ${MARK}` } }),
  ]);
}

/** Expects an update to be refused; gives what the record must show of one that is not. */
async function sendMalformed(calendar: Calendar, made: Made, malformedUpdate: MalformedUpdate): Promise<JsonObject> {
  const { verb, by, body: sent, violation } = malformedUpdate;
  const { collection } = made;
  const address = await addressOf(calendar, made, by);
  const cutOff = violation === undefined;
  const { exchange, body } = await calendar.update(collection, address, verb, sent, { cutOff });
  // A service may guess what is missing; whatever it answers, it has done what it says.
  if (cutOff) return wasGranted(exchange, `a ${verb} with JSON that is cut off`) ? body : {};
  expectRefusedField({ collection, write: `a ${verb} by ${by}`, violation, exchange });
  return {};
}

/** What a create refuses, an update refuses too, and whole: what is right in it is not written either. */
export const refusesMalformedUpdate = (collection: Collection): CalendarRequirement => {
  const { singular } = resources[collection];
  const operationsBy = (by: Addressing) => updateVerbs.map((verb) => itemOperation(collection, by, verb));
  const operations = addressings(collection).flatMap(operationsBy);
  return requirementInAnyLanguage(
    { collection, nth: 1 },
    {
      id: `${collection}.update.malformed`,
      level: 'MUST',
      clause: `${singular}.update`,
      alsoCovers: ['coherence.refused-write', 'http.server-error'],
      operations,
      profile: 'core',
      needs: [`${collection}.create`, `${collection}.read`, ...operationsBy('id')],
      effects: 'writes',
      statement: `An update with a malformed field is refused for every verb and leaves ${withArticle(singular)} unchanged; one with JSON that is cut off is refused, or done as sent.`,
      cost: 4 + (collection === 'events' ? operations.length : updateVerbs.length),
      runs: 4,
      given: (world, draw) =>
        fc.record({
          base: payload(resourceOf(collection), world, { omit: ['status'] }),
          updates: malformedUpdates(world, collection, draw),
        }),
      arrange: ({ calendar }, { base }) => calendar.make(collection, base),
      async check({ calendar }, { updates }, made) {
        let granted: JsonObject = {};
        for (const update of updates) granted = { ...granted, ...(await sendMalformed(calendar, made, update)) };
        const { exchange, ...shown } = await expectFound(calendar, collection, byId(made));
        const isAccepted = Object.keys(granted).length > 0;
        const where = isAccepted ? 'the item after JSON that is cut off was accepted' : 'the item after the refusals';
        const why = isAccepted ? {} : { mistake: mistakes.writesRefused };
        // What comes of the fields that an accepted update does not send is a matter of its own.
        expectFields(calendar, isAccepted ? granted : made.body, { shown, where, exchange, ...why });
      },
    },
  );
};
