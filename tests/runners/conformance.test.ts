import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { openConformance, profilesFor, toMessage } from '../../runners/vitest.js';
import { requirements } from '../../suites/index.js';
import { counterexampleWith } from '../harness/reports/sample-run.js';

const root = fileURLToPath(new URL('../..', import.meta.url));

test('one trial judges requirement by requirement and leaves nothing behind', async () => {
  const conformance = await openConformance({ CALPROOF_SEED: '7' });
  const some = requirements.filter(({ id }) => id.endsWith('create.required-only'));
  const outcomes = [];
  for (const requirement of some) outcomes.push((await conformance.judge(requirement)).outcome);
  expect(some.length).toBeGreaterThan(0);
  expect(outcomes).toEqual(some.map(() => 'passed'));
  expect(await conformance.close()).toEqual([]);
});

test('our own decisions are judged on our own server alone', () => {
  expect(profilesFor({})).toContain('reference');
  expect(profilesFor({ TARGET_URL: 'http://127.0.0.1' })).not.toContain('reference');
});

test('a failed test says what a failure in a report says', () => {
  const [requirement] = requirements;
  if (!requirement) throw new Error('there are no requirements');
  const counterexample = counterexampleWith();
  const verdict = { outcome: 'failed', runs: 1, requests: 3, counterexample, intermittent: false } as const;
  const message = toMessage(requirement, verdict, { TARGET_URL: 'https://example.org/wp-json' });
  expect(message).toContain(`FAIL ${requirement.id}`);
  expect(message).toContain('curl -i -X POST https://example.org/vendor/events/v1/events');
});

test('a file in which nothing could be told fails', () => {
  const { status, stdout, stderr } = spawnSync('npx', ['vitest', 'run', 'suites/conformance.test.ts'], {
    cwd: root,
    env: { ...process.env, TARGET_URL: 'http://127.0.0.1:1', NO_COLOR: '1' },
    encoding: 'utf8',
  });
  expect(status).not.toBe(0);
  expect(`${stdout}${stderr}`).toContain('refuses connections');
});
