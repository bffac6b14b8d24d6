import { expect, test } from 'vitest';
import { addMonths, afterDay, afterSecond, parseDateTime } from '../../../reference-server/site/date-text.js';

test.each([
  ['2028-02-29', '2028-02-29 00:00:00'],
  ['2030-02-29', undefined],
  ['2030-00-01', undefined],
  ['2030-01-01 23:60:00', undefined],
  ['0999-01-01', undefined],
  ['9999-12-31 23:59:59', '9999-12-31 23:59:59'],
  [' 2030-01-01', undefined],
  ['2030-01-01 10', undefined],
])('%j parses to %j', (text, parsed) => {
  expect(parseDateTime(text)).toBe(parsed);
});

test('bounds sort right after what they bound', () => {
  expect(afterDay('2030-01-31 10:00:00') > '2030-01-31 23:59:59').toBe(true);
  expect(afterDay('2030-01-31 10:00:00') < '2030-02-01 00:00:00').toBe(true);
  expect(afterSecond('2030-01-31 10:00:00') > '2030-01-31 10:00:00').toBe(true);
  expect(afterSecond('2030-01-31 10:00:00') < '2030-01-31 10:00:01').toBe(true);
});

test('a month without that day ends earlier', () => {
  expect(addMonths('2028-02-29 10:00:00', 24)).toBe('2030-02-28 10:00:00');
  expect(addMonths('2030-12-15 00:00:00', 1)).toBe('2031-01-15 00:00:00');
});
