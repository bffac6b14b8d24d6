import fc from 'fast-check';
import { toWireId } from '../../adapter/calendar/calendar.js';
import { addDays, atTime, dayOf } from '../../adapter/notation/day-times.js';
import { browse, type Browsed } from '../../adapter/reading/browse.js';
import { byId } from '../../adapter/reading/paths.js';
import { lift } from '../../adapter/reading/record-queries.js';
import { type CalendarRequirement, requirement, type Subject } from '../../adapter/subject.js';
import type { World } from '../../adapter/world/world.js';
import { resourceOf } from '../../contract/resources.js';
import { payload } from '../../generators/payload.js';
import type { Payload } from '../../generators/wire-value.js';
import { expectSuccess } from '../../kernel/expectations.js';
import { expectMembership } from '../expect/expect-list.js';

const dayAt = ({ span }: World, place: number): string => addDays(dayOf(span.from), 100 + place);

/** An event of a venue that lasts from one day to another. */
const between = (world: World, body: Payload, venue: string, [first, last]: readonly [number, number]): Payload => ({
  ...body,
  venue: [toWireId(venue)],
  start_date: atTime(dayAt(world, first), '10:00:00'),
  end_date: atTime(dayAt(world, last), '12:00:00'),
});

/** Bounds are laid so far from all times that it is open on no clock what they select. */
const BOUND = 23;

/** Lists the events of a venue that end on one side of the bound. */
function listBy({ calendar, world }: Subject, bound: 'ends_before' | 'ends_after', venue: string): Promise<Browsed> {
  const lifted = lift(world.profile, { from: dayAt(world, -30), to: dayAt(world, 90) });
  return browse(calendar, 'events', { ...lifted, venue: [venue], [bound]: dayAt(world, BOUND) });
}

/** An index may be wrong about the rest of it as soon as something is put in at one of its ends, or taken out. */
export const listsStill: CalendarRequirement = requirement({
  id: 'events.list.fresh.beside',
  level: 'MUST',
  clause: 'coherence.other-records',
  alsoCovers: ['event.list.ends_before', 'event.list.ends_after'],
  operations: ['events.list', 'events.create', 'events.delete'],
  profile: 'coherence',
  needs: ['events.list', 'events.create', 'events.delete', 'venues.create', 'lists.created'],
  effects: 'writes',
  statement: 'Events stay in lists filtered by ends_before and ends_after while others are created and deleted.',
  cost: 13,
  given: (world) =>
    fc.record({
      place: payload(resourceOf('venues'), world, { only: [] }),
      body: payload(resourceOf('events'), world, { only: [] }),
    }),
  async arrange({ calendar, world }, { place, body }) {
    const { id: venue } = await calendar.make('venues', place);
    const make = (days: readonly [number, number]) => calendar.make('events', between(world, body, venue, days));
    return { venue, make, long: await make([0, 60]), short: await make([20, 20]) };
  },
  async check(subject, _, { venue, make, long, short }) {
    const later = await make([80, 80]);
    expectMembership(await listBy(subject, 'ends_before', venue), short, true);
    const earlier = await make([-20, -20]);
    expectMembership(await listBy(subject, 'ends_after', venue), long, true);
    for (const { id } of [earlier, later])
      expectSuccess(await subject.calendar.remove('events', byId({ id })), 'a DELETE');
    expectMembership(await listBy(subject, 'ends_before', venue), short, true);
    expectMembership(await listBy(subject, 'ends_after', venue), long, true);
  },
});
