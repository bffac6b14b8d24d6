import type { Calendar, Made } from '../../adapter/calendar/calendar.js';
import { toText } from '../../adapter/notation/shown-values.js';
import type { Address, Via } from '../../adapter/reading/paths.js';
import { narrow, unfilteredFor } from '../../adapter/reading/record-queries.js';
import { type Addressing, type UpdateVerb, updateVerbs } from '../../contract/operations.js';
import { type Collection, resourceOf } from '../../contract/resources.js';
import type { ListQuery, Payload } from '../../generators/wire-value.js';
import { expectSuccess, expectThat } from '../../kernel/expectations.js';
import type { JsonObject } from '../../wire/json.js';
import { startOf } from '../arbitraries/in-turn.js';
import { expectCreated, expectFields, expectFound } from '../expect/expect-shown.js';
import { addressings, addressOf } from '../expect/record-address.js';
import { showsFields } from '../expect/shown-in.js';
import { toWords } from './localized.js';

/** An update, and which values it sends. */
interface Update {
  readonly kind: 'update';
  readonly by: Addressing;
  readonly verb: UpdateVerb;
  readonly values: 'body' | 'change';
}

/** One request of those that are made of a record, or of its like. */
export type Step =
  | Update
  | { readonly kind: 'list' }
  | { readonly kind: 'read'; readonly by: Addressing }
  | { readonly kind: 'delete'; readonly by: Addressing; readonly isLast: boolean };

/** The verb of the nth update: where there is one at each address, another one in the next collection and turn. */
const verbOf = (collection: Collection, nth: number, turn: number): UpdateVerb =>
  updateVerbs[(startOf(collection) + turn + nth) % updateVerbs.length] ?? 'PATCH';

/** How much is done to a record. */
export interface Extent {
  /** The addresses at which records are deleted. */
  readonly deletedBy: readonly Addressing[];
  /** How often it is updated by every verb at each address; where never, then by one verb at each. */
  readonly rounds: 0 | 1 | 2;
}

/** Each update sends other values than the one before; the second round begins one later, so that each sends what it did not. */
function updatesOf(collection: Collection, turn: number, rounds: Extent['rounds']) {
  const ways = addressings(collection);
  const round = updateVerbs.flatMap((_, at) =>
    ways.map((by, nth) => ({ kind: 'update', by, verb: verbOf(collection, nth + at, turn) }) as const),
  );
  const updates = [...round, ...round.slice(1), ...round.slice(0, 1)].slice(
    0,
    rounds === 0 ? ways.length : rounds * round.length,
  );
  return updates.map((one, nth): Update => ({ ...one, values: nth % 2 === 0 ? 'change' : 'body' }));
}

/** How many updates there are. */
export const countUpdates = (collection: Collection, { rounds }: Pick<Extent, 'rounds'>): number =>
  updatesOf(collection, 0, rounds).length;

/** What a read finds before an update is what it is to find after the update by the address before; the list comes last. */
export function stepsOf(collection: Collection, turn: number, { deletedBy, rounds }: Extent): readonly Step[] {
  const count = addressings(collection).length;
  const updates = updatesOf(collection, turn, rounds);
  return [
    ...updates.slice(0, count).flatMap((update): Step[] => [{ kind: 'read', by: update.by }, update]),
    ...updates.slice(count),
    { kind: 'list' },
    ...deletedBy.map((by): Step => ({ kind: 'delete', by, isLast: by === deletedBy.at(-1) })),
  ];
}

/** What is made and updated in a language. */
export interface LocalizedDraft {
  readonly collection: Collection;
  readonly body: Payload;
  /** New values. */
  readonly change: Payload;
  readonly via: Via;
}

/** What came of it so far. */
interface MadeRecord {
  readonly record: LocalizedDraft;
  readonly made: Made;
  /** What was sent last. */
  readonly sent: JsonObject;
}

/** Expects one request of a record, or of its like, to be accepted in its language; gives what was then sent last. */
async function expectAccepted(calendar: Calendar, step: Step, one: MadeRecord): Promise<JsonObject> {
  const { record, made, sent } = one;
  const { collection, via } = record;
  const at = (by: Addressing, other = made): Promise<Address> => addressOf(calendar, other, by, via);
  if (step.kind === 'list') {
    await expectListed(calendar, one);
  } else if (step.kind === 'read') {
    await expectRead(calendar, await at(step.by), one);
  } else if (step.kind === 'update') {
    return expectUpdated(calendar, await at(step.by), one, step);
  } else {
    const other = step.isLast ? made : await expectMade(calendar, record);
    const exchange = await calendar.remove(collection, await at(step.by, other), via);
    expectSuccess(exchange, `a DELETE of a record of ${collection} ${toWords(via)}`);
  }
  return sent;
}

/** Expects a record to be created in its language. */
const expectMade = async (calendar: Calendar, { collection, body, via }: LocalizedDraft): Promise<Made> =>
  expectCreated(calendar, await calendar.create(collection, body, via));

async function expectRead(calendar: Calendar, address: Address, { record, made, sent }: MadeRecord): Promise<void> {
  const { collection, via } = record;
  const { exchange, ...shown } = await expectFound(calendar, collection, address, via);
  expectThat(shown.id === made.id, {
    kind: 'value',
    expected: `record ${made.id}`,
    observed: `record ${shown.id}`,
    exchange,
  });
  expectFields(calendar, sent, { shown, where: `the item ${toWords(via)}`, exchange });
}

async function expectListed(calendar: Calendar, { record, made, sent }: MadeRecord): Promise<void> {
  const { collection, via } = record;
  const exchange = await calendar.list(collection, holding(calendar, { ...made, body: sent }), via);
  expectSuccess(exchange, `a list ${toWords(via)}`);
  const shown = calendar.lens.page(collection, exchange).items.find(({ id }) => id === made.id);
  if (shown && showsFields(calendar, shown))
    expectFields(calendar, sent, { shown, where: `the list ${toWords(via)}`, exchange });
}

/**
 * What lists the record: events years ahead and terms of no event are not listed by default, and how an empty list is
 * answered is not stated.
 */
const holding = ({ profile }: Calendar, { collection, body }: Made): ListQuery =>
  collection === 'events' ? narrow(collection, body, profile) : unfilteredFor(profile, collection);

/** All fields are sent, the name as it was, so that the record keeps its slug. */
async function expectUpdated(
  calendar: Calendar,
  address: Address,
  { record: { collection, via, ...bodies }, made }: MadeRecord,
  { verb, values }: Update,
): Promise<JsonObject> {
  const { label } = resourceOf(collection);
  const changed = { ...bodies[values], [label]: toText(made.body[label]) };
  const { body, exchange } = await calendar.update(collection, address, verb, changed, via);
  const way = `a ${verb} of a record of ${collection} ${toWords(via)}`;
  expectSuccess(exchange, way);
  const shown = calendar.lens.recordIfAny(collection, exchange);
  if (shown && showsFields(calendar, shown))
    expectFields(calendar, body, { shown, where: `the response to ${way}`, exchange });
  return body;
}

/** Expects a record to be created in its language, and each step to be accepted and to show what was sent last. */
export async function expectLifeCycle(
  calendar: Calendar,
  record: LocalizedDraft,
  steps: readonly Step[],
): Promise<void> {
  const made = await expectMade(calendar, record);
  let sent = made.body;
  for (const step of steps) sent = await expectAccepted(calendar, step, { record, made, sent });
}
