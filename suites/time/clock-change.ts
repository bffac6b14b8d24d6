import fc from 'fast-check';
import type { Payload } from '../../generators/wire.js';
import { Inconclusive } from '../../harness/errors.js';
import { createdId } from '../../target/calendar.js';
import { byId } from '../../target/paths.js';
import { requirement } from '../../target/subject.js';
import { addSeconds } from '../../target/world/wall-clock.js';
import { expectFound } from '../expect-shown.js';
import { expectUtc } from './expect-utc.js';
import { clockChange, type Nth, zonedEvent } from './zoned-event.js';

const HOUR = 3600;
const both: readonly Nth[] = [0, 1];

/** An event that starts in the midst of what a change skips or repeats. */
function amid(zone: string, from: string, nth: Nth): readonly Payload[] {
  const change = clockChange(zone, from, nth);
  return change ? [zonedEvent(zone, { start_date: change.amid, end_date: addSeconds(change.after, HOUR) })] : [];
}

/** Which of two instants is meant is open (gap `gap.body.clock-change`), and so is whether such a time is taken. */
export const showsChangeInUtc = requirement({
  id: 'events.create.utc-clock-change',
  level: 'MUST',
  clause: 'coherence.utc',
  operations: ['events.create'],
  profile: 'coherence',
  needs: ['events.create', 'events.read'],
  effects: 'writes',
  statement: 'A time that a clock change skips or repeats is in UTC one of the two that it can be.',
  cost: 6,
  given: ({ span }) =>
    fc
      .constantFrom('Europe/Amsterdam', 'America/New_York', 'Australia/Sydney')
      .map((zone) => ({ zone, events: both.flatMap((nth) => amid(zone, span.from, nth)) })),
  async arrange({ calendar }, { events }) {
    const ids: string[] = [];
    for (const event of events) {
      const { exchange } = await calendar.create('events', event);
      ids.push(...[createdId(calendar.lens, 'events', exchange) ?? []].flat());
    }
    if (ids.length === 0) throw new Inconclusive('no event could be created at such a time');
    return ids;
  },
  async check({ calendar }, { zone }, ids) {
    for (const id of ids) expectUtc(calendar, await expectFound(calendar, 'events', byId({ id })), zone);
  },
});
