import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { calproof, createTestEnvironment } from './cli/console.js';
import type { Environment } from '../../runners/input/environment.js';
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

const reportIn = (folder: string, name: string): unknown =>
  JSON.parse(readFileSync(join(folder, 'board', `${name}.json`), 'utf8'));

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

  test('says of a target with invalid options why it was not judged, goes on, and exits with 2', async () => {
    const { folder } = createTestEnvironment().environment;
    const [first, last] = [{ url: 'http://127.0.0.1:9' }, { url: 'http://127.0.0.1:9/last' }];
    const targets = { first, secret: { ...first, basic: 'env:NOWHERE' }, last };
    writeFileSync(join(folder, 'targets.json'), JSON.stringify({ targets }));
    const { code, stderr } = await calproof('board --check targets.json', { folder });
    expect(code).toBe(2);
    expect(stderr).toContain('NOWHERE');
    expect(readdirSync(join(folder, 'board'))).toEqual(['first.json', 'last.json', 'secret.json']);
    expect(reportIn(folder, 'secret')).toMatchObject({
      url: 'http://127.0.0.1:9',
      end: 'not begun',
      exitCode: 3,
      conclusion: expect.stringMatching(/^Not judged: .*NOWHERE/),
      requirements: [],
    });
  });

  test('an interruption ends what is judged, starts no other, and leaves a site as it was', async () => {
    const { folder } = createTestEnvironment().environment;
    const { url } = await listenFaulty('venues.create.zip-lost');
    const targets = { one: { url, only: 'venues' }, other: { url } };
    writeFileSync(join(folder, 'targets.json'), JSON.stringify({ targets }));
    const stop = new AbortController();
    const launch: Environment['launch'] = async (_, { stop: asked }) => {
      stop.abort();
      return { code: asked.aborted ? 130 : 0, stderr: '' };
    };
    const ended = await calproof('board --check targets.json --site site', { folder, launch, signal: stop.signal });
    expect(ended).toMatchObject({
      code: 130,
      stderr: 'Interrupted: the reports so far are in board, and site is unchanged.\n',
    });
    expect(ended.stdout).toBe('one: calproof check one --config targets.json\n  Interrupted before it began.\n');
    expect(readdirSync(folder)).toEqual(['board', 'targets.json']);
  });

  test.each([
    [
      'crashes',
      { code: 'SIGABRT', stderr: 'noise\nFATAL ERROR: heap out of memory\nat x\n' },
      'its process crashed (SIGABRT): FATAL ERROR: heap out of memory',
    ],
    ['ends without a word', { code: 0, stderr: '' }, 'its process ended with 0 and no report'],
    ['fails by an error of its own', { code: 3, stderr: 'calproof itself failed.\n' }, 'calproof itself failed'],
  ])('a process that %s costs its target alone, and names the journal that it leaves', async (_, ended, reason) => {
    const { folder, launch: judge } = createTestEnvironment().environment;
    const launch: Environment['launch'] = async (words, options) => {
      if (words[1] !== 'http://127.0.0.1:9/bad') return judge(words, options);
      const journals = join(folder, words[words.indexOf('--journal') + 1] ?? '');
      mkdirSync(journals, { recursive: true });
      writeFileSync(join(journals, 'x.ndjson'), '');
      return ended;
    };
    writeFileSync(join(folder, 'targets.json'), JSON.stringify(['http://127.0.0.1:9/bad', 'http://127.0.0.1:9']));
    const { code, stdout } = await calproof('board --check targets.json --jobs 2', { folder, launch });
    expect(code).toBe(3);
    expect(stdout).toContain('\n127.0.0.1:9: calproof check');
    expect(reportIn(folder, '127.0.0.1-9-bad')).toMatchObject({
      end: 'cut off',
      exitCode: 3,
      conclusion: `Not judged: ${reason}. To finish the clean-up: calproof sweep .calproof/127.0.0.1-9-bad/x.ndjson`,
    });
  });

  test('a target that takes too long is stopped, and keeps what was judged', async () => {
    const { folder } = createTestEnvironment().environment;
    const { url } = await listenFaulty('venues.create.zip-lost');
    writeFileSync(join(folder, 'targets.json'), JSON.stringify([url, 'http://127.0.0.1:9']));
    const { code } = await calproof('board --check targets.json --target-timeout 300ms', { folder });
    expect(code).toBe(3);
    expect(reportIn(folder, url.replace('http://', '').replace(':', '-'))).toMatchObject({
      end: 'out of time',
      exitCode: 3,
      conclusion: 'Not judged: stopped after 300 ms (--target-timeout).',
    });
  });

  test('shards judge each target once, and board joins their reports', async () => {
    const { folder } = createTestEnvironment().environment;
    const targets = Object.fromEntries(['a', 'b', 'c'].map((name) => [name, { url: `http://127.0.0.1:9/${name}` }]));
    writeFileSync(join(folder, 'targets.json'), JSON.stringify({ targets }));
    const shards = await Promise.all(
      [1, 2].map((at) => calproof(`board shard-${at} --check targets.json --shard ${at}/2 --history kept`, { folder })),
    );
    expect(shards.map(({ code }) => code)).toEqual([3, 3]);
    expect(shards[0]?.stdout).toMatch(/\n2 reports written; calproof board joins those of all shards\.\n$/);
    const files = ['shard-1', 'shard-2'].map((name) => readdirSync(join(folder, name)));
    expect(files).toEqual([['a.json', 'c.json'], ['b.json']]);
    const whole = await calproof('board shard-1 shard-2 --site site', { folder });
    expect(whole).toMatchObject({
      code: 0,
      stdout: '3 targets: 3 could not be judged. Open site/index.html for details.\n',
    });
    expect(readdirSync(join(folder, 'kept'))).toEqual(['a', 'b', 'c']);
    const many = await calproof('board --check targets.json --shard 4/4', { folder });
    expect(many).toMatchObject({ code: 2, stderr: 'There are only 3 targets for 4 shards; use at most 3.\n' });
  });

  test('a target named like a path has its files in the folders all the same', async () => {
    const { folder } = createTestEnvironment().environment;
    const names = ['..', '.hidden', 'a/../b', 'x'.repeat(300)];
    const targets = Object.fromEntries(names.map((name) => [name, { url: 'http://127.0.0.1:9', basic: 'env:NO' }]));
    writeFileSync(join(folder, 'targets.json'), JSON.stringify({ targets }));
    await calproof('board --check targets.json --site site --history kept', { folder });
    const long = `${'x'.repeat(100)}-[0-9a-f]{8}`;
    expect(readdirSync(join(folder, 'kept')).join(' ')).toMatch(new RegExp(`^- -hidden a-\\.\\.-b ${long}$`));
  });

  test.each([
    ['["http://127.0.0.1:9"]', 'targets.json has fewer than two targets, but a board compares at least two.'],
    ['{"targets":{}}', 'targets.json has fewer than two targets, but a board compares at least two.'],
    ['["http://127.0.0.1:9", "http://127.0.0.1:9/"]', 'targets.json has two targets by the name 127.0.0.1-9.'],
    ['{"targets":{"a":{"mode":"sandbox"}}}', expect.stringContaining('a lacks url')],
    ['["http://a.example", "ftp://b.example"]', expect.stringContaining('ftp')],
    ['["http://a.example/x", "http://A.example/X"]', 'targets.json has two targets by the name A.example-X.'],
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
    ['of part of the targets', 'board one.json --shard 1/2', /^--shard needs --check\.$/m],
    ['as a page and a site', 'board one.json --site site -o board.html', /--site and --output exclude each other/],
    ['of a shard', 'board --check targets.json --shard 1/2 --site site', /--shard and --site exclude each other/],
    ['with results that expire at once', 'board one.json --site site --expires 0d', /expected a number of days/],
    ['of nothing', 'board --site site', /A site needs at least one report/],
  ])('%s', async (_, line, sentence) => {
    const { code, stderr, folder } = await calproof(line);
    expect(stderr).toMatch(sentence);
    expect(code).toBe(2);
    expect(existsSync(join(folder, 'board.html'))).toBe(false);
  });
});
