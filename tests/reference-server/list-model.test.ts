import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { WorldEvent } from '../../contract/world-file.js';
import { type Calendar, startCalendar } from './calendar.js';

/** The list judged by reading every event, in seconds since 1970 instead of text. */

const HOUR = 3600;
const DAY = 24 * HOUR;
const FIRST = Date.UTC(2030, 5, 1) / 1000;

const text = (seconds: number): string => new Date(seconds * 1000).toISOString().slice(0, 19).replace('T', ' ');

interface Drawn {
  readonly start: number;
  readonly length: number;
  readonly categories: readonly string[];
  readonly featured: boolean;
  readonly status: 'publish' | 'draft';
}

const hours = (most: number): fc.Arbitrary<number> => fc.integer({ min: 0, max: most }).map((hour) => hour * 6 * HOUR);

const drawnEvent: fc.Arbitrary<Drawn> = fc.record({
  start: hours(40).map((offset) => FIRST + offset),
  length: hours(12),
  categories: fc.subarray(['a', 'b', 'c']),
  featured: fc.boolean(),
  status: fc.constantFrom('publish', 'publish', 'publish', 'draft'),
});

const moment = hours(52).map((offset) => FIRST + offset);
/** Mostly left out, so that together they still select something. */
const optional = <T>(arbitrary: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> =>
  fc.oneof({ arbitrary: fc.constant(undefined), weight: 4 }, { arbitrary, weight: 1 });

const drawnQuery = fc.record({
  start_date: optional(moment),
  end_date: optional(moment),
  starts_after: optional(moment),
  starts_before: optional(moment),
  ends_after: optional(moment),
  ends_before: optional(moment),
  strict_dates: fc.boolean(),
  categories: optional(fc.subarray(['a', 'b', 'c'], { minLength: 1 })),
  featured: optional(fc.boolean()),
  status: optional(fc.constantFrom('publish', 'draft')),
});
type Query = typeof drawnQuery extends fc.Arbitrary<infer T> ? T : never;

const midnight = (seconds: number): number => Math.floor(seconds / DAY) * DAY;

function fits(time: number, on?: number, after?: number, before?: number, strict?: boolean): boolean {
  const sameDay = on === undefined || (midnight(time) === midnight(on) && (!strict || time >= on));
  const late = after === undefined || (strict ? time > after : time >= midnight(after));
  const early = before === undefined || (strict ? time < before : time < midnight(before) + DAY);
  return sameDay && late && early;
}

const matches = (event: Drawn, query: Query): boolean =>
  fits(event.start, query.start_date, query.starts_after, query.starts_before, query.strict_dates) &&
  fits(event.start + event.length, query.end_date, query.ends_after, query.ends_before, query.strict_dates) &&
  (query.categories?.some((name) => event.categories.includes(name)) ?? true) &&
  (query.featured === undefined || query.featured === event.featured) &&
  event.status === (query.status ?? 'publish');

const toWorldEvent = ({ start, length, ...rest }: Drawn, index: number): WorldEvent => ({
  ...rest,
  key: `event-${index}`,
  id: index + 1,
  title: 'Event',
  start_date: text(start),
  end_date: text(start + length),
});

function toQuery(query: Query): string {
  const dates = ['start_date', 'end_date', 'starts_after', 'starts_before', 'ends_after', 'ends_before'];
  const sent = Object.entries(query).filter(([, value]) => value !== undefined);
  return sent.map(([name, value]) => `${name}=${dates.includes(name) ? text(Number(value)) : String(value)}`).join('&');
}

test('a list selects what reading every event selects, in order', async () => {
  const events = fc.array(drawnEvent, { minLength: 20, maxLength: 100, size: 'max' });
  const queries = fc.array(drawnQuery, { minLength: 20, maxLength: 20 });
  const names = ['a', 'b', 'c'];
  const categories = names.map((name) => ({ key: name, name }));
  let selected = 0;
  await fc.assert(
    fc.asyncProperty(events, queries, async (drawn, asked) => {
      const calendar: Calendar = await startCalendar({ world: { categories, events: drawn.map(toWorldEvent) } });
      for (const query of asked) {
        const expected = drawn
          .map((event, index) => ({ event, id: index + 1 }))
          .filter(({ event }) => matches(event, query))
          .toSorted((a, b) => a.event.start - b.event.start || a.id - b.id)
          .map(({ id }) => id);
        selected += expected.length > 0 ? 1 : 0;
        expect(await calendar.ids('events', toQuery(query))).toEqual(expected);
      }
    }),
    { numRuns: 25 },
  );
  expect(selected).toBeGreaterThan(50);
});
