import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { drawnOf, droppable } from '../../generators/droppable.js';

const LENGTH = 24;
const places = Array.from({ length: LENGTH }, (_, at) => at);

/** All that is tried where only what holds certain places fails, and what is left in the end. */
function shrink(needed: readonly number[]): { readonly tries: readonly string[]; readonly left: readonly number[] } {
  const tries: string[] = [];
  const fails = (drawn: readonly number[]): boolean => needed.every((at) => drawn.includes(at));
  const property = fc.property(droppable(places.map((at) => fc.constant(at))), (drawn) => {
    tries.push(drawn.join(' '));
    return !fails(drawn);
  });
  const { counterexample } = fc.check(property, { seed: 1, numRuns: 1 });
  return { tries: tries.slice(1), left: counterexample?.[0] ?? [] };
}

describe('of many parts', () => {
  test.each([
    [[], 1],
    [[0], 12],
    [[13], 12],
    [[23], 12],
    [[3, 17], 20],
    [[5, 6, 7], 24],
  ])('those that matter (%j) are found in a few tries', (needed, most) => {
    const { tries, left } = shrink(needed);
    expect(left).toEqual(needed);
    expect(tries.length).toBeLessThanOrEqual(most);
  });

  test('whichever matter, nothing is tried twice, and nothing else is left', () => {
    fc.assert(
      fc.property(fc.subarray(places), (needed) => {
        const { tries, left } = shrink(needed);
        expect(left).toEqual(needed);
        expect(new Set(tries).size).toBe(tries.length);
      }),
      { seed: 1, numRuns: 300 },
    );
  });
});

test('only when no part can be left out are values made simpler, and one that cannot be made so is tried once', () => {
  const tries: string[] = [];
  const parts = [9, 9, 9].map((max) => ({ value: fc.integer({ min: 0, max }), odds: [] }));
  const isSmallest = (drawn: readonly (readonly [number, number])[]): boolean =>
    drawn.length < 2 || drawn.some(([, value]) => value < 2);
  const property = fc.property(
    drawnOf(parts).filter((drawn) => drawn.some(([, value]) => value > 1)),
    (drawn) => {
      tries.push(JSON.stringify(drawn));
      return isSmallest(drawn);
    },
  );
  const { counterexample } = fc.check(property, { seed: 3, numRuns: 20 });
  expect(counterexample?.[0].map(([, value]) => value)).toEqual([2, 2]);
  expect(tries.length).toBeLessThan(40);
});
