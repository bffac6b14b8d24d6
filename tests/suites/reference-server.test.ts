import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { collections } from '../../contract/resources.js';
import type { WorldFile } from '../../contract/world-file.js';
import completeWorld from '../../fixtures/worlds/complete.json' with { type: 'json' };
import { requirements } from '../../suites/index.js';
import { type OnTrial, onTrial } from './on-trial.js';

/** Select by `CALPROOF_ONLY=tags.create npx vitest run tests/suites/reference-server.test.ts`. */
const only = process.env.CALPROOF_ONLY ?? '';
const selected = requirements.filter(({ id }) => id.startsWith(only));

/**
 * A server without users has no credentials to be wrong, and nobody who may less than somebody else; with users it is
 * judged in identities/reference-server.test.ts and zoo/variants.test.ts.
 */
const logins = [
  'http.wrong-credentials.challenge',
  'http.wrong-credentials.password',
  'http.wrong-credentials.no-password',
  'http.credentials.scheme',
];
const ofUsers = [...logins, ...requirements.map(({ id }) => id).filter((id) => id.startsWith('identities.'))];

const outcomeOf = (id: string): string => (ofUsers.includes(id) ? 'inapplicable' : 'passed');

describe('the reference server keeps', () => {
  let on: OnTrial;

  beforeAll(async () => {
    on = await onTrial({ world: completeWorld as WorldFile });
  });
  afterAll(async () => {
    expect(await on.close()).toEqual([]);
    const before = collections.map((collection) => [collection, completeWorld[collection].length]);
    expect(on.counts()).toEqual(Object.fromEntries(before));
  });

  test.each(selected.map((requirement) => [requirement.id, requirement] as const))('%s', async (_, requirement) => {
    const verdict = await on.trial.judge(requirement, {
      runs: requirement.runs ?? 1,
      requests: 1000,
      shrinkRequests: 60,
    });
    expect([requirement.id, verdict.outcome]).toEqual([requirement.id, outcomeOf(requirement.id)]);
  });
});
