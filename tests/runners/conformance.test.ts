import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import type { Level } from '../../harness/requirement.js';
import type { Verdict } from '../../harness/verdict.js';
import { toTestOutcome } from '../../runners/test-outcome.js';
import { requirements } from '../../suites/index.js';
import { counterexampleWith } from '../harness/reports/sample-run.js';

const root = fileURLToPath(new URL('../..', import.meta.url));
const options = { strict: false, cannotTell: 'skip', origin: 'https://example.org' } as const;
const counterexample = counterexampleWith();
const failed: Verdict = { outcome: 'failed', runs: 1, requests: 3, counterexample, intermittent: false };

function at(level: Level) {
  const found = requirements.find((one) => one.level === level);
  if (!found) throw new Error(`there is no ${level}`);
  return found;
}

test('a test that fails says what a failure in a report says', () => {
  const outcome = toTestOutcome(at('MUST'), failed, options);
  expect(outcome).toMatchObject({ kind: 'fails' });
  expect(JSON.stringify(outcome)).toContain(`FAIL ${at('MUST').id}`);
  expect(JSON.stringify(outcome)).toContain('curl -i -X POST https://example.org/vendor/events/v1/events');
});

test('a SHOULD fails its test only where that is asked for', () => {
  expect(toTestOutcome(at('SHOULD'), failed, options)).toMatchObject({ kind: 'skips' });
  expect(toTestOutcome(at('SHOULD'), failed, { ...options, strict: true })).toMatchObject({ kind: 'fails' });
});

const reason = 'it shows no such field';

test.each<[Verdict, string, string]>([
  [{ outcome: 'passed', runs: 1, requests: 2 }, 'passes', 'passes'],
  [{ outcome: 'cantTell', reason, requests: 2 }, 'skips', 'fails'],
  [{ outcome: 'inapplicable', capability: 'x', reason, requests: 0 }, 'skips', 'skips'],
  [{ outcome: 'untested', reason, requests: 0 }, 'fails', 'fails'],
])('%j', (verdict, usually, sternly) => {
  expect(toTestOutcome(at('MUST'), verdict, options).kind).toBe(usually);
  expect(toTestOutcome(at('MUST'), verdict, { ...options, cannotTell: 'fail' }).kind).toBe(sternly);
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
