import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
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
  expect(stdout).toBe('Verdicts differ for 1 of 2 requirements. Open both.html for details.\n');
  expect(code).toBe(0);
  const page = readFileSync(join(folder, 'both.html'), 'utf8');
  expect(page).toMatch(/id="different"[^]*venues\.fields\.zip[^]*id="same"[^]*venues\.fields\.city/);
});

test('a folder stands for the reports in it', async () => {
  const folder = await judgeTwice();
  mkdirSync(join(folder, 'reports'));
  for (const name of ['before', 'after'])
    renameSync(join(folder, `${name}.json`), join(folder, 'reports', `${name}.json`));
  const { code, stdout } = await calproof('board reports', { folder });
  expect({ code, stdout }).toEqual({
    code: 0,
    stdout: 'Verdicts differ for 1 of 2 requirements. Open board.html for details.\n',
  });
});

describe('--check', () => {
  test('judges the targets of a configuration, each with its own options, and compares what both judged', async () => {
    const { folder } = createTestEnvironment().environment;
    const [broken, right] = [
      await listenFaulty('venues.create.zip-lost'),
      await listenFaulty('venues.create.zip-lost'),
    ];
    right.mend();
    const targets = {
      broken: { url: broken.url, only: 'venues.fields.zip,venues.fields.city', maxRequests: 500 },
      right: { url: right.url, only: 'venues.fields.zip' },
    };
    writeFileSync(join(folder, 'targets.json'), JSON.stringify({ seed: 7, targets }));
    const { code, stdout } = await calproof('board kept --check targets.json', { folder });
    expect(code).toBe(1);
    expect(stdout).toMatch(
      /^broken: calproof check broken --config targets\.json\n {2}The target deviates: [^\n]+\nright: calproof check right --config /,
    );
    expect(stdout).toMatch(
      /\nVerdicts differ for 1 of 1 requirement; 1 judged in fewer than two runs\. Open board\.html for details\.\n$/,
    );
    expect(readdirSync(join(folder, 'kept'))).toEqual(['broken.json', 'right.json']);
    expect(readFileSync(join(folder, 'board.html'), 'utf8')).toContain(
      'calproof check right --config targets.json --seed 7',
    );
  });

  test('shows a target that cannot be reached, and keeps no report of an earlier run in its place', async () => {
    const { folder } = createTestEnvironment().environment;
    const urls = ['http://127.0.0.1:9', 'http://127.0.0.1:9/other/'];
    writeFileSync(join(folder, 'targets.json'), JSON.stringify(urls));
    mkdirSync(join(folder, 'board'));
    writeFileSync(join(folder, 'board', '127.0.0.1-9.json'), 'of an earlier run');
    const { code, stdout } = await calproof('board --check targets.json', { folder });
    expect(code).toBe(3);
    expect(stdout).toContain('Verdicts differ for 0 of 0 requirements');
    expect(readFileSync(join(folder, 'board.html'), 'utf8')).toMatch(/127\.0\.0\.1:9\/other<[^]*Could not be judged/);
    expect(JSON.parse(readFileSync(join(folder, 'board', '127.0.0.1-9.json'), 'utf8'))).toMatchObject({ exitCode: 3 });
  });

  test('goes on after a target with invalid options, and then exits with 2', async () => {
    const { folder } = createTestEnvironment().environment;
    const [first, last] = [{ url: 'http://127.0.0.1:9' }, { url: 'http://127.0.0.1:9/last' }];
    const targets = { first, secret: { ...first, basic: 'env:NOWHERE' }, last };
    writeFileSync(join(folder, 'targets.json'), JSON.stringify({ targets }));
    const { code, stderr } = await calproof('board --check targets.json', { folder });
    expect(code).toBe(2);
    expect(stderr).toContain('NOWHERE');
    expect(readdirSync(join(folder, 'board'))).toEqual(['first.json', 'last.json']);
    writeFileSync(join(folder, 'targets.json'), JSON.stringify({ targets: { first, secret: targets.secret } }));
    const few = await calproof('board --check targets.json', { folder });
    expect(few.code).toBe(2);
    expect(few.stderr).toMatch(/\nA board needs at least two runs, but only 1 began\.\n$/);
  });

  test.each([
    ['["http://127.0.0.1:9"]', 'targets.json has fewer than two targets, but a board compares at least two.'],
    ['{"targets":{}}', 'targets.json has fewer than two targets, but a board compares at least two.'],
    ['["http://127.0.0.1:9", "http://127.0.0.1:9/"]', 'targets.json has two targets by the name 127.0.0.1-9.'],
    ['[1, 2]', expect.stringContaining('targets.json is neither a list of URLs')],
    ['{"target":{}}', expect.stringContaining('did you mean targets')],
  ])('refuses %s before anything is sent', async (text, sentence) => {
    const { folder } = createTestEnvironment().environment;
    writeFileSync(join(folder, 'targets.json'), text);
    const { code, stderr } = await calproof('board --check targets.json', { folder });
    expect({ code, stderr: stderr.trimEnd() }).toEqual({ code: 2, stderr: sentence });
    expect(readdirSync(folder)).toEqual(['targets.json']);
  });
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
