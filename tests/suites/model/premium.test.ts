import { expect, test } from 'vitest';
import { type Ref, ref } from '../../../generators/wire-value.js';
import { hasGeoloc, isNear } from '../../../suites/model/event-conditions.js';
import { aPool, made } from './a-pool.js';

const [pier, shed, unknown] = [ref('venues', 'pier'), ref('venues', 'shed'), ref('venues', 'unknown')];
const pool = aPool([made(pier, { venue: 'Pier', geo_lat: 52.37, geo_lng: 4.89 }), made(shed, { venue: 'Shed' })]);

const judge = (value: boolean, ...venue: readonly Ref[]) =>
  hasGeoloc(made(ref('events', 'fair'), { title: 'Fair', venue }), value, { pool, query: {} });

test('an event is located by any of its venues', () => {
  expect(judge(true, pier)).toBe('in');
  expect(judge(true, shed, pier)).toBe('in');
  expect(judge(true, shed)).toBe('out');
  expect(judge(true)).toBe('out');
  expect(judge(false, shed)).toBe('in');
  expect(judge(false, pier)).toBe('out');
});

test('what a venue is that was not found on the target is open', () => {
  expect(judge(true, unknown)).toBe('open');
  expect(judge(true, unknown, pier)).toBe('in');
  expect(judge(false, unknown)).toBe('open');
  const event = made(ref('events', 'fair'), { title: 'Fair', venue: [unknown] });
  expect(isNear(event, true, { pool, query: { geoloc_lat: 52.37, geoloc_lng: 4.89 } })).toBe('open');
});
