import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';

/** Runs some tests of this folder on a machine that has no browser where it is looked for. */
function runWithout(changed: NodeJS.ProcessEnv) {
  const words = [
    'node_modules/vitest/vitest.mjs',
    'run',
    'tests/browser/board-page.full.test.ts',
    '--reporter=default',
  ];
  const env = { ...process.env, NO_COLOR: '1', CALPROOF_CHROMIUM: '/nowhere/chromium', ...changed };
  const { status, stdout, stderr } = spawnSync(process.execPath, words, { env, encoding: 'utf8' });
  return { status, said: stdout + stderr };
}

test('without Chromium the tests of pages are left out, and it is said', { timeout: 300_000 }, () => {
  const { status, said } = runWithout({ CALPROOF_BROWSER: '' });
  expect(said).toContain('Left out: a board. There is no Chromium at /nowhere/chromium');
  expect(said, 'none ran').toMatch(/Tests +(\d+) skipped \(\1\)/);
  expect(status).toBe(0);
});

test('where it must be there, they fail', { timeout: 300_000 }, () => {
  const { status, said } = runWithout({ CALPROOF_BROWSER: 'required' });
  expect(said).toContain('there is no Chromium at /nowhere/chromium');
  expect(status).toBe(1);
});
