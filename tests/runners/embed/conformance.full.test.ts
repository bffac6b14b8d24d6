import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import type { EntryState, EntryUse } from '../../../kernel/baseline-entry.js';
import type { Level } from '../../../kernel/requirement.js';
import type { Verdict } from '../../../kernel/verdict.js';
import { toTestOutcome } from '../../../runners/embed/test-outcome.js';
import { describeConformance } from '../../../runners/vitest.js';
import { requirements } from '../../../suites/index.js';
import { entryFor } from '../../reports/baseline/sample.js';
import { counterexampleWith } from '../../reports/sample-run.js';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const options = { strict: false, inconclusive: 'skip', origin: 'https://example.org' } as const;
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
  expect(toTestOutcome(at('MUST'), verdict, { ...options, inconclusive: 'fail' }).kind).toBe(sternly);
});

const useAs = (level: Level, state: EntryState): EntryUse => ({ entry: entryFor(at(level).id), state, why: 'is so' });

test.each<[EntryState, Verdict, Level, 'fails' | 'skips', string]>([
  ['known', failed, 'MUST', 'skips', 'known deviation until 2027-01-31 (the old database holds numbers): expected'],
  ['stale', { outcome: 'passed', runs: 1, requests: 2 }, 'MUST', 'fails', 'delete its entry from the baseline.'],
  ['expired', failed, 'MUST', 'fails', `is so; fix it, or set a new date.\n\nFAIL`],
  ['expired', failed, 'SHOULD', 'fails', `is so; fix it, or set a new date.\n\nFAIL`],
  ['differs', failed, 'MUST', 'fails', 'is so; fix it, or update its entry.\n\nFAIL'],
  ['differs', failed, 'SHOULD', 'skips', 'SHOULD failed, which does not fail this run: expected'],
  ['notJudged', { outcome: 'cantTell', reason, requests: 2 }, 'MUST', 'skips', `inconclusive: ${reason}`],
])('what a baseline says of a requirement: %s, %j, %s', (state, verdict, level, kind, text) => {
  const outcome = toTestOutcome(at(level), verdict, { ...options, use: useAs(level, state) });
  expect(outcome.kind).toBe(kind);
  expect(JSON.stringify(outcome)).toContain(JSON.stringify(text).slice(1, -1));
});

const ZIP = 'venues.fields.zip';
const baselineUntil = (expires: string) => ({
  format: 'calproof.baseline/1',
  entries: [{ ...entryFor(ZIP), expires }],
});

/** A test file of a user: servers that lose the zeros of postal codes or not, with known deviations. */
const TESTS = `
  import { describeConformance } from '${join(root, 'runners/vitest.ts')}';
  import { createReferenceServer } from '${join(root, 'reference-server/index.ts')}';
  const withoutZero = (request, next) => {
    const text = new TextDecoder().decode(request.body);
    return next(text.includes('"zip":"0') ? { ...request, body: text.replace('"zip":"0', '"zip":"') } : request);
  };
  const judge = (name, intercept, baseline) => describeConformance({
    name, intercept, baseline, only: ['${ZIP}', 'tags.create.required-only'], seed: 7,
    target: () => ({ handler: createReferenceServer().handler }),
  });
  judge('known', [withoutZero], './tests/known.json');
  judge('expired', [withoutZero], ${JSON.stringify(baselineUntil('2026-01-01'))});
  judge('stale', [], ${JSON.stringify(baselineUntil('2099-12-31'))});
`;

test('the tests of a calendar with known deviations', { timeout: 60_000 }, () => {
  const folder = mkdtempSync(join(tmpdir(), 'calproof-vitest-'));
  mkdirSync(join(folder, 'tests'));
  writeFileSync(join(folder, 'tests/known.json'), JSON.stringify(baselineUntil('2099-12-31')));
  writeFileSync(join(folder, 'calendar.test.mjs'), TESTS);
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [join(root, 'node_modules/vitest/vitest.mjs'), 'run', '--reporter=verbose'],
    { cwd: folder, env: { ...process.env, NO_COLOR: '1' }, encoding: 'utf8' },
  );
  expect(status).toBe(1);
  expect(stdout).toMatch(new RegExp(`↓ .* known > ${ZIP} .*known deviation until 2099-12-31`));
  expect(stdout).toContain('2 failed | 3 passed | 1 skipped');
  expect(stderr).toContain(`${ZIP} fails, and its entry expired on 2026-01-01; fix it, or set a new date.`);
  expect(stderr).toContain(`${ZIP} passes again; delete its entry from the baseline.`);
});

test('a file without a reached verdict fails', () => {
  const { status, stdout, stderr } = spawnSync('npx', ['vitest', 'run', 'tests/conformance.test.ts'], {
    cwd: root,
    env: { ...process.env, TARGET_URL: 'http://127.0.0.1:1', NO_COLOR: '1' },
    encoding: 'utf8',
  });
  expect(status).not.toBe(0);
  expect(`${stdout}${stderr}`).toContain('refuses connections');
});

test('an option under its earlier name is refused, not ignored', () => {
  const earlier = { target: { url: 'http://127.0.0.1:1' }, cannotTell: 'fail' };
  expect(() => describeConformance(earlier)).toThrow(/is now inconclusive/);
});
