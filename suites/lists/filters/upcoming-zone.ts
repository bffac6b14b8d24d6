import fc from 'fast-check';
import { toWireId } from '../../../adapter/calendar/calendar.js';
import { addSeconds } from '../../../adapter/notation/day-times.js';
import { byId } from '../../../adapter/reading/paths.js';
import type { CalendarRequirement } from '../../../adapter/subject.js';
import { resourceOf } from '../../../contract/resources.js';
import { payload } from '../../../generators/payload.js';
import { DoesNotApply } from '../../../kernel/deviation.js';
import { expectThat } from '../../../kernel/expectations.js';
import { Inconclusive } from '../../../wire/errors.js';
import { expectFound } from '../../expect/expect-shown.js';
import { findListed } from '../../expect/find-listed.js';
import { listRule } from '../../queries/list-rule.js';
import { expectOffsets } from '../../time/expect-utc.js';

/** The zone that is furthest ahead, in seconds. */
const [ZONE, AHEAD] = ['Pacific/Kiritimati', 14 * 3600] as const;
const HOUR = 3600;

/** In the middle between the two clocks, so that ours may be hours off that of the target. */
const OVER_SINCE = AHEAD / 2;

const toWall = (ms: number): string => new Date(ms).toISOString().slice(0, 19).replace('T', ' ');

/** An event that has been over for hours, though its end is hours ahead on the clocks of most other zones. */
const overSince = (now: number) => {
  const end = addSeconds(toWall(now), AHEAD - OVER_SINCE);
  return { timezone: ZONE, start_date: addSeconds(end, -HOUR), end_date: end };
};

/** Nothing says on which clock an event is upcoming: what is over everywhere is not. */
export const countsOverInItsZone: CalendarRequirement = listRule({
  collection: 'venues',
  parameter: 'only_with_upcoming',
  rule: 'zone',
  level: 'SHOULD',
  alsoCovers: ['event.field.timezone'],
  effects: 'writes',
  needs: ['venues.create', 'events.create', 'events.read', 'lists.created'],
  witnesses: [],
  statement: 'An event that has ended is not upcoming, though the clocks of its time zone are ahead of others.',
  cost: 6,
  given: (world) =>
    fc.record({
      place: payload(resourceOf('venues'), world, { only: [] }),
      body: payload(resourceOf('events'), world, { only: [] }),
    }),
  async arrange({ calendar }, { place, body }) {
    const venue = await calendar.make('venues', place);
    const { at: now } = venue.exchange;
    if (now === undefined) throw new Inconclusive('it is not known when the venue was made');
    const event = await calendar.make('events', { ...body, ...overSince(now), venue: [toWireId(venue.id)] });
    return { venue, event };
  },
  async check({ calendar }, _, { venue, event }) {
    const found = await expectFound(calendar, 'events', byId(event));
    if (expectOffsets(calendar, found).some(({ seconds }) => seconds !== AHEAD))
      throw new DoesNotApply(`events are not on the clock of ${ZONE}`);
    const { shown, exchange } = await findListed(calendar, venue, { only_with_upcoming: true });
    const expected = `no venues/${venue.id}, as its only event is over`;
    expectThat(!shown, { kind: 'selection', expected, observed: 'a list that contains it', exchange });
  },
});
