import fc, { type Arbitrary } from 'fast-check';
import type { Calendar, Made, Written } from '../../adapter/calendar/calendar.js';
import { byId } from '../../adapter/reading/paths.js';
import type { CalendarRequirement } from '../../adapter/subject.js';
import type { World } from '../../adapter/world/world.js';
import { withArticle } from '../../contract/clauses/resource-clauses.js';
import { type Addressing, type UpdateVerb, updateVerbs } from '../../contract/operations.js';
import { type Collection, relations, resourceOf, resources } from '../../contract/resources.js';
import { UNEXPECTED, type Violation, violate, violations } from '../../generators/malformed.js';
import { carriersOf, payload } from '../../generators/payload.js';
import { MARK, type Payload } from '../../generators/wire-value.js';
import type { Draw } from '../../kernel/requirement.js';
import type { JsonObject } from '../../wire/json.js';
import { startOf } from '../arbitraries/in-turn.js';
import { droppable, droppableButOne } from '../arbitraries/subsets.js';
import { wasGranted } from '../expect/expect-handled.js';
import { expectRefusedField } from '../expect/expect-refused-field.js';
import { expectFields, expectFound } from '../expect/expect-shown.js';
import { mistakes } from '../expect/mistakes.js';
import { namedIn } from '../expect/named-fields.js';
import { addressings, addressingsOn, addressOf, itemOperation } from '../expect/record-address.js';
import { requirementInAnyLanguage } from '../language/in-language.js';
import { typedFields } from './refused-fields.js';

/** An update with something wrong, and new values for whatever else it sends. */
interface MalformedUpdate {
  readonly verb: UpdateVerb;
  readonly by: Addressing;
  /** Whatever is wrong with it, no field twice; nothing where the JSON of the body is cut off. */
  readonly wrong: readonly Violation[];
  readonly right: Payload;
}

/** Which of so many updates of an execution. */
interface Place {
  readonly nth: number;
  readonly of: number;
}

const isTyped = ({ kind }: Violation): boolean => kind !== 'missing';

/**
 * What is wrong with one update in the first place: one field after the other. Of events, one update has a wrong date and
 * one a wrong link, as each is checked by code of its own; by which verb is up to the seed.
 */
function firstWrong({ seed }: World, collection: Collection, { nth, of }: Place): Arbitrary<Violation> {
  const place = (seed + nth) % of;
  const isEvent = collection === 'events';
  const all = violations(resourceOf(collection)).filter(isTyped);
  if (isEvent && place === 0) return fc.constantFrom(...all.filter(({ kind }) => kind === 'date'));
  const among = isEvent && place === 1 ? relations : typedFields(collection);
  const field = among[(seed + nth) % among.length];
  return fc.constantFrom(...all.filter((one) => one.kind === 'type' && one.field === field));
}

/** Something wrong with every other field, but for those that are right in every other update, so that they may be written. */
function othersWrong(collection: Collection, { nth }: Place): readonly Arbitrary<Violation>[] {
  const right = nth % 2 === 0 ? carriersOf(collection).slice(0, 2) : [];
  const fields = typedFields(collection).filter((field) => !right.includes(field));
  const all = violations(resourceOf(collection)).filter(isTyped);
  // Of those that say the same thing the last one is sent.
  const inOrder = nth % 4 < 2 ? fields : fields.toReversed();
  return inOrder.map((field) => fc.constantFrom(...all.filter((one) => one.field === field)));
}

/** One update with one wrong field first, and when shrunk with that alone. */
const malformedBy = (world: World, collection: Collection, way: Pick<MalformedUpdate, 'verb' | 'by'>, place: Place) =>
  fc
    .record({
      first: firstWrong(world, collection, place),
      others: droppable(othersWrong(collection, place)),
      right: payload(resourceOf(collection), world, { always: carriersOf(collection) }),
    })
    .map(({ first, others, right }): MalformedUpdate => {
      const wrong = [first, ...others.filter(({ field }) => field !== first.field)];
      return { ...way, wrong, right };
    });

/** The addresses at which a verb is tried: every one of events and venues, of organizers one after the other. */
const triedBy = (collection: Collection, ways: readonly Addressing[], nth: number): readonly Addressing[] =>
  collection !== 'organizers' ? ways : ways.filter((_, at) => at === (startOf(collection) + nth) % ways.length);

/** Each verb: what one route checks another may not. */
function malformedUpdates(world: World, collection: Collection, { turn }: Draw) {
  const known = addressingsOn(world.profile, collection);
  const ways = updateVerbs.flatMap((verb, nth) => triedBy(collection, known, turn + nth).map((by) => ({ by, verb })));
  const updates = ways.map((way, nth) =>
    malformedBy(world, collection, way, { nth: turn * ways.length + nth, of: ways.length }),
  );
  const verb = updateVerbs.at((turn + startOf(collection)) % updateVerbs.length) ?? 'PATCH';
  return droppableButOne<MalformedUpdate>([
    ...updates,
    fc.constant({ verb, by: 'id', wrong: [], right: { description: `Cut off ${MARK}` } }),
  ]);
}

/** What refusals have shown: whether they name several fields at once, and which fields were sent alone as they did not. */
interface Naming {
  readonly isNaming: boolean;
  readonly tried: readonly string[];
}

/** How many fields are tried alone after an update that is refused without their names. */
const TRIED = 3;

/** Sends an update of which JSON is cut off; gives what the record must show then. A service may guess what is missing. */
async function sendCutOff(calendar: Calendar, made: Made, { verb, by, right }: MalformedUpdate): Promise<JsonObject> {
  const address = await addressOf(calendar, made, by);
  const { exchange, body } = await calendar.update(made.collection, address, verb, right, { cutOff: true });
  // Whatever it answers, it has done what it says.
  return wasGranted(exchange, `a ${verb} with JSON that is cut off`) ? body : {};
}

/** Expects an update to be refused for what is wrong with it; gives the refusal. */
async function expectMalformed(
  calendar: Calendar,
  made: Made,
  { verb, by, right, wrong }: MalformedUpdate,
): Promise<Written> {
  const { collection } = made;
  const body = wrong.reduce(violate, right);
  const written = await calendar.update(collection, await addressOf(calendar, made, by), verb, body);
  const [first, ...others] = wrong.filter(({ field }) => field in body);
  const beside = others.length > 0 ? ` with ${others.length} other malformed fields` : '';
  const write = `a ${verb} by ${by}${beside}`;
  expectRefusedField({ collection, write, violation: first?.label ?? '', exchange: written.exchange });
  return written;
}

/** The fields that are to be sent alone after a refusal of all: the first, then those that were not yet, whatever the route. */
function suspectsIn(
  wrong: readonly Violation[],
  named: readonly string[],
  tried: readonly string[],
): readonly Violation[] {
  const unnamed = wrong.filter(({ field }) => !named.includes(field));
  const isLast = ({ field }: Violation): boolean => tried.includes(field) && field !== wrong[0]?.field;
  return [...unnamed.filter((one) => !isLast(one)), ...unnamed.filter(isLast)].slice(0, TRIED);
}

/**
 * Expects an update with many wrong fields to be refused for each: one that a refusal does not name, though it names
 * others, is sent alone, and so is the first where refusals name no fields, or what is right as well.
 */
async function expectEachMalformed(
  calendar: Calendar,
  made: Made,
  update: MalformedUpdate,
  { isNaming: wasNaming, tried }: Naming,
): Promise<Naming> {
  const sent = wasNaming ? update : { ...update, wrong: update.wrong.slice(0, 1) };
  const { exchange, body } = await expectMalformed(calendar, made, sent);
  const wrong = sent.wrong.filter(({ field }) => field in body);
  if (sent.wrong.length === 1) return { isNaming: wasNaming, tried };
  const named = namedIn(exchange, Object.keys(body), UNEXPECTED);
  const isNaming = named.length > 1 && named.every((name) => wrong.some(({ field }) => field === name));
  const suspects = isNaming ? suspectsIn(wrong, named, tried) : wrong.slice(0, 1);
  for (const one of suspects) await expectMalformed(calendar, made, { ...update, wrong: [one] });
  return { isNaming, tried: [...tried, ...suspects.map(({ field }) => field)] };
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
      statement: `An update with malformed fields is refused for each, by every verb, and leaves ${withArticle(singular)} unchanged; one with JSON that is cut off is refused, or done as sent.`,
      cost: 4 + (collection === 'organizers' ? updateVerbs.length : operations.length),
      runs: 4,
      given: (world, draw) =>
        fc.record({
          base: payload(resourceOf(collection), world, { omit: ['status'] }),
          updates: malformedUpdates(world, collection, draw),
        }),
      arrange: ({ calendar }, { base }) => calendar.make(collection, base),
      async check({ calendar }, { updates }, made) {
        let granted: JsonObject = {};
        let naming: Naming = { isNaming: true, tried: [] };
        for (const update of updates) {
          if (update.wrong.length === 0) granted = await sendCutOff(calendar, made, update);
          else naming = await expectEachMalformed(calendar, made, update, naming);
        }
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
