import fc from 'fast-check';
import { addDays, atTime, dayOf } from '../../adapter/notation/day-times.js';
import { byId } from '../../adapter/reading/paths.js';
import { requirement } from '../../adapter/subject.js';
import { MARK } from '../../generators/wire-value.js';
import { isGranted } from '../../wire/status.js';
import { expectHandled } from '../expect/expect-handled.js';
import { expectCreated, expectField, expectFound } from '../expect/expect-shown.js';

/** A day that no February has, and one that June has not. */
const impossible = ['02-30', '06-31'] as const;

/** What is no day may be refused. To take it for another one is to keep what nobody sent: many date libraries do so. */
export const movesNoImpossibleDay = requirement({
  id: 'events.create.impossible-day',
  level: 'SHOULD',
  clause: 'event.field.start_date',
  alsoCovers: ['coherence.kept-write'],
  operations: ['events.create'],
  profile: 'coherence',
  needs: ['events.create', 'events.read'],
  effects: 'writes',
  statement: 'A create of an event on a day that its month does not have is refused, or shows that day.',
  cost: 1,
  given: ({ span }) =>
    fc.constantFrom(...impossible).map((day) => {
      const month = `${dayOf(span.from).slice(0, 'YYYY'.length)}-${day.slice(0, 2)}`;
      return {
        title: `No such day ${MARK}`,
        description: `No such day ${MARK}`,
        start_date: atTime(`${month.slice(0, 4)}-${day}`, '10:00:00'),
        end_date: atTime(addDays(`${month}-28`, 10), '12:00:00'),
      };
    }),
  async check({ calendar }, event) {
    const written = await calendar.create('events', event);
    expectHandled(written.exchange, 'a create on such a day');
    if (!isGranted(written.exchange)) return;
    const made = expectCreated(calendar, written);
    const { exchange, ...shown } = await expectFound(calendar, 'events', byId(made));
    const [field, sent] = ['start_date', event.start_date];
    expectField({ calendar, shown, field, sent, where: 'the item, though there is no such day', exchange });
  },
});
