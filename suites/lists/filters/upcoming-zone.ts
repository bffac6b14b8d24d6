import fc from 'fast-check';
import { type Made, toWireId } from '../../../adapter/calendar/calendar.js';
import { addDays, addSeconds, atTime, dayOf } from '../../../adapter/notation/day-times.js';
import { byId } from '../../../adapter/reading/paths.js';
import type { CalendarRequirement, Subject } from '../../../adapter/subject.js';
import { resourceOf } from '../../../contract/resources.js';
import { payload } from '../../../generators/payload.js';
import type { Payload } from '../../../generators/wire-value.js';
import { DoesNotApply } from '../../../kernel/deviation.js';
import { expectThat } from '../../../kernel/expectations.js';
import { expectFound } from '../../expect/expect-shown.js';
import { findListed, type Listed } from '../../expect/find-listed.js';
import { listRule } from '../../queries/list-rule.js';
import { expectOffsets } from '../../time/expect-utc.js';

/** The zone that is furthest ahead, in seconds. */
const [ZONE, AHEAD] = ['Pacific/Kiritimati', 14 * 3600] as const;
const HOUR = 3600;

/** In the middle between the two clocks, so that ours may be hours off that of the target. */
const OVER_SINCE = AHEAD / 2;

const toWall = (ms: number): string => new Date(ms).toISOString().slice(0, 19).replace('T', ' ');

/** An event that ended hours ago, though its end is hours ahead on most other clocks. */
function overInItsZone(now: number) {
  const end = addSeconds(toWall(now), AHEAD - OVER_SINCE);
  return { timezone: ZONE, start_date: addSeconds(end, -HOUR), end_date: end };
}

/** An event that is over, on a day that is not. */
function overToday(now: number) {
  const day = dayOf(toWall(now));
  return { timezone: 'UTC', start_date: atTime(day, '00:00:00'), end_date: atTime(day, '00:00:01') };
}

/** The present. @throws DoesNotApply when the run has a date of its own (`--now`): the target may have another. */
function presentOf({ world }: Subject, { exchange: { at = 0 } }: Made): number {
  const near = [-1, 0, 1].map((days) => addDays(world.today, days));
  if (!near.includes(dayOf(toWall(at)))) throw new DoesNotApply('the run has a date of its own');
  return at;
}

/** Nothing says which clock decides, or whether an event is over before its day is; but every zone is treated alike. */
export const countsOverInItsZone: CalendarRequirement = listRule({
  collection: 'venues',
  parameter: 'only_with_upcoming',
  rule: 'zone',
  level: 'SHOULD',
  alsoCovers: ['event.field.timezone'],
  effects: 'writes',
  needs: ['venues.create', 'events.create', 'events.read', 'lists.created'],
  witnesses: [],
  statement: 'An event that has ended is not upcoming, even if the clocks of its time zone are ahead.',
  cost: 8,
  given: (world) =>
    fc.record({
      place: payload(resourceOf('venues'), world, { only: [] }),
      body: payload(resourceOf('events'), world, { only: [] }),
    }),
  async arrange(subject, { place, body }) {
    const { calendar } = subject;
    const venue = await calendar.make('venues', place);
    const now = presentOf(subject, venue);
    const make = (times: Payload): Promise<Made> =>
      calendar.make('events', { ...body, ...times, venue: [toWireId(venue.id)] });
    const listed = (): Promise<Listed> => findListed(calendar, venue, { only_with_upcoming: true });
    await make(overToday(now));
    if ((await listed()).shown) throw new DoesNotApply('an event is upcoming until its day is over');
    return { venue, listed, event: await make(overInItsZone(now)) };
  },
  async check({ calendar }, _, { venue, listed, event }) {
    const found = await expectFound(calendar, 'events', byId(event));
    if (expectOffsets(calendar, found).some(({ seconds }) => seconds !== AHEAD))
      throw new DoesNotApply(`events are not on the clock of ${ZONE}`);
    const { shown, exchange } = await listed();
    const expected = `no venues/${venue.id}, as its events are over`;
    expectThat(!shown, { kind: 'selection', expected, observed: 'a list that contains it', exchange });
  },
});
