import { expect, test } from 'vitest';
import { seedOf } from '../../kernel/seed.js';

test('a seed of a requirement depends on the seed of the run and on its id', () => {
  expect(seedOf(1, 'tags.create')).toBe(seedOf(1, 'tags.create'));
  expect(seedOf(1, 'tags.create')).not.toBe(seedOf(2, 'tags.create'));
  expect(seedOf(1, 'tags.create')).not.toBe(seedOf(1, 'tags.delete'));
});

test('the seed of the run and the id are kept apart', () => {
  expect(seedOf(1, '2.tags')).not.toBe(seedOf(12, '.tags'));
});

test('a seed is a natural number of 31 bits, never changed from release to release', () => {
  const seeds = Array.from({ length: 100 }, (_, at) => seedOf(at, 'tags.create'));
  expect(seeds.every((seed) => Number.isInteger(seed) && seed >= 0 && seed < 2 ** 31)).toBe(true);
  expect(new Set(seeds).size).toBe(100);
  expect(seedOf(1, 'tags.create.required-only')).toMatchInlineSnapshot(`2096904113`);
});
