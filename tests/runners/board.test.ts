import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { calproof, createTestEnvironment } from './cli/console.js';
import { listenFaulty } from './faulty-proxy.js';

/** Two reports of the same target, before and after a fault was mended. */
async function judgeTwice(): Promise<string> {
  const { folder } = createTestEnvironment().environment;
  const { url, mend } = await listenFaulty('venues.create.zip-lost');
  const check = `check ${url} --only venues.fields.zip,venues.fields.city --seed 7`;
  await calproof(`${check} --report json=before.json --report html=before.html`, { folder });
  mend();
  await calproof(`${check} --report json=after.json`, { folder });
  return folder;
}

test('what came out differently stands first; each report is a column', async () => {
  const folder = await judgeTwice();
  expect(readFileSync(join(folder, 'before.html'), 'utf8')).toContain('<h2>What failed</h2>');
  const { code, stdout } = await calproof('board before.json after.json -o both.html', { folder });
  expect(stdout).toBe('1 of 2 requirements have different verdicts. Open both.html for details.\n');
  expect(code).toBe(0);
  const page = readFileSync(join(folder, 'both.html'), 'utf8');
  expect(page).toMatch(/id="different"[^]*venues\.fields\.zip[^]*id="same"[^]*venues\.fields\.city/);
});

describe('is not made', () => {
  test.each([
    ['of one report', 'board one.json', /A board needs at least two reports/],
    ['over one of its reports', 'board one.json two.json -o ./two.json', /two\.json is an input report; name another/],
    [
      'where it cannot be written',
      'board one.json two.json -o missing/board.html',
      /missing\/board\.html cannot be written/,
    ],
    ['of what is not there', 'board one.json two.json', /one\.json/],
  ])('%s', async (_, line, sentence) => {
    const { code, stderr, folder } = await calproof(line);
    expect(stderr).toMatch(sentence);
    expect(code).toBe(2);
    expect(existsSync(join(folder, 'board.html'))).toBe(false);
  });
});
