import { expect, test } from 'vitest';
import { namedRelations } from '../../../adapter/learn/habits.js';
import type { Shapes } from '../../../adapter/profile/target-profile.js';
import type { JsonValue } from '../../../wire/json.js';

const at = (name: string) => ({ path: [name], form: 'identity' }) as const;
const shapes: Shapes = {
  events: { record: [], items: [], id: ['id'], fields: { venue: at('place'), tags: at('tags') } },
};
const named = (...places: readonly JsonValue[]) =>
  namedRelations(
    places.map((place) => ({ id: 1, place })),
    shapes,
  );

test.each([
  { of: 'a record', place: { id: 2, venue: 'Mill' } },
  { of: 'a list', place: [{ id: 2 }, { id: 3, venue: 'Mill' }] },
  { of: 'a wrapped list', place: { data: [{ id: 3, attributes: { venue: 'Mill' } }] } },
  { of: 'an object by ids', place: { 3: { venue: { rendered: 'Mill' } } } },
])('the name in $of is shown', ({ place }) => {
  expect(named(place)).toEqual(['named.venue']);
});

test.each([
  { of: 'an id', place: 2 },
  { of: 'ids', place: [2, '3'] },
  { of: 'a reference', place: { id: 2, href: 'https://example.org/venues/2' } },
  { of: 'what is called nothing', place: { id: 2, venue: '' } },
  { of: 'a name alone', place: 'Mill' },
  { of: 'nothing', place: null },
])('$of shows none', ({ place }) => {
  expect(named(place)).toEqual([]);
});

test('one event with it is enough', () => {
  expect(named(2, { id: 2, venue: 'Mill' })).toEqual(['named.venue']);
});

test('nothing is shown if events are not known', () => {
  expect(namedRelations([{ venue: { venue: 'Mill' } }], {})).toEqual([]);
});
