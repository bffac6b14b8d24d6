import { afterAll, assert, beforeAll, expect, test } from 'vitest';
import { type Conformance, openConformance, profilesFor, toMessage } from '../runners/vitest.js';
import { requirements } from './index.js';

// The driver for developers: TARGET_URL names a REST root; without it the reference server is judged in this process.
const profiles: readonly string[] = profilesFor(process.env);
const promised = requirements.filter(({ profile }) => profiles.includes(profile));
// Reading first, while nothing of ours is written, so that what is read of shared lists stands still.
const inOrder = (['reads', 'writes'] as const).flatMap((effects) => promised.filter((one) => one.effects === effects));
let conformance: Conformance | undefined;
let told = 0;

beforeAll(async () => {
  conformance = await openConformance(process.env);
});

afterAll(async () => {
  if (!conformance) return;
  expect(await conformance.close(), 'left behind').toEqual([]);
  expect(told, 'requirements that were told').toBeGreaterThan(0);
});

for (const requirement of inOrder) {
  test(requirement.id, async (context) => {
    assert(conformance, 'the trial could not be opened');
    const verdict = await conformance.judge(requirement);
    switch (verdict.outcome) {
      case 'passed':
        told += 1;
        return;
      case 'failed':
        told += 1;
        if (requirement.level === 'MUST') assert.fail(toMessage(requirement, verdict, process.env));
        return context.skip(`${requirement.level} not met: ${verdict.counterexample.deviation.observed}`);
      case 'cantTell':
        return assert.fail(`cannot tell: ${verdict.reason}`);
      case 'untested':
        return assert.fail(`not tested: ${verdict.reason}`);
      case 'inapplicable':
        return context.skip(verdict.reason);
    }
  });
}
