import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createMarker, holdsAnyToken, holdsToken } from '../../../adapter/ownership/marker.js';

test('a marker has a fixed length and contains no part of a word, for any random number', () => {
  fc.assert(
    fc.property(fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }), (random) => {
      expect(createMarker(random).text).toMatch(/^cp([1-9][a-z]){3}$/);
    }),
  );
});

test('tokens are distinct, even if one begins like another', () => {
  const marker = createMarker(0.5);
  const tokens = Array.from({ length: 12 }, () => marker.next());
  expect(new Set(tokens).size).toBe(12);
  const [first = ''] = tokens;
  expect(holdsToken(`Concert ${first}`, first)).toBe(true);
  expect(holdsToken(`"slug":"concert-${first}-2"`, first)).toBe(true);
  expect(holdsToken(`Concert ${tokens[9]}`, first)).toBe(false);
  expect(holdsToken(`CONCERT ${first.toUpperCase()}`, first)).toBe(true);
});

test('the marker itself is in every token', () => {
  const marker = createMarker(0.5);
  expect(holdsToken(marker.next(), marker.text)).toBe(true);
  expect(holdsToken('cp000000-1', marker.text)).toBe(false);
});

test('a token of any run is recognized by its form', () => {
  expect(holdsAnyToken(`{"title":"Concert ${createMarker(0.3).next()}"}`)).toBe(true);
  expect(holdsAnyToken(`"slug":"concert-${createMarker(0.7).next()}-2"`)).toBe(true);
  expect(holdsAnyToken('Concert of the cp-24 choir, recital-1')).toBe(false);
});
