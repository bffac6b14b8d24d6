import fc from 'fast-check';
import { Temporal } from 'temporal-polyfill';
import { describe, expect, test } from 'vitest';
import { parseUtc } from '../../../reference-server/site/date-text.js';
import { createZones } from '../../../reference-server/site/site-clock.js';

const zones = createZones();

describe('a wall clock to UTC', () => {
  test.each([
    ['2030-07-01 12:00:00', 'Europe/Brussels', '2030-07-01 10:00:00'],
    ['2030-03-31 02:30:00', 'Europe/Brussels', '2030-03-31 01:30:00'],
    ['2030-10-27 02:30:00', 'Europe/Brussels', '2030-10-27 00:30:00'],
    ['2030-01-01 00:00:00', 'UTC', '2030-01-01 00:00:00'],
    ['2030-01-01 00:00:00', 'UTC+5.5', '2029-12-31 18:30:00'],
    ['2030-01-01 00:00:00', 'UTC-3', '2030-01-01 03:00:00'],
    ['2030-01-01 00:00:00', 'UTC+05:45', '2029-12-31 18:15:00'],
    ['9999-12-31 23:59:59', 'UTC-1', '10000-01-01 00:59:59'],
  ])('%s in %s is %s', (wall, zone, utc) => {
    expect(zones.toUtc(wall, zone)).toBe(utc);
  });

  test('agrees with Temporal in gaps, overlaps and everywhere else', () => {
    const names = fc.constantFrom(
      'Europe/Brussels',
      'America/St_Johns',
      'Australia/Lord_Howe',
      'Pacific/Apia',
      'Asia/Gaza',
    );
    const minutes = fc.integer({ min: 0, max: 60 * 24 * 365 * 20 });
    fc.assert(
      fc.property(names, minutes, (zone, minute) => {
        const instant = Date.UTC(2010, 0, 1) + minute * 60_000;
        const wall = new Date(instant).toISOString().slice(0, 19);
        const expected = Temporal.PlainDateTime.from(wall).toZonedDateTime(zone).epochMilliseconds;
        expect(parseUtc(zones.toUtc(wall.replace('T', ' '), zone))).toBe(expected);
      }),
      { numRuns: 2000 },
    );
  });
});

test.each(['', 'Mars/Base', '+05:00', 'UTC+16', 'UTC+', 'utc+x', '../x'])('%j is no zone', (name) => {
  expect(zones.isZone(name)).toBe(false);
});
