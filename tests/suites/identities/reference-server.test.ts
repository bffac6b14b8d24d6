import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { collections } from '../../../contract/resources.js';
import completeWorld from '../../../fixtures/worlds/complete.json' with { type: 'json' };
import { identitiesRequirements } from '../../../suites/identities/index.js';
import { onBare } from '../../zoo/bare.js';
import type { OnTrial } from '../on-trial.js';

/** Enough to draw every identity. */
const RUNS = 8;

describe('the reference server with users keeps', () => {
  let on: OnTrial;
  beforeAll(async () => {
    on = await onBare();
  });
  afterAll(async () => {
    expect(await on.close()).toEqual([]);
    const before = collections.map((collection) => [collection, completeWorld[collection].length]);
    expect(on.counts()).toEqual(Object.fromEntries(before));
  });

  test.each(identitiesRequirements.map((one) => [one.id, one] as const))('%s, within its cost', async (_, one) => {
    const verdict = await on.trial.judge(one, { runs: RUNS, requests: 1000, shrinkRequests: 0 });
    expect(verdict).toMatchObject({ outcome: 'passed', runs: RUNS });
    expect(verdict.requests).toBeLessThanOrEqual(RUNS * one.cost);
  });
});
