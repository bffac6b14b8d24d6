import fc from 'fast-check';
import type { Calendar, Made } from '../../adapter/calendar/calendar.js';
import { type Address, byId } from '../../adapter/reading/paths.js';
import { type CalendarRequirement, requirement } from '../../adapter/subject.js';
import { fieldClauseId, withArticle } from '../../contract/clauses/resource-clauses.js';
import { type Addressing, type OperationId, type UpdateVerb, updateVerbs } from '../../contract/operations.js';
import { type Collection, resourceOf, resources } from '../../contract/resources.js';
import { carriersOf, payload } from '../../generators/payload.js';
import { DoesNotApply } from '../../kernel/deviation.js';
import { expectRefusal, expectSuccess, expectThat } from '../../kernel/expectations.js';
import { isGranted, isRefused } from '../../wire/status.js';
import { changeOfEveryField, pick } from '../arbitraries/every-field.js';
import { droppableButOne } from '../arbitraries/subsets.js';
import { inTurn, startOf } from '../arbitraries/in-turn.js';
import { unknownIds } from '../arbitraries/unknown-id.js';
import { expectUnknown } from '../expect/expect-deleted.js';
import { expectFields, expectFound, shows } from '../expect/expect-shown.js';
import { expectUpdated, type Update } from '../expect/expect-updated.js';
import { addressings, addressingsOn, addressOf, itemOperation } from '../expect/record-address.js';

/** Texts that need no form, and that no other field is derived from. */
const emptiable: Readonly<Record<Collection, readonly string[]>> = {
  events: ['description', 'excerpt'],
  venues: ['description', 'address', 'city', 'phone'],
  organizers: ['description', 'phone'],
  categories: ['description'],
  tags: ['description'],
};

/** Which texts an update empties, by which verb, at which address: what one route does with them another may not. */
interface Emptying {
  readonly verb: UpdateVerb;
  readonly by: Addressing;
  readonly names: readonly string[];
}

/** The first text by one verb and the others by another; a PUT may empty whatever it does not send. */
function emptyingsOf(collection: Collection, names: readonly string[]): readonly Emptying[] {
  const [one, other] = startOf(collection) % 2 === 0 ? (['POST', 'PATCH'] as const) : (['PATCH', 'POST'] as const);
  const by = addressings(collection).at(-1) ?? 'id';
  return [
    { verb: one, by: 'id' as const, names: names.slice(0, 1) },
    { verb: other, by, names: names.slice(1) },
  ].filter((emptying) => emptying.names.length > 0);
}

/** Sends texts empty; gives the names of those that were taken. */
async function empty(calendar: Calendar, made: Made, { verb, by, names }: Emptying): Promise<readonly string[]> {
  const texts = Object.fromEntries(names.map((name) => [name, '']));
  const way = addressingsOn(calendar.profile, made.collection).includes(by) ? by : 'id';
  const { exchange } = await calendar.update(made.collection, await addressOf(calendar, made, way), verb, texts);
  if (!isRefused(exchange)) expectSuccess(exchange, `a ${verb} with empty ${names.join(', ')}`);
  return isRefused(exchange) ? [] : names;
}

/** Expects fields that are sent empty to be shown no more as they were: empty or by default, unless they are refused. */
async function expectEmptied(calendar: Calendar, made: Made, emptyings: readonly Emptying[]): Promise<void> {
  const { collection, body } = made;
  const isShown = (field: string): boolean =>
    body[field] !== undefined && calendar.lens.fact(collection, field) !== undefined;
  const shownOf = emptyings.map((one) => ({ ...one, names: one.names.filter(isShown) }));
  const sent = shownOf.filter(({ names }) => names.length > 0);
  if (sent.length === 0)
    throw new DoesNotApply(`the target shows none of ${emptyings.flatMap(({ names }) => names).join(', ')}`);
  const taken: string[] = [];
  for (const emptying of sent) taken.push(...(await empty(calendar, made, emptying)));
  const { exchange, ...shown } = await expectFound(calendar, collection, byId(made));
  const kept = taken.filter((field) => shows({ calendar, shown, field, sent: body[field] ?? null }));
  const observed = `${kept.join(', ')} unchanged`;
  const expected = `${taken.join(', ')} to be empty after the accepted updates`;
  expectThat(kept.length === 0, { kind: 'value', expected, observed, exchange });
}

/** Whether an empty text is taken is open (gap `gap.body.empty`); taken and ignored it must not be. */
export const emptiesTexts = (collection: Collection): CalendarRequirement => {
  const { singular } = resources[collection];
  const names = emptiable[collection];
  return requirement({
    id: `${collection}.update.emptied-texts`,
    level: 'MUST',
    clause: 'coherence.kept-write',
    alsoCovers: [`${singular}.update`],
    profile: 'coherence',
    operations: emptyingsOf(collection, names).map(({ verb, by }) => itemOperation(collection, by, verb)),
    needs: [`${collection}.create`, `${collection}.read`, `${collection}.update.patch`, `${collection}.update.post`],
    effects: 'writes',
    statement: `An update with empty texts clears the former texts of the ${singular}, unless it is refused.`,
    cost: 3 + emptyingsOf(collection, names).length,
    given: (world) =>
      fc.record({
        base: payload(resourceOf(collection), world, { only: names }),
        emptied: droppableButOne(names.map((name) => fc.constant(name))),
      }),
    arrange: ({ calendar }, { base }) => calendar.make(collection, base),
    check: ({ calendar }, { emptied }, made) =>
      expectEmptied(
        calendar,
        made,
        emptyingsOf(collection, names).map((one) => ({
          ...one,
          names: one.names.filter((name) => emptied.includes(name)),
        })),
      ),
  });
};

/** What is not there is neither changed nor made. */
export const updatesNoUnknownId = (collection: Collection): CalendarRequirement => {
  const operations = updateVerbs.map((verb) => itemOperation(collection, 'id', verb));
  return requirement({
    id: `${collection}.update.unknown-id`,
    level: 'MUST',
    clause: `${resources[collection].singular}.update`,
    alsoCovers: ['address.id', 'coherence.kept-write'],
    operations,
    profile: 'core',
    needs: [`${collection}.read`, ...operations],
    effects: 'writes',
    statement: `An update of ${withArticle(resources[collection].singular)} with an unknown id is refused.`,
    cost: 1 + updateVerbs.length,
    runs: 3,
    given: (world, { turn }) =>
      fc.record({
        ids: unknownIds(turn + startOf(collection)),
        body: payload(resourceOf(collection), world, { only: carriersOf(collection) }),
        // The verb by which the larger of the two ids is updated, in every other collection.
        large: inTurn([updateVerbs[turn % updateVerbs.length], undefined], turn, startOf(collection)),
      }),
    arrange: ({ calendar }, { ids: [unknown] }) => expectUnknown(calendar, collection, unknown),
    async check({ calendar }, { ids: [unknown, overflowing], body, large }) {
      const exchanges = [];
      for (const verb of updateVerbs) {
        const id = verb === large ? overflowing : unknown;
        exchanges.push((await calendar.update(collection, byId({ id }), verb, body)).exchange);
      }
      // In case that one of them made a record.
      if (exchanges.some(isGranted)) await calendar.remove(collection, byId({ id: unknown }));
      for (const exchange of exchanges) expectRefusal(exchange, `a ${exchange.request.method} of an unknown id`);
    },
  });
};

/**
 * A draft need not have an address that it is found at. What a slug in the body does to an update by slug is a matter of
 * its own.
 */
const omitted = { id: { base: ['status'], change: [] }, slug: { base: ['status'], change: ['slug'] } } as const;

/** Expects an update to be accepted; gives the address of the record from then on. */
async function addressAfter(
  calendar: Calendar,
  { collection, id }: Made,
  by: Addressing,
  { verb, change, address }: Required<Update>,
): Promise<Address> {
  const { exchange } = await calendar.update(collection, address, verb, change);
  expectSuccess(exchange, `a ${verb}`);
  const shown = calendar.lens.recordIfAny(collection, exchange);
  return addressOf(calendar, { collection, id, ...(shown && { shown }) }, by);
}

/**
 * Updates after one that sends what the record has: what was written at an address before may be taken from elsewhere the
 * next time. Of events and tags that is judged in a language (`*.life-cycle.language`).
 */
const afterAnother: readonly OperationId[] = [
  'venues.by-slug.update.post',
  'venues.by-slug.update.put',
  'venues.by-slug.update.patch',
];

/** What comes before an update at the same address. A PUT by id is sent twice as it is (RFC 9110 section 9.2.2). */
function beforeOf(operation: OperationId, collection: Collection): 'itself' | 'another' | undefined {
  if (operation === itemOperation(collection, 'id', 'PUT')) return 'itself';
  return afterAnother.includes(operation) ? 'another' : undefined;
}

const inWords = { itself: ', sent twice,', another: ', after another,' } as const;

/** Whatever an update sends, the record shows it afterwards. */
export const changesFieldsSent = (collection: Collection, by: Addressing, verb: UpdateVerb): CalendarRequirement => {
  const { singular, fields, label } = resources[collection];
  const operation = itemOperation(collection, by, verb);
  const covered = Object.keys(fields).filter((field) => !omitted[by].change.some((one) => one === field));
  const before = beforeOf(operation, collection);
  return requirement({
    id: operation,
    level: 'MUST',
    clause: `${singular}.update`,
    alsoCovers: [
      `address.${by}`,
      'coherence.kept-write',
      ...covered.map((field) => fieldClauseId(collection, field)),
      ...(before === 'itself' ? (['http.idempotence'] as const) : []),
    ],
    operations: [operation],
    profile: 'core',
    needs: [`${collection}.create`, `${collection}.read`, operation],
    establishes: operation,
    effects: 'writes',
    statement: `A ${verb} by ${by}${before ? inWords[before] : ''} sets the fields sent on ${withArticle(singular)}.`,
    cost: before ? 5 : 4,
    runs: 3,
    // A text is of another kind at the other address, and by another verb.
    given: (world, { turn }) =>
      changeOfEveryField(world, collection, {
        ...omitted[by],
        kind: turn + addressings(collection).indexOf(by) + updateVerbs.indexOf(verb),
      }),
    async arrange({ calendar }, { base }) {
      const made = await calendar.make(collection, base);
      return { made, address: await addressOf(calendar, made, by) };
    },
    async check({ calendar }, { base, change }, { made, address }) {
      const first = before === 'itself' ? change : pick(base, [label, ...Object.keys(change)]);
      const next = before ? await addressAfter(calendar, made, by, { verb, change: first, address }) : address;
      const { body, seen } = await expectUpdated(calendar, made, { verb, change, address: next });
      const allDay = (body.all_day ?? made.body.all_day) === true;
      expectFields(calendar, body, { ...seen, allDay });
    },
  });
};
