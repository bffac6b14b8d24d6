import fc from 'fast-check';
import { expect, test } from 'vitest';
import { WorldLacks } from '../../../kernel/deviation.js';
import { allOrFewer, droppable, droppableButOne } from '../../../suites/arbitraries/subsets.js';

const numbers = Array.from({ length: 24 }, (_, number) => number);
const all = droppable(numbers.map((number) => fc.constant(number)));

test('as good as always all of them are drawn, in order', () => {
  const drawn = fc.sample(all, { seed: 1, numRuns: 100 });
  expect(drawn.filter((one) => one.length === numbers.length).length).toBeGreaterThan(95);
  expect(drawn.filter((one) => one.toSorted((a, b) => a - b).join() !== one.join())).toEqual([]);
});

test.each(numbers)('a few tries leave %i alone, where that one matters', (matters) => {
  let tries = 0;
  const property = fc.property(all, (drawn) => {
    tries += 1;
    return !drawn.includes(matters);
  });
  expect(fc.check(property, { seed: 1 }).counterexample).toEqual([[matters]]);
  expect(tries).toBeLessThan(numbers.length);
});

test('nothing is drawn from nothing', () => {
  expect(fc.sample(droppable([]), { seed: 1, numRuns: 3 })).toEqual([[], [], []]);
});

test('where nothing would be asked without any, one is left', () => {
  const left = fc.check(fc.property(droppableButOne(numbers.map((number) => fc.constant(number))), () => false));
  expect(left.counterexample?.[0]).toHaveLength(1);
});

test('where too few are offered, the world lacks them: no draw would end', () => {
  expect(() => droppableButOne([])).toThrow(WorldLacks);
  expect(() => allOrFewer([])).toThrow(WorldLacks);
  expect(() => allOrFewer([fc.constant(1)], 2)).toThrow(WorldLacks);
  expect(fc.sample(allOrFewer([], 0), { seed: 1, numRuns: 2 })).toEqual([[], []]);
});
