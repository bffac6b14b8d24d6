import { describe, expect, test } from 'vitest';
import { isSameTime, readTime } from '../../../adapter/notation/shown-time.js';
import type { JsonValue } from '../../../wire/json.js';

const WALL = '2031-08-14 13:03:01';
const ZONE = 'America/New_York';

const isShown = (sent: string, shown: JsonValue, zone?: string): boolean => {
  const [wanted, found] = [readTime(sent), readTime(shown)];
  return wanted !== undefined && found !== undefined && isSameTime(wanted, found, zone);
};

describe('a time is the one that was sent', () => {
  test.each<JsonValue>([
    '2031-08-14T13:03:01',
    '2031-08-14T13:03:01Z',
    '2031-08-14T17:03:01.000Z',
    '2031-08-14 17:03:01 UTC',
    '2031-08-14T13:03:01-04:00',
    '2031-08-14T19:03:01+0200',
    '2031-08-14T19:03:01+02:00[Europe/Amsterdam]',
    1944493381,
    '1944493381',
    1944493381000,
    { date: '2031-08-14 13:03:01.000000', timezone_type: 3, timezone: ZONE },
    { date: '2031-08-14 17:03:01.000000', timezone_type: 3, timezone: 'UTC' },
    { dateTime: '2031-08-14T13:03:01', timeZone: ZONE },
    { date: '2031-08-14', time: '13:03:01', tz: ZONE },
    { date: '2031-08-14', time: '13:03:01', tz: ZONE, dst: true, display: 'tomorrow' },
    { date: '2031-08-14', time: '17:03:01', tz: 'UTC' },
    { utc: '2031-08-14 17:03:01', local: '2031-08-14 13:03:01', zone: ZONE },
    { date_time: '2031-08-14 13:03:01', time_zone: ZONE, timestamp: 1944493381 },
  ])('when it is shown as %j', (shown) => {
    expect(isShown(WALL, shown, ZONE)).toBe(true);
  });
});

describe('a time is another than the one that was sent', () => {
  test.each<JsonValue>([
    '2031-08-14T14:03:01',
    { date: '2031-08-14', time: '14:03:01', tz: ZONE },
    { date: '2031-08-14', time: '' },
    '2031-08-14T18:03:01.000Z',
    '2031-08-14T17:03:00.000Z',
    '2031-08-14T12:03:01-04:00',
    1944493381 + 3600,
    1944493380,
    { date: '2031-08-14 13:03:01.000000', timezone_type: 3, timezone: 'UTC', dateTime: '2031-08-15 13:03:01' },
    '2031-08-14',
  ])('when it is shown as %j', (shown) => {
    expect(isShown(WALL, shown, ZONE)).toBe(false);
  });
});

test('where the zone is not known, an instant is right in any, and no farther from it', () => {
  expect(['2031-08-14T17:03:01Z', '2031-08-13T23:03:01Z'].map((shown) => isShown(WALL, shown))).toEqual([true, true]);
  expect(['2031-08-14T17:03:02Z', '2031-08-12T13:03:01Z'].map((shown) => isShown(WALL, shown))).toEqual([false, false]);
});

test('what a clock shows twice is either of two instants', () => {
  const shown = ['2031-11-02T05:30:00Z', '2031-11-02T06:30:00Z', '2031-11-02T07:30:00Z'];
  expect(shown.map((one) => isShown('2031-11-02 01:30:00', one, ZONE))).toEqual([true, true, false]);
});

test('other notations are not read', () => {
  const others: readonly JsonValue[] = [
    'August 14, 2031 1:03:01 pm',
    '14.08.2031 13:03',
    '2031-08',
    'soon',
    '',
    true,
    {},
    { id: 3, date: '2031-08-14T17:03:01Z' },
    { slug: 'harbor', status: 'publish', date: '2031-08-14 17:03:01' },
  ];
  expect(others.map(readTime).filter((time) => time !== undefined)).toEqual([]);
});
