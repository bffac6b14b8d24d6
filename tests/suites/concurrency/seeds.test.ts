import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { concurrencyRequirements } from '../../../suites/concurrency/index.js';
import { type OnTrial, onTrial } from '../on-trial.js';

describe.each([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])('with the seed %i the reference server keeps', (seed) => {
  let on: OnTrial;
  beforeAll(async () => {
    on = await onTrial({ seed });
  });
  afterAll(async () => {
    expect(await on.close()).toEqual([]);
  });

  test.each(concurrencyRequirements.map((one) => [one.id, one] as const))('%s', async (_, requirement) => {
    const allowance = { runs: requirement.runs ?? 1, requests: 1000, shrinkRequests: 60 };
    expect(await on.trial.judge(requirement, allowance)).toMatchObject({ outcome: 'passed' });
  });
});
