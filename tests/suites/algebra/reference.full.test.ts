import { expect, test } from 'vitest';
import { algebraRequirements } from '../../../suites/algebra/index.js';
import { judgeAlgebra } from './judge.js';

const LONG = 60_000;

test.each([1, 2, 3, 4, 5])(
  'the reference server keeps every relation, by seed %i',
  async (seed) => {
    const verdicts = await judgeAlgebra({ seed });
    const others = [...verdicts].filter(([, { outcome }]) => outcome !== 'passed');
    expect(others.map(([id, verdict]) => `${id}: ${JSON.stringify(verdict)}`)).toEqual([]);
  },
  LONG,
);

test('what is asked at standard effort stays within its allotment', () => {
  const requests = algebraRequirements.map(({ cost, runs = 1 }) => cost * runs);
  expect(algebraRequirements.length).toBeLessThanOrEqual(40);
  expect(requests.reduce((sum, one) => sum + one, 0)).toBeLessThanOrEqual(250);
});
