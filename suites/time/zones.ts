import fc from 'fast-check';
import { createdId } from '../../adapter/calendar/calendar.js';
import { addSeconds } from '../../adapter/notation/day-times.js';
import { type Address, byId } from '../../adapter/reading/paths.js';
import { type CalendarRequirement, requirement } from '../../adapter/subject.js';
import type { Payload } from '../../generators/wire-value.js';
import { Inconclusive } from '../../wire/errors.js';
import { expectFound } from '../expect/expect-shown.js';
import { acrossChange, clockChange, expectUtc, type Nth, zonedEvent } from './expect-utc.js';
import { inTurn } from '../arbitraries/in-turn.js';

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
  statement: 'A local time that a clock change skips or repeats is shown in UTC as one of its two possible instants.',
  cost: 6,
  given: ({ span }, { turn }) =>
    inTurn(['Europe/Amsterdam', 'America/New_York', 'Australia/Sydney'], turn).map((zone) => ({
      zone,
      events: both.flatMap((nth) => amid(zone, span.from, nth)),
    })),
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

/** Zones that a service gets right or wrong together. */
interface Kind {
  readonly name: string;
  readonly statement: string;
  /** One of these groups is drawn, and all zones of it are tried. */
  readonly groups: readonly (readonly string[])[];
}

export const kindsOfZone: readonly Kind[] = [
  {
    name: 'northern',
    statement: 'In northern zones, UTC times match local times just before and just after a clock change.',
    groups: [['Europe/Amsterdam'], ['America/New_York'], ['America/Los_Angeles'], ['Europe/London']],
  },
  {
    name: 'southern',
    statement: 'In southern zones, UTC times match local times just before and just after a clock change.',
    groups: [['Australia/Sydney'], ['Pacific/Auckland']],
  },
  {
    name: 'part-hours',
    statement: 'UTC times match local times in zones with offsets or clock changes of part of an hour.',
    groups: [['Australia/Lord_Howe'], ['Australia/Eucla']],
  },
  {
    name: 'fixed',
    statement: 'UTC times match local times in zones named for a fixed offset, such as Etc/GMT+9, which is behind UTC.',
    groups: [['Etc/GMT+9']],
  },
];

/** An event begins in the last second before its clock is changed, and ends in the first one after. */
export const showsZoneInUtc = ({ name, statement, groups }: Kind): CalendarRequirement =>
  requirement({
    id: `events.create.utc-${name}`,
    level: 'MUST',
    clause: 'coherence.utc',
    alsoCovers: ['event.field.timezone'],
    operations: ['events.create'],
    profile: 'coherence',
    needs: ['events.create', 'events.read'],
    effects: 'writes',
    statement,
    cost: 3 * Math.max(...groups.map(({ length }) => length)),
    // The clocks of a span change twice: what one change hides, the other shows.
    given: ({ span }, { turn }) =>
      fc
        .tuple(inTurn(groups, turn), inTurn<Nth>([0, 1], turn))
        .map(([zones, nth]) => zones.map((zone) => zonedEvent(zone, acrossChange(zone, span.from, nth)))),
    async arrange({ calendar }, events) {
      const made: (Address & { readonly timezone: string })[] = [];
      for (const event of events) {
        made.push({ ...byId(await calendar.make('events', event)), timezone: event.timezone });
      }
      return made;
    },
    async check({ calendar }, _, made) {
      for (const { timezone, ...address } of made) {
        expectUtc(calendar, await expectFound(calendar, 'events', address), timezone);
      }
    },
  });
