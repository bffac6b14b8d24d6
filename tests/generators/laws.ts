import fc, { type Arbitrary } from 'fast-check';
import { expect } from 'vitest';

const SEEDS = [1, 2, 3, 4, 5];
const VISITS = 200;

/**
 * The values that an arbitrary draws and those that they shrink to: two of three count as failing, so that fast-check
 * goes down the shrink trees by many ways.
 */
export function valuesOf<T>(arbitrary: Arbitrary<T>, seeds: readonly number[] = SEEDS): readonly T[] {
  return seeds.flatMap((seed) => {
    const seen: T[] = [];
    const property = fc.property(arbitrary, (value) => {
      seen.push(value);
      return seen.length <= 20 || seen.length % 3 === 0 || seen.length > VISITS;
    });
    fc.check(property, { seed, numRuns: 40 });
    return seen;
  });
}

/** The law of replay: the same seed draws the same values, which shrink alike. */
export function expectSameSeedSameValues<T>(create: () => Arbitrary<T>): void {
  expect(valuesOf(create(), [7])).toEqual(valuesOf(create(), [7]));
}

/** The law of shrinking: what holds for drawn values holds for all that they shrink to. */
export function expectAlways<T>(arbitrary: Arbitrary<T>, law: (value: T) => void): void {
  const values = valuesOf(arbitrary);
  expect(values.length).toBeGreaterThan(100);
  for (const value of values) law(value);
}

/** The law of reach: some drawn value has the property, so that a law about it means something. */
export function expectSometimes<T>(arbitrary: Arbitrary<T>, predicate: (value: T) => boolean): void {
  expect(valuesOf(arbitrary).some(predicate)).toBe(true);
}

/** The simplest value that an arbitrary shrinks to when everything fails. */
export function simplestOf<T>(arbitrary: Arbitrary<T>): T {
  const seen: T[] = [];
  const property = fc.property(arbitrary, (value) => seen.push(value) === 0);
  fc.check(property, { seed: 1 });
  const last = seen.at(-1);
  if (last === undefined) throw new Error('nothing was drawn');
  return last;
}
