import fc from 'fast-check';
import { expect, test } from 'vitest';
import { editDistance, nearest, similar } from '../../../runners/input/nearest.js';

test.each([
  ['seed', 'seed', 0],
  ['sed', 'seed', 1],
  ['sede', 'seed', 1],
  ['', 'abc', 3],
  ['kitten', 'sitting', 3],
])('%s is %s after %i edits', (one, other, distance) => {
  expect(editDistance(one, other)).toBe(distance);
});

test('is a distance: symmetric, zero for equal words alone, at most the longer length', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 8 }), fc.string({ maxLength: 8 }), (one, other) => {
      const distance = editDistance(one, other);
      expect(distance).toBe(editDistance(other, one));
      expect(distance === 0).toBe(one === other);
      expect(distance).toBeLessThanOrEqual(Math.max(one.length, other.length));
    }),
  );
});

test.each([
  ['chek', 'check'],
  ['Serve', 'serve'],
  ['requirement', 'requirements'],
])('%s is nearest to %s', (word, near) => {
  expect(nearest(word, ['serve', 'check', 'requirements', 'openapi'])).toBe(near);
});

test('nothing is near where nothing is known', () => {
  expect(nearest('x', [])).toBeUndefined();
});

test('only what half of the letters agree with, or what holds it, is similar', () => {
  const known = ['venues', 'venues.list', 'events', 'http'];
  expect(similar('venue', known)).toEqual(['venues', 'venues.list']);
  expect(similar('hppt', known)).toEqual(['http']);
  expect(similar('foo', known)).toEqual([]);
});
