import { describe, expect, test } from 'vitest';
import { nextClockChange, utcOffsetsIn } from '../../../adapter/notation/time-zone.js';

describe('the clock of a zone is ahead of UTC', () => {
  test.each<[string, string, readonly number[]]>([
    ['UTC', '2030-07-01 12:00:00', [0]],
    ['UTC+2', '2030-07-01 12:00:00', [7200]],
    ['UTC-3.5', '2030-07-01 12:00:00', [-12_600]],
    ['UTC+5:45', '2030-07-01 12:00:00', [20_700]],
    ['Etc/GMT-5', '2030-07-01 12:00:00', [18_000]],
    ['Europe/Amsterdam', '2030-07-01 12:00:00', [7200]],
    ['Europe/Amsterdam', '2030-01-01 00:00:00', [3600]],
    ['Asia/Kathmandu', '2030-01-01 00:00:00', [20_700]],
    ['America/New_York', '2030-03-10 03:00:00', [-14_400]],
    ['Australia/Sydney', '2030-01-01 23:59:59', [39_600]],
    ['Mars/Phobos', '2030-01-01 12:00:00', []],
    ['UTCX', '2030-01-01 12:00:00', []],
    ['Asia/Tokyo', 'noon', []],
  ])('%s at %s', (zone, wall, offsets) => {
    expect(utcOffsetsIn(zone, wall)).toEqual(offsets);
  });

  test.each([
    ['skips', '2030-03-31 02:30:00'],
    ['repeats', '2030-10-27 02:30:00'],
  ])('by one of two at a time that it %s', (_, wall) => {
    expect(new Set(utcOffsetsIn('Europe/Amsterdam', wall))).toEqual(new Set([3600, 7200]));
  });
});

describe('the next change of a clock', () => {
  test.each([
    ['Europe/Amsterdam', '2030-01-01', '2030-03-31 01:59:59', '2030-03-31 02:30:00', '2030-03-31 03:00:00'],
    ['Europe/Amsterdam', '2030-07-01', '2030-10-27 01:59:59', '2030-10-27 02:30:00', '2030-10-27 03:00:00'],
    ['Australia/Lord_Howe', '2030-01-01', '2030-04-07 01:29:59', '2030-04-07 01:45:00', '2030-04-07 02:00:00'],
    ['Australia/Lord_Howe', '2030-07-01', '2030-10-06 01:59:59', '2030-10-06 02:15:00', '2030-10-06 02:30:00'],
  ])('in %s after %s', (zone, day, before, amid, after) => {
    expect(nextClockChange(zone, `${day} 12:00:00`)).toEqual({ before, amid, after });
  });

  test('is none where it is never changed', () => {
    expect(nextClockChange('Asia/Kolkata', '2030-01-01 12:00:00')).toBeUndefined();
  });
});
