import fc from 'fast-check';
import { addDays, atTime, dayOf, nextLeapDay } from '../../adapter/notation/day-times.js';
import { wallClock } from '../../adapter/notation/shown-values.js';
import { byId } from '../../adapter/reading/paths.js';
import { requirement } from '../../adapter/subject.js';
import { shownFieldId } from '../../contract/clauses/resource-clauses.js';
import { MARK } from '../../generators/wire-value.js';
import { expectThat } from '../../kernel/expectations.js';
import type { JsonObject } from '../../wire/json.js';
import { expectCreated, expectFound, shows, widenings } from '../expect/expect-shown.js';

const TIMES = ['start_date', 'end_date'];

const toDays = (times: JsonObject): string => TIMES.map((name) => wallClock(times[name])).join(' to ');

/** Whole days are shown by the times that were sent, or by midnights (reading `event.all-day.times`). */
export const keepsAllDays = requirement({
  id: 'events.create.all-day-days',
  level: 'MUST',
  clause: 'event.field.all_day',
  alsoCovers: ['event.field.start_date', 'event.field.end_date'],
  operations: ['events.create'],
  profile: 'core',
  needs: ['events.create', 'events.read'],
  effects: 'writes',
  statement: 'An all-day event of several days shows its first day, a leap day, and its last.',
  cost: 3,
  given: ({ span }) => {
    const firstDay = nextLeapDay(dayOf(span.from));
    return fc.integer({ min: 1, max: 6 }).map((days) => ({
      title: `All day ${MARK}`,
      description: `All day ${MARK}`,
      all_day: true,
      start_date: atTime(firstDay, '09:30:00'),
      end_date: atTime(addDays(firstDay, days), '17:00:00'),
    }));
  },
  async check({ calendar }, event) {
    // A leap day is valid: a service that refuses it is wrong, and not merely in the way.
    const made = expectCreated(calendar, await calendar.create('events', event));
    const { exchange, ...shown } = await expectFound(calendar, 'events', byId(made));
    const observed = toDays(Object.fromEntries(TIMES.map((name) => [name, calendar.lens.field(shown, name) ?? null])));
    const allowed = widenings(made.body, true);
    const wrongIn = (times: JsonObject): readonly string[] =>
      TIMES.filter((field) => !shows({ calendar, shown, field, sent: times[field] ?? null }));
    const [wrong = []] = allowed.map(wrongIn).toSorted((one, other) => one.length - other.length);
    const expected = allowed.map(toDays).join(', or ');
    const about = wrong[0] !== undefined && { about: { field: shownFieldId('events', wrong[0]) } };
    expectThat(wrong.length === 0, { kind: 'value', expected, observed, exchange, ...about });
  },
});
