import fc from 'fast-check';
import type { Calendar } from '../../adapter/calendar/calendar.js';
import { addDays, addSeconds, atTime, dayOf } from '../../adapter/notation/day-times.js';
import { byId } from '../../adapter/reading/paths.js';
import { utcOffsetOf } from '../../adapter/reading/utc-offset.js';
import { requirement } from '../../adapter/subject.js';
import { resourceOf } from '../../contract/resources.js';
import { payload } from '../../generators/payload.js';
import { expectSuccess, expectThat } from '../../kernel/expectations.js';
import { expectFound } from '../expect/expect-shown.js';
import { mistakes } from '../expect/mistakes.js';
import { expectOffsets, expectUtc, type Read, type Times, zonedEvent } from './expect-utc.js';
import { inTurn } from '../arbitraries/in-turn.js';

const updates = {
  level: 'MUST',
  clause: 'coherence.utc',
  operations: ['events.update.patch'],
  profile: 'coherence',
  needs: ['events.create', 'events.read', 'events.update.patch'],
  effects: 'writes',
} as const;

const between = (day: string, start: string, end: string): Times => ({
  start_date: atTime(day, start),
  end_date: atTime(day, end),
});

const PUBLISHED = '2020-05-06';

/** By how much an event's times are ahead of UTC, and its publication date where that is shown in both. */
function offsetsShown(calendar: Calendar, shown: Read): readonly number[] {
  const published = utcOffsetOf(calendar.lens, shown, 'date', 'date_utc') ?? [];
  return [expectOffsets(calendar, shown), published].flat().map(({ seconds }) => seconds);
}

/** On one day no clock that we send is changed after 03:00: so the two clocks of an event stay as far apart. */
export const movesUtcAlong = requirement({
  ...updates,
  id: 'events.update.utc-times',
  statement: 'When an event or its publication date moves within a day, its UTC times move by the same amount.',
  cost: 5,
  given: (world) => payload(resourceOf('events'), world, { only: ['timezone'] }),
  async arrange({ calendar, world }, body) {
    const day = addDays(dayOf(world.span.from), 40);
    const sent = { ...body, date: atTime(PUBLISHED, '10:00:00'), ...between(day, '10:00:00', '12:00:00') };
    const made = await calendar.make('events', sent);
    const before = offsetsShown(calendar, await expectFound(calendar, 'events', byId(made)));
    const later = { date: atTime(PUBLISHED, '15:00:00'), ...between(day, '15:00:00', '16:30:00') };
    expectSuccess((await calendar.update('events', byId(made), 'PATCH', later)).exchange, 'a PATCH');
    return { made, before };
  },
  async check({ calendar }, _, { made, before }) {
    const { exchange, ...shown } = await expectFound(calendar, 'events', byId(made));
    const after = offsetsShown(calendar, { ...shown, exchange });
    const [expected = '', observed = ''] = [before, after].map((offsets) => `${offsets.join(' and ')} s`);
    const details = { expected: `times ${expected} ahead of UTC, as before`, observed, exchange };
    expectThat(expected === observed, { kind: 'value', ...details, about: { mistake: mistakes.clocksDisagree } });
  },
});

const FROM = 'Asia/Tokyo';

/** In seconds; on that day no clock that we send is changed. */
const LENGTH = 7200;

/** Whichever of its times follow the zone, both do. */
function expectAsLong(calendar: Calendar, { exchange, ...shown }: Read): void {
  const [start = '', end = ''] = expectOffsets(calendar, shown).map(({ local }) => local);
  const details = { expected: `an end ${LENGTH} s after ${start}, as before`, observed: end, exchange };
  expectThat(addSeconds(start, LENGTH) === end, { kind: 'value', ...details });
}

/** Whether the local times stay or the instants do is open: they agree in the new zone either way. */
export const followsTimezone = requirement({
  ...updates,
  id: 'events.update.utc-timezone',
  alsoCovers: ['event.field.timezone'],
  statement:
    'When the time zone of an event changes, its UTC times match its local times in the new zone, and it is as long as before.',
  cost: 4,
  given: (_, { turn }) =>
    fc.record({ timezone: inTurn(['America/New_York', 'Europe/Amsterdam', 'Asia/Kolkata'], turn) }),
  async arrange({ calendar, world }, change) {
    const day = addDays(dayOf(world.span.from), 80);
    const made = await calendar.make('events', zonedEvent(FROM, between(day, '10:00:00', '12:00:00')));
    expectSuccess((await calendar.update('events', byId(made), 'PATCH', change)).exchange, 'a PATCH');
    return made;
  },
  async check({ calendar }, { timezone }, made) {
    const found = await expectFound(calendar, 'events', byId(made));
    expectUtc(calendar, found, timezone);
    expectAsLong(calendar, found);
  },
});
