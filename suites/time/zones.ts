import fc from 'fast-check';
import { type Address, byId } from '../../target/paths.js';
import { type CalendarRequirement, requirement } from '../../target/subject.js';
import { expectFound } from '../expect-shown.js';
import { expectUtc } from './expect-utc.js';
import { acrossChange, type Nth, zonedEvent } from './zoned-event.js';

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
    statement: 'In the north, times in UTC follow the clock of the zone up to a change of it and after it.',
    groups: [['Europe/Amsterdam'], ['America/New_York'], ['America/Los_Angeles'], ['Europe/London']],
  },
  {
    name: 'southern',
    statement: 'In the south, times in UTC follow the clock of the zone up to a change of it and after it.',
    groups: [['Australia/Sydney'], ['Pacific/Auckland']],
  },
  {
    name: 'part-hours',
    statement: 'Times in UTC follow zones that are off by, or change by, a part of an hour.',
    groups: [['Asia/Kolkata', 'Australia/Eucla', 'Australia/Lord_Howe']],
  },
  {
    name: 'fixed',
    statement:
      'Times in UTC follow zones that are named for a fixed offset, which their names write with the sign reversed.',
    groups: [['Etc/GMT+9', 'Etc/GMT-5']],
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
    given: ({ span }) =>
      fc
        .tuple(fc.constantFrom(...groups), fc.constantFrom<Nth>(0, 1))
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
