import fc, { type Arbitrary } from 'fast-check';
import { type Made, toWireId } from '../../adapter/calendar/calendar.js';
import { byId } from '../../adapter/reading/paths.js';
import { browse } from '../../adapter/reading/browse.js';
import { type CalendarRequirement, requirement, type Subject } from '../../adapter/subject.js';
import type { World } from '../../adapter/world/world.js';
import { eventRelations, type Relation, relations, resourceOf } from '../../contract/resources.js';
import { payload } from '../../generators/payload.js';
import type { ListQuery, Payload, Ref } from '../../generators/wire-value.js';
import { DoesNotApply } from '../../kernel/deviation.js';
import { expectSuccess } from '../../kernel/expectations.js';
import { allOrFewer } from '../arbitraries/subsets.js';
import { expectMembership } from '../expect/expect-list.js';
import { listAround } from '../queries/base-query.js';

/** A relation, what an event is linked to by it at first, and what instead. */
interface Move {
  readonly relation: Relation;
  readonly from: Ref;
  readonly to: Ref;
}

/** Moves between any two records that lists show and that are below no other, where the world has two. */
function movesBy(world: World, relation: Relation): readonly Arbitrary<Move>[] {
  const records = world
    .of(eventRelations[relation])
    .filter(({ payload: { status, parent } }) => status === undefined && parent === undefined);
  const refs = records.map(({ ref }) => ref);
  const moves = refs.flatMap((from) => refs.filter((to) => to !== from).map((to) => ({ relation, from, to })));
  return moves.length === 0 ? [] : [fc.constantFrom(...moves)];
}

const linksTo = (moves: readonly Move[], end: 'from' | 'to'): Payload =>
  Object.fromEntries(moves.map((move) => [move.relation, [move[end]]]));

/** Of the two names that the parameter has for terms, each kind is asked by one. */
const parameterOf = (relation: Relation): 'event' | 'post' => (relation === 'categories' ? 'post' : 'event');

/** Expects a list by the event to contain what the event is linked to, and not the other record. */
async function expectListedByEvent(
  { calendar }: Subject,
  event: Made,
  { relation, linked, other }: { readonly relation: Relation; readonly linked: Ref; readonly other: Ref },
): Promise<void> {
  const collection = eventRelations[relation];
  const browsed = await browse(calendar, collection, { [parameterOf(relation)]: toWireId(event.id) });
  expectMembership(browsed, { collection, id: calendar.idOf(linked) }, true);
  expectMembership(browsed, { collection, id: calendar.idOf(other) }, false);
}

/** A list of events by what the event was linked to. */
async function expectLeft(subject: Subject, event: Made, { relation, from }: Move): Promise<void> {
  const query: ListQuery = { ...listAround(subject.world, 'events', event.body), [relation]: [from] };
  expectMembership(await browse(subject.calendar, 'events', query), event, false);
}

/** Both sides of a link are asked: each may have an index of its own, to which moves only add, or answers that it keeps. */
export const movesLinks: CalendarRequirement = requirement({
  id: 'events.update.moved-links',
  level: 'MUST',
  clause: 'coherence.relations',
  alsoCovers: [
    'venue.list.event',
    'organizer.list.event',
    'category.list.post',
    'tag.list.event',
    'coherence.kept-write',
  ],
  operations: ['events.update.patch', ...relations.map((relation) => `${eventRelations[relation]}.list` as const)],
  profile: 'coherence',
  needs: ['events.create', 'events.update.patch', 'events.list', 'lists.created'],
  effects: 'writes',
  // What is kept of a list is read anew after any write: those of others would hide it.
  alone: true,
  statement:
    'Once an event is linked to other records, lists by the event contain these and not the former ones, and lists of events by the former ones do not contain it.',
  cost: 3 + 3 * relations.length,
  given: (world) =>
    fc.record({
      base: payload(resourceOf('events'), world, { only: [] }),
      moves: allOrFewer(relations.flatMap((relation) => movesBy(world, relation))),
    }),
  arrange: ({ calendar }, { base, moves }) => calendar.make('events', { ...base, ...linksTo(moves, 'from') }),
  async check(subject, { moves }, event) {
    if (moves.length === 0) throw new DoesNotApply('the test data has no two records that events can be linked to');
    for (const { relation, from, to } of moves)
      await expectListedByEvent(subject, event, { relation, linked: from, other: to });
    const { exchange } = await subject.calendar.update('events', byId(event), 'PATCH', linksTo(moves, 'to'));
    expectSuccess(exchange, 'a PATCH of the links');
    for (const { relation, from, to } of moves)
      await expectListedByEvent(subject, event, { relation, linked: to, other: from });
    for (const move of moves) await expectLeft(subject, event, move);
  },
});
