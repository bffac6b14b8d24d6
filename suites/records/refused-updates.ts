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
import type { Payload } from '../../generators/wire-value.js';
import type { Draw } from '../../kernel/requirement.js';
import { startOf } from '../arbitraries/in-turn.js';
import { droppableButOne } from '../arbitraries/subsets.js';
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
  /** Such as `author is not a number`. */
  readonly violation: string;
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
  return droppableButOne(
    ways.map(({ by, verb }, nth) => {
      const wrong = wrongWith(world, collection, { nth: turn * ways.length + nth, of: ways.length });
      return malformed(resourceOf(collection), world, wrong).map(
        ({ body, violation }): MalformedUpdate => ({ verb, by, body, violation }),
      );
    }),
  );
}

async function expectUpdateRefused(calendar: Calendar, made: Made, malformedUpdate: MalformedUpdate): Promise<void> {
  const { verb, by, body, violation } = malformedUpdate;
  const { collection } = made;
  const { exchange } = await calendar.update(collection, await addressOf(calendar, made, by), verb, body);
  expectRefusedField({ collection, write: `a ${verb} by ${by}`, violation, exchange });
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
      statement: `An update with a malformed field is refused for every verb, and leaves ${withArticle(singular)} unchanged.`,
      cost: 3 + (collection === 'events' ? operations.length : updateVerbs.length),
      runs: 4,
      given: (world, draw) =>
        fc.record({
          base: payload(resourceOf(collection), world, { omit: ['status'] }),
          updates: malformedUpdates(world, collection, draw),
        }),
      arrange: ({ calendar }, { base }) => calendar.make(collection, base),
      async check({ calendar }, { updates }, made) {
        for (const update of updates) await expectUpdateRefused(calendar, made, update);
        const { exchange, ...shown } = await expectFound(calendar, collection, byId(made));
        const where = 'the item after the refusals';
        expectFields(calendar, made.body, { shown, where, exchange, mistake: mistakes.writesRefused });
      },
    },
  );
};
