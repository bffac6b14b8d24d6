import fc, { type Arbitrary } from 'fast-check';
import { type Calendar, type Made, toWireId } from '../../adapter/calendar/calendar.js';
import { addDays, atTime, dayOf } from '../../adapter/notation/day-times.js';
import { byId } from '../../adapter/reading/paths.js';
import { type CalendarRequirement, requirement } from '../../adapter/subject.js';
import type { World } from '../../adapter/world/world.js';
import { type UpdateVerb, updateVerbs } from '../../contract/operations.js';
import { type Collection, eventRelations, type Relation, relations, resourceOf } from '../../contract/resources.js';
import { payload } from '../../generators/payload.js';
import type { ListQuery, Payload, WireValue } from '../../generators/wire-value.js';
import { expectSuccess, expectThat } from '../../kernel/expectations.js';
import { isRefused } from '../../wire/status.js';
import { inTurn } from '../arbitraries/in-turn.js';
import { allOrFewer } from '../arbitraries/subsets.js';
import { findListed } from '../expect/find-listed.js';
import { itemOperation } from '../expect/record-address.js';
import { expectCount } from './event-counts.js';

const operations = updateVerbs.map((verb) => itemOperation('events', 'id', verb));

/** The list of each kind that holds only what some event has. */
const withEvents: Readonly<Record<Collection, ListQuery>> = {
  events: {},
  venues: { only_with_upcoming: true },
  organizers: { has_events: true },
  categories: { hide_empty: true },
  tags: { hide_empty: true },
};

interface Unlinking {
  readonly event: Payload;
  readonly verb: UpdateVerb;
  readonly bodies: readonly { readonly relation: Relation; readonly body: Payload }[];
}

interface Arranged {
  readonly records: readonly Made[];
  readonly event: Made;
}

/** Expects a record to be in the list of those with events, or not to be. */
async function expectListed(calendar: Calendar, made: Made, present: boolean): Promise<void> {
  const { shown, exchange } = await findListed(calendar, made, withEvents[made.collection]);
  const [names] = Object.keys(withEvents[made.collection]);
  const which = `${made.collection}/${made.id}, ${present ? 'linked to' : 'taken from'} its only event`;
  expectThat((shown !== undefined) === present, {
    kind: 'selection',
    expected: `a list with ${names} ${present ? 'that contains' : 'without'} ${which}`,
    observed: `a list ${present ? 'without it' : 'that contains it'}`,
    exchange,
  });
}

const isTerm = ({ collection }: Made): boolean => collection === 'categories' || collection === 'tags';

/** Unlinks an event from everything; where empty relations are refused, deletes it. */
async function unlink(calendar: Calendar, event: Made, verb: UpdateVerb): Promise<void> {
  const empty: Payload = Object.fromEntries(relations.map((relation) => [relation, []]));
  const { exchange } = await calendar.update('events', byId(event), verb, empty);
  if (isRefused(exchange)) expectSuccess(await calendar.remove('events', byId(event)), 'a DELETE');
  else expectSuccess(exchange, `a ${verb} with empty relations`);
}

/** An upcoming event, and new records of each kind that events are linked to in the test data. */
const unlinking = (world: World, verb: UpdateVerb): Arbitrary<Unlinking> => {
  const kinds = relations.filter((relation) => world.of(eventRelations[relation]).length > 0);
  const day = addDays(dayOf(world.span.from), 100);
  const small = (collection: Collection) => payload(resourceOf(collection), world, { only: [] });
  return fc.record({
    verb: fc.constant(verb),
    event: small('events').map((body) => ({
      ...body,
      start_date: atTime(day, '10:00:00'),
      end_date: atTime(day, '12:00:00'),
    })),
    bodies: allOrFewer(kinds.map((relation) => small(eventRelations[relation]).map((body) => ({ relation, body })))),
  });
};

async function makeLinked(calendar: Calendar, { event, bodies }: Unlinking): Promise<Arranged> {
  const links: Record<string, WireValue> = {};
  const records: Made[] = [];
  for (const { relation, body } of bodies) {
    const made = await calendar.make(eventRelations[relation], body);
    links[relation] = [toWireId(made.id)];
    records.push(made);
  }
  return { records, event: await calendar.make('events', { ...event, ...links }) };
}

/** The lists are read before as well: one that is kept is not emptied by writes to records of other kinds. */
export const emptiesUnlinked: CalendarRequirement = requirement({
  id: 'events.update.unlinked',
  level: 'MUST',
  operations,
  effects: 'writes',
  clause: 'coherence.relations',
  alsoCovers: [
    'venue.list.only_with_upcoming',
    'organizer.list.has_events',
    'category.list.hide_empty',
    'tag.list.hide_empty',
    'coherence.kept-write',
  ],
  profile: 'coherence',
  needs: ['events.create', 'lists.created', ...operations],
  // What is kept of a list is read anew after any write: those of others would hide it.
  alone: true,
  statement:
    'Lists of what has events contain the records of an event, and no longer do once it is unlinked from them; terms then count no events.',
  cost: 21,
  given: (world, { turn }) => inTurn(updateVerbs, turn).chain((verb) => unlinking(world, verb)),
  arrange: ({ calendar }, drawn) => makeLinked(calendar, drawn),
  async check({ calendar }, { verb }, { records, event }) {
    for (const record of records) await expectListed(calendar, record, true);
    await unlink(calendar, event, verb);
    for (const record of records) await expectListed(calendar, record, false);
    for (const record of records.filter(isTerm)) await expectCount(calendar, record, 0);
  },
});
