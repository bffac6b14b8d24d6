import { resourceOf } from '../../contract/resources.js';
import { requiredOnly } from '../../generators/payload.js';
import { expectThat } from '../../harness/expectations.js';
import { markOf } from '../../target/narrow.js';
import { requirement } from '../../target/subject.js';
import { addDays } from '../../target/world/wall-clock.js';
import { askPage } from '../lists/ask-page.js';
import { decided } from './expect-answer.js';

const inTwoYears = (day: string): string => `${Number(day.slice(0, 4)) + 2}${day.slice(4).replace('-02-29', '-02-28')}`;

/** Days, as far from today, and whether a list without dates shows an event that is all on that day. */
const days = (today: string): readonly (readonly [day: string, isShown: boolean])[] => [
  [addDays(today, -2), false],
  [addDays(inTwoYears(today), -2), true],
  [addDays(inTwoYears(today), 3), false],
];

export const windowsByDefault = requirement({
  ...decided,
  id: 'reference.query.default-window',
  clause: 'gap.query.default-window',
  operations: ['events.list'],
  needs: ['events.create', 'events.list'],
  effects: 'writes',
  statement:
    'A list without dates holds what has not ended before today and starts within 24 months, and nothing else.',
  cost: 9,
  given: (world) => requiredOnly(resourceOf('events'), world),
  async check({ calendar, world }, body) {
    for (const [day, isShown] of days(world.today)) {
      const made = await calendar.make('events', {
        ...body,
        start_date: `${day} 10:00:00`,
        end_date: `${day} 11:00:00`,
      });
      const { items, exchange } = await askPage(calendar, 'events', { search: markOf('events', made.body) });
      const observed = items.some(({ id }) => id === made.id) ? 'shown' : 'not shown';
      const expected = isShown ? 'shown' : 'not shown';
      expectThat(expected === observed, { kind: 'selection', expected: `${day} ${expected}`, observed, exchange });
    }
  },
});
