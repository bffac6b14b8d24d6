import { describe, expect, test } from 'vitest';
import { addDays, addSeconds, atTime, dayOf, isWallClock, nextLeapDay } from '../../../adapter/notation/day-times.js';
import { blankProfile } from '../../../adapter/profile/target-profile.js';
import { nothingProvisioned } from '../../../adapter/world/provisioned-records.js';
import { designLocalized, designWorld, pickDays, WORLD_DAYS } from '../../../adapter/world/world-design.js';
import { createWorld, type WorldRecord } from '../../../adapter/world/world.js';
import { MARK, ref } from '../../../generators/wire-value.js';
import { Inconclusive } from '../../../wire/errors.js';
import { site } from '../ownership/scripted.js';

const record = (key: string, id: string, payload: WorldRecord['payload']): WorldRecord => ({
  ref: ref('events', key),
  id,
  slug: `${key}-slug`,
  status: undefined,
  complete: true,
  payload,
  body: {},
  language: undefined,
});

const days = pickDays({ seed: 1, now: new Date('2026-11-21T10:00:00Z') });

function worldOf(...records: readonly WorldRecord[]) {
  const parts = { localized: [], provisioned: nothingProvisioned };
  return createWorld({ ...days, ...parts, profile: blankProfile(site), records });
}

describe('a world', () => {
  const world = worldOf(
    record('e1', '5', { title: `Sunrise ${MARK}`, start_date: '2030-01-01 00:00:00', end_date: '2030-01-02 00:00:00' }),
    record('e2', '6', { title: 'x y', start_date: '2030-01-02 00:00:00' }),
  );

  test('finds its records by reference and by id', () => {
    expect(world.record(ref('events', 'e1')).id).toBe('5');
    expect(world.refOf('events', '6')).toEqual(ref('events', 'e2'));
    expect(world.refOf('events', '7')).toBeUndefined();
    expect(world.refOf('tags', '5')).toBeUndefined();
    expect(world.refs('events').map(({ key }) => key)).toEqual(['e1', 'e2']);
    expect(world.of('tags')).toEqual([]);
  });

  test('is inconclusive about a record that it lacks', () => {
    expect(() => world.record(ref('events', 'e9'))).toThrow(Inconclusive);
  });

  test('offers the times and words of its records, each time once', () => {
    expect(world.instants).toEqual(['2030-01-01 00:00:00', '2030-01-02 00:00:00']);
    expect(world.words('events')).toEqual(['Sunrise']);
    expect(world.slugs('events')).toEqual(['e1-slug', 'e2-slug']);
  });
});

describe('the design of the world', () => {
  const drafts = designWorld({ ...days, near: true });
  const far = designWorld({ firstDay: days.firstDay, today: days.today, near: false });

  test('refers to earlier records only', () => {
    const seen = new Set<string>();
    for (const { ref: own, payload } of drafts) {
      const refs = Object.values(payload)
        .flat()
        .filter((value) => typeof value === 'object' && value !== null && 'key' in value);
      expect(refs.filter((one) => !seen.has(JSON.stringify(one)))).toEqual([]);
      seen.add(JSON.stringify(own));
    }
  });

  test('names every record once, and carries the mark in what names it and in its description', () => {
    const keys = [...drafts, ...designLocalized(days.firstDay, 'nl')].map(
      ({ ref: { ref: collection, key } }) => `${collection}/${key}`,
    );
    expect(new Set(keys).size).toBe(keys.length);
    const unmarked = drafts.filter(
      ({ payload }) =>
        Object.values(payload).filter((value) => typeof value === 'string' && value.includes(MARK)).length < 2,
    );
    expect(unmarked).toEqual([]);
  });

  test('lies inside its window, more than three years ahead and before 2037; what is near does not', () => {
    const times = far
      .flatMap(({ payload }) => [payload.start_date, payload.end_date])
      .filter((time) => typeof time === 'string');
    expect(times.filter((time) => time < days.window.from || time > `${days.window.to} 00:00:00`)).toEqual([]);
    expect(days.window.to).toBe(addDays(days.window.from, WORLD_DAYS));
    expect(days.window.from >= addDays(days.today, 3 * 365)).toBe(true);
    expect(days.window.to < '2037').toBe(true);
    expect(drafts.length).toBeGreaterThan(far.length);
  });

  test('places nothing near within two days of now', () => {
    const near = designWorld({ firstDay: days.firstDay, today: days.today, near: true })
      .slice(far.length)
      .flatMap(({ payload }) => [payload.start_date, payload.end_date]);
    const [early, late] = [addDays(days.today, -2), addDays(days.today, 3)];
    expect(near.filter((time) => typeof time === 'string' && dayOf(time) > early && dayOf(time) < late)).toEqual([]);
  });
});

test('events a second apart lie in winter and in summer, after the window and before 2037', () => {
  const all = designWorld({ ...days, near: false }).filter(({ ref: { key } }) => /^(winter|summer)-/.test(key));
  const starts = all.map(({ payload: { start_date: start } }) => (typeof start === 'string' ? start : ''));
  expect(starts.map((start) => start.slice(5, 7))).toEqual(['12', '12', '12', '07', '07', '07']);
  expect(starts.map((start) => start.slice(11))).toEqual([...MIDNIGHT, ...MIDNIGHT]);
  expect(starts.filter((start) => start <= days.window.to || start >= '2037')).toEqual([]);
});

const MIDNIGHT = ['23:59:59', '00:00:00', '00:00:01'];

test('the days of a run depend on the year alone, and its own records lie after the world', () => {
  const firstDayOf = (seed: number, now: string) => pickDays({ seed, now: new Date(now) }).firstDay;
  expect(firstDayOf(1, '2026-11-21T10:00:00Z')).toBe('2030-06-20');
  expect(firstDayOf(2, '2027-06-01T23:00:00Z')).toBe('2030-06-20');
  expect(firstDayOf(1, '2027-07-01T10:00:00Z')).toBe('2031-06-20');
  expect(dayOf(days.span.from) > days.window.to).toBe(true);
});

test('days and clocks are moved over months and years', () => {
  expect(addDays('2030-12-31', 1)).toBe('2031-01-01');
  expect(addDays('2032-03-01', -1)).toBe('2032-02-29');
  expect(addSeconds('2030-12-31 23:59:59', 1)).toBe('2031-01-01 00:00:00');
  expect(dayOf(atTime('2030-01-01', '10:00:00'))).toBe('2030-01-01');
});

test.each([
  ['2030-06-01', '2032-02-29'],
  ['2032-02-29', '2032-02-29'],
  ['2032-03-01', '2036-02-29'],
  ['2097-01-01', '2104-02-29'],
])('the first leap day from %s on is %s', (day, leapDay) => expect(nextLeapDay(day)).toBe(leapDay));

test.each([
  ['2030-01-01 00:00:00', true],
  ['0000-00-00 00:00:00', false],
  ['2030-01-01T00:00:00', false],
  ['2030-13-01 00:00:00', false],
  ['soon', false],
  ['', false],
])('%s is a wall clock: %s', (text, is) => expect(isWallClock(text)).toBe(is));
