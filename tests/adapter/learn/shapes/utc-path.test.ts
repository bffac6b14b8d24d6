import { expect, test } from 'vitest';
import { findUtc } from '../../../../adapter/learn/shapes/learn-fields.js';

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

test('where all times are on the clock of the site, a time in UTC is found by the offset of one zone', () => {
  const inNewYork = event('America/New_York', '2033-01-10 11:00:00');
  const inTokyo = (began: string) => event('Asia/Tokyo', began);
  expect(findUtc('utc_start_date', [inNewYork, inTokyo('2033-01-10 11:00:00')])).toEqual(['began']);
  expect(findUtc('utc_start_date', [inNewYork])).toBeUndefined();
  expect(findUtc('utc_start_date', [inNewYork, inTokyo('2033-01-10 09:00:00')])).toBeUndefined();
});

test('the end of an event is not its start in UTC', () => {
  const end_date = '2033-01-10 13:00:00';
  const events = ['America/New_York', 'Asia/Tokyo'].map((timezone) => ({
    sent: { timezone, end_date },
    json: { start_date: start, until: end_date },
  }));
  expect(findUtc('utc_start_date', events)).toBeUndefined();
});
