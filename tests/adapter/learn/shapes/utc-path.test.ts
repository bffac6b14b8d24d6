import { describe, expect, test } from 'vitest';
import { addSeconds } from '../../../../adapter/notation/day-times.js';
import { findOnSiteClock, findUtc } from '../../../../adapter/learn/shapes/learn-fields.js';

const start = '2033-01-10 12:00:00';

/** An event in a zone, beside its start another time called `began`. */
const event = (timezone: string, began: string) => ({ sent: { timezone }, json: { start_date: start, began } });

const newYork = event('America/New_York', '2033-01-10T17:00:00Z');
const tokyo = event('Asia/Tokyo', '2033-01-10 03:00:00');

test('a time in UTC is found by its value', () => {
  expect(findUtc('utc_start_date', [newYork, tokyo])).toEqual(['began']);
  expect(findUtc('slug', [newYork, tokyo])).toBeUndefined();
});

test('an error in one zone of several is not learned as a feature', () => {
  const rounded = event('Asia/Kolkata', '2033-01-10 07:00:00');
  expect(findUtc('utc_start_date', [rounded, newYork, tokyo])).toEqual(['began']);
});

test('a time that is right in only one zone, or in few, is another field', () => {
  expect(findUtc('utc_start_date', [newYork])).toBeUndefined();
  expect(findUtc('utc_start_date', [newYork, event('Asia/Tokyo', start)])).toBeUndefined();
  const others = ['Asia/Kolkata', 'Asia/Kathmandu'].map((zone) => event(zone, start));
  expect(findUtc('utc_start_date', [newYork, tokyo, ...others])).toBeUndefined();
});

describe('where all times are on the clock of the site', () => {
  const end = '2033-01-10 13:30:00';
  /** An event with second times so many hours before those on the wall. */
  const shown = (timezone: string, [before, after]: readonly [number, number]) => ({
    sent: { timezone },
    json: {
      start_date: start,
      end_date: end,
      began: addSeconds(start, -3600 * before),
      over: addSeconds(end, -3600 * after),
    },
  });
  const zones = ['America/New_York', 'Asia/Tokyo'] as const;

  test('times in UTC are found by the offset of one zone', () => {
    const events = zones.map((zone) => shown(zone, [1, 1]));
    expect(findOnSiteClock('utc_start_date', events)).toEqual(['began']);
    expect(findOnSiteClock('utc_end_date', events)).toEqual(['over']);
    expect(findOnSiteClock('slug', events)).toBeUndefined();
  });

  test('a record without these times does not hide them', () => {
    const bare = { sent: { timezone: 'Asia/Kolkata' }, json: { start_date: start, end_date: end } };
    expect(findOnSiteClock('utc_start_date', [...zones.map((zone) => shown(zone, [1, 1])), bare])).toEqual(['began']);
  });

  test('a time beside the start alone, one of one zone, or one that varies, is another field', () => {
    expect(
      findOnSiteClock(
        'utc_start_date',
        zones.map((zone) => shown(zone, [1, 0])),
      ),
    ).toBeUndefined();
    expect(findOnSiteClock('utc_start_date', [shown('Asia/Tokyo', [1, 1])])).toBeUndefined();
    const varied = zones.map((zone, at) => shown(zone, [1 + 2 * at, 1 + 2 * at]));
    expect(findOnSiteClock('utc_start_date', varied)).toBeUndefined();
  });
});
