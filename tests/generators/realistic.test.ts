import { expect, test } from 'vitest';
import { realisticWorld } from '../../generators/realistic.js';
import { expectWorldFile } from './world-files.js';

const now = new Date('2026-11-21T09:00:00Z');
const world = realisticWorld({ seed: 4, events: 200, now });

test('the same options give the same calendar, another seed gives another', () => {
  expect(realisticWorld({ seed: 4, events: 200, now })).toEqual(world);
  expect(realisticWorld({ seed: 5, events: 200, now })).not.toEqual(world);
});

test('holds valid records that refer to each other', () => expectWorldFile(world));

test('has the events asked for, within two years of now, most of them published', () => {
  const starts = (world.events ?? []).map((event) => String(event['start_date'])).toSorted();
  expect(starts).toHaveLength(200);
  expect(starts[0] ?? '').toSatisfy((first: string) => first > '2024-11-20' && first < '2026-01-01');
  expect(starts.at(-1) ?? '').toSatisfy((last: string) => last < '2028-11-22' && last > '2027-10-01');
  expect((world.events ?? []).filter((event) => event['status'] === 'publish').length).toBeGreaterThan(150);
});

test('believable means: all fields are filled in', () => {
  const text = JSON.stringify(world);
  expect(text).not.toMatch(/\{\{|undefined|null|##/);
  expect(new Set((world.venues ?? []).map(({ venue }) => venue)).size).toBeGreaterThan(5);
});

test('a calendar may be empty of events', () => {
  expect(realisticWorld({ seed: 1, events: 0, now }).events).toEqual([]);
});
