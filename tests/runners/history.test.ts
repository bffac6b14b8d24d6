import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { calproof, createTestEnvironment, type Finished } from './cli/console.js';
import { listenFaulty } from './faulty-proxy.js';

/** The history of a target before and after a fault was mended, and the report of its first run. */
async function keepTwice(): Promise<string> {
  const { folder } = createTestEnvironment().environment;
  const { url, mend } = await listenFaulty('venues.create.zip-lost');
  const check = `check ${url} --only venues.fields.zip,venues.fields.city --seed 7 --history kept`;
  await calproof(`${check} --target-version 1.0 --report json=first.json`, { folder });
  mend();
  await calproof(`${check} --target-version 1.1`, { folder });
  return folder;
}

test('check adds its run; the page, the text and the summary say what failed and what was fixed', async () => {
  const folder = await keepTwice();
  expect(readdirSync(join(folder, 'kept'))).toHaveLength(2);
  const { code, stdout } = await calproof('history kept --report markdown=summary.md', { folder });
  expect(code).toBe(0);
  expect(stdout).toMatch(/^Runs +✓ .*version 1\.1: conforms; 2 passed, 0 failed, 0 inconclusive\n +✗ .*version 1\.0/);
  expect(stdout).toMatch(
    /Changed +since .*version 1\.0: 1 requirement fixed; both runs judged 2\n +✓ venues\.fields\.zip\n/,
  );
  expect(stdout).toMatch(/\n2 runs: 0 open failures, 0 flaky verdicts\.\nOpen history\.html for details\.\n$/);
  expect(readFileSync(join(folder, 'summary.md'), 'utf8')).toContain('1 requirement fixed');
  expect(readFileSync(join(folder, 'history.html'), 'utf8')).toMatch(/id="changes"[^]*venues\.fields\.zip/);
});

test('reports are added in any order, each once', async () => {
  const folder = await keepTwice();
  const [first = ''] = readdirSync(join(folder, 'kept'));
  const twice = await calproof('history kept first.json', { folder });
  expect(twice).toMatchObject({
    code: 2,
    stderr: `first.json and kept/${first} are the same run, which a history has once.\n`,
  });
  const within = await calproof('history other first.json first.json', { folder });
  expect(within).toMatchObject({
    code: 2,
    stderr: 'first.json and first.json are the same run, which a history has once.\n',
  });
  const added = await calproof('history other first.json --report markdown', { folder });
  expect(added).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/^## calproof history\n\n\*\*1 run: 1 open failure/),
  });
  expect(readFileSync(join(folder, 'other', first))).toEqual(readFileSync(join(folder, 'kept', first)));
});

describe('is refused', () => {
  const refused = async (line: string): Promise<Pick<Finished, 'code' | 'stderr'>> => {
    const { folder } = createTestEnvironment().environment;
    writeFileSync(join(folder, 'file'), '');
    mkdirSync(join(folder, 'notes'));
    writeFileSync(join(folder, 'notes', 'a.json'), '{"format":"calproof.run/2"}');
    const { code, stderr } = await calproof(line, { folder });
    return { code, stderr };
  };
  test.each([
    ['history file', 'file is a file; name a folder.'],
    ['check http://127.0.0.1:9/ --history file', 'file is a file; name a folder.'],
    ['history nowhere', 'nowhere has no runs; calproof history nowhere REPORT adds one.'],
    ['history notes', 'notes/a.json is not a run of a history; calproof history notes REPORT adds runs.'],
    ['history new notes/b.json', 'notes/b.json cannot be read: there is no such file or folder.'],
    ['history new missing.json -o nowhere/x.html', expect.stringContaining('nowhere/x.html cannot be written')],
    ['check http://127.0.0.1:9/ --history new --seed 1 --shard 1/2', expect.stringContaining('needs a whole run')],
  ])('%s', async (line, sentence) => {
    const { code, stderr } = await refused(line);
    expect({ code, stderr: stderr.trimEnd() }).toEqual({ code: 2, stderr: sentence });
  });

  test('another kind of report', async () => {
    const { folder } = createTestEnvironment().environment;
    writeFileSync(join(folder, 'x.json'), '{"format":"calproof.statement/1"}');
    expect((await calproof('history new x.json', { folder })).stderr).toMatch(
      /^x\.json is not a run report; [^\n]+\n$/,
    );
    expect(readdirSync(folder)).toEqual(['x.json']);
  });
});
