import fc, { type Arbitrary } from 'fast-check';
import { addDays, atTime, dayOf } from '../../adapter/notation/day-times.js';
import { toText } from '../../adapter/notation/shown-values.js';
import type { Calendar, Made } from '../../adapter/calendar/calendar.js';
import { wallClock } from '../../adapter/reading/agreement.js';
import type { Shown } from '../../adapter/reading/lens.js';
import { byId } from '../../adapter/reading/paths.js';
import { markOf } from '../../adapter/reading/record-queries.js';
import { type CalendarRequirement, requirement } from '../../adapter/subject.js';
import type { World } from '../../adapter/world/world.js';
import { updateVerbs } from '../../contract/operations.js';
import { type Collection, resourceOf, resources } from '../../contract/resources.js';
import { malformed } from '../../generators/malformed.js';
import { payload } from '../../generators/payload.js';
import type { Payload } from '../../generators/wire-value.js';
import type { JsonObject, JsonValue } from '../../wire/json.js';
import { expectThat } from '../../kernel/expectations.js';
import { isGranted, isRefused } from '../../wire/status.js';
import { droppableButOne } from '../arbitraries/subsets.js';
import { expectHandled, requireRefused } from '../expect/expect-handled.js';
import { expectFields, expectFound, shows } from '../expect/expect-shown.js';
import { expectNoneMarked } from '../expect/find-listed.js';
import { mistakes } from '../expect/mistakes.js';
import { itemOperation } from '../expect/record-address.js';

/** A create that was refused has made nothing. */
export const createsNothingRefused = (collection: Collection): CalendarRequirement =>
  requirement({
    id: `${collection}.create.refused`,
    level: 'MUST',
    clause: 'coherence.refused-write',
    profile: 'coherence',
    effects: 'writes',
    operations: [`${collection}.create`],
    needs: [`${collection}.create`, `${collection}.list`],
    statement: `A refused create leaves no ${resources[collection].singular} behind.`,
    cost: 2,
    given: (world) => malformed(resourceOf(collection), world).map(({ body, field }) => ({ body, field })),
    async arrange({ calendar }, { body, field }) {
      const written = await calendar.create(collection, body);
      requireRefused(written.exchange);
      return markIn(collection, written.body, field);
    },
    check: ({ calendar }, _, mark) => expectNoneMarked(calendar, collection, mark),
  });

/** The mark of a body, from a field other than the one that is wrong. */
const markIn = (collection: Collection, body: JsonObject, wrong: string): string =>
  wrong === 'description' ? markOf(collection, body) : (toText(body.description).split(' ').at(-1) ?? '');

/** Values of the right type that a service may well refuse for what they say, once it has looked at the others. */
const senseless = ({ span }: World): readonly Payload[] => {
  const day = dayOf(span.from);
  const year = Number(day.slice(0, 'YYYY'.length)) + 1;
  return [
    { end_date: atTime(addDays(day, -3), '12:00:00') },
    { start_date: atTime(`${year}-02-30`, '10:00:00'), end_date: atTime(`${year}-03-10`, '12:00:00') },
    { timezone: 'Europe/Nowhere' },
  ];
};

/** New values that make sense. */
const TEXTS = ['title', 'description'];

/** An update for each, with new texts beside it. */
const senselessUpdates = (world: World): Arbitrary<readonly Payload[]> =>
  droppableButOne(
    senseless(world).map((one) =>
      payload(resourceOf('events'), world, { only: TEXTS }).map(({ title, description }) => ({
        title: title ?? null,
        description: description ?? null,
        ...one,
      })),
    ),
  );

/** Whether a create refuses what an update took, and nothing but that. */
async function isRefusedInCreate(calendar: Calendar, made: Made, values: Payload): Promise<boolean> {
  const create = (body: Payload) => calendar.aside(() => calendar.create('events', { ...made.body, ...body }));
  const [senseless, control] = [await create(values), await create({})];
  return isRefused(senseless.exchange) && isGranted(control.exchange);
}

/** A read of an event after an update, with what it says of its fields. */
interface Read {
  readonly calendar: Calendar;
  readonly made: Made;
  readonly shown: Shown;
}

/** What an event must not show after an update that was taken and a create refuses, in words; undefined where it does not. */
function senselessIn({ calendar, made, shown }: Read, { start_date: start, timezone }: Payload): string | undefined {
  const isKept = (field: string, sent: JsonValue): boolean => shows({ calendar, shown, field, sent });
  const valueOf = (field: string): string => toText(calendar.lens.field(shown, field));
  if (start !== undefined) {
    const isLeft = valueOf('start_date') === '' || isKept('start_date', made.body.start_date ?? null);
    return isLeft ? undefined : `start_date ${valueOf('start_date')}`;
  }
  if (timezone !== undefined) return valueOf('timezone') === timezone ? `timezone ${valueOf('timezone')}` : undefined;
  const [from, to] = ['start_date', 'end_date'].map((field) => wallClock(valueOf(field)));
  return from && to && to < from ? `${from} to ${to}` : undefined;
}

/**
 * Whether an event may end before it starts, or have an impossible day, is open; where a create is refused for that, no
 * update leaves one so, or with another day in its place.
 */
async function expectSense(calendar: Calendar, made: Made, sent: Payload): Promise<void> {
  const values = Object.fromEntries(Object.entries(sent).filter(([field]) => !TEXTS.includes(field)));
  if (!(await isRefusedInCreate(calendar, made, values))) return;
  const { exchange, ...shown } = await expectFound(calendar, 'events', byId(made));
  const observed = senselessIn({ calendar, made, shown }, values);
  const wrong = Object.entries(values).map(([field, value]) => `${field} ${JSON.stringify(value)}`);
  expectThat(observed === undefined, {
    kind: 'state',
    expected: `an update with ${wrong.join(', ')} to be refused or to leave that out, as a create with it is refused`,
    observed: `${observed} after the update`,
    exchange,
  });
}

/** Whether such an update is refused is open, but for an end that creates refuse; what is refused is not written. */
export const changesNothingRefused = requirement({
  id: 'events.update.senseless',
  level: 'MUST',
  clause: 'coherence.refused-write',
  alsoCovers: ['event.update', 'coherence.kept-write', 'http.server-error'],
  operations: updateVerbs.map((verb) => itemOperation('events', 'id', verb)),
  profile: 'coherence',
  needs: ['events.create', 'events.read', 'events.update.post', 'events.update.put', 'events.update.patch'],
  effects: 'writes',
  statement:
    'An update with an impossible day or an unknown zone is refused and changes nothing, or is kept; no event is left as creates refuse it.',
  cost: 6,
  given: (world) =>
    fc.record({
      base: payload(resourceOf('events'), world, { only: TEXTS }),
      updates: senselessUpdates(world),
    }),
  arrange: ({ calendar }, { base }) => calendar.make('events', base),
  async check({ calendar }, { updates }, made) {
    let accepted: JsonObject | undefined;
    for (const [nth, update] of updates.entries()) {
      const verb = updateVerbs[nth % updateVerbs.length] ?? 'PATCH';
      const written = await calendar.update('events', byId(made), verb, update);
      expectHandled(written.exchange, `a ${verb} that makes no sense`);
      if (!isGranted(written.exchange)) continue;
      // What an update that was taken did to the start is open.
      if (accepted === undefined || update.start_date === undefined) await expectSense(calendar, made, update);
      accepted = written.body;
    }
    // What is left of values that make no sense is open.
    const { title = null, description = null } = accepted ?? {};
    const kept = accepted ? { title, description } : made.body;
    const { exchange, ...shown } = await expectFound(calendar, 'events', byId(made));
    const where = 'the item after such updates';
    expectFields(calendar, kept, { shown, where, exchange, mistake: mistakes.writesRefused });
  },
});
