import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { daysAgo, expiry } from '../reports/board/sample-site.js';
import { failingReport, reportOf } from '../reports/sample-reports.js';
import { judged, passed } from '../reports/sample-run.js';
import { calproof, createTestEnvironment } from './cli/console.js';

const right = reportOf([judged('a.x', passed)]);
const now = new Date(expiry.now).toISOString();

/** A folder with the reports of two targets. */
function withReports(): string {
  const { folder } = createTestEnvironment().environment;
  mkdirSync(join(folder, 'reports'));
  keep(folder, 'one', 2);
  writeFileSync(join(folder, 'reports', 'other.json'), JSON.stringify(daysAgo(failingReport(), 1)));
  return folder;
}

const keep = (folder: string, name: string, days: number): void =>
  writeFileSync(join(folder, 'reports', `${name}.json`), JSON.stringify(daysAgo(right, days)));

const filesIn = (folder: string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((one) => one.isFile())
      .map(({ parentPath, name }) => join(parentPath, name))
      .sort()
      .map((path) => [path.slice(folder.length + 1), readFileSync(path, 'utf8')]),
  );

test('is an index and a folder for each target, the same bytes each time', async () => {
  const folder = withReports();
  const made = await calproof(`board reports --site site --now ${now}`, { folder });
  expect(made).toMatchObject({
    code: 0,
    stdout: '2 targets: 1 deviates, 1 conforms. Open site/index.html for details.\n',
  });
  const files = filesIn(join(folder, 'site'));
  expect(Object.keys(files)).toEqual([
    'index.html',
    'site.json',
    'targets/one/badge.json',
    'targets/one/index.html',
    'targets/other/badge.json',
    'targets/other/index.html',
  ]);
  await calproof(`board reports --site again --now ${now}`, { folder });
  expect(filesIn(join(folder, 'again'))).toEqual(files);
});

test('every link within it is to a file that is there', async () => {
  const folder = withReports();
  await calproof(`board reports --site site --history kept --now ${now}`, { folder });
  const files = filesIn(join(folder, 'site'));
  const links = Object.entries(files).flatMap(([path, text]) =>
    [...text.matchAll(/href="([^"#]+)"/g)].map(([, href = '']) => join(path, '..', href)),
  );
  expect(links.filter((link) => files[link] === undefined)).toEqual([]);
  expect(links).toContain('targets/one/history.html');
});

test('with a history each run is kept once, and drawn', async () => {
  const folder = withReports();
  const make = () => calproof(`board reports --site site --history kept --now ${now}`, { folder });
  await make();
  await make();
  expect(readdirSync(join(folder, 'kept', 'one'))).toHaveLength(1);
  keep(folder, 'one', 1);
  await make();
  expect(readdirSync(join(folder, 'kept', 'one'))).toHaveLength(2);
  const { 'targets/one/index.html': page, 'targets/one/history.html': history } = filesIn(join(folder, 'site'));
  expect(page).toContain('2 runs since 2026-11-28: 0 failures at first, 0 failures at last');
  expect(history).toContain('<a href="index.html">Last run</a>');
});

test('what is left of a target or of its history goes with it', async () => {
  const folder = withReports();
  await calproof(`board reports --site site --history kept`, { folder });
  rmSync(join(folder, 'reports', 'other.json'));
  await calproof(`board reports --site site`, { folder });
  expect(readdirSync(join(folder, 'site', 'targets'))).toEqual(['one']);
  expect(readdirSync(join(folder, 'site', 'targets', 'one'))).toEqual(['badge.json', 'index.html']);
});

test('a result expires after as many days as are given', async () => {
  const folder = withReports();
  const made = await calproof(`board reports --site site --expires 2d --now ${now}`, { folder });
  expect(made.stdout).toMatch(/^2 targets: 1 deviates, 1 expired\./);
});

describe('is refused', () => {
  test('in a folder of somebody, which it leaves alone', async () => {
    const folder = withReports();
    mkdirSync(join(folder, 'mine'));
    writeFileSync(join(folder, 'mine', 'index.html'), 'mine');
    const { code, stderr } = await calproof('board reports --site mine', { folder });
    expect({ code, stderr }).toEqual({
      code: 2,
      stderr: 'mine holds other files than a site of calproof; name a new folder.\n',
    });
    expect(readdirSync(join(folder, 'mine'))).toEqual(['index.html']);
  });

  test('for two reports that would share a page', async () => {
    const folder = withReports();
    writeFileSync(join(folder, 'One.json'), JSON.stringify(right));
    const { code, stderr } = await calproof('board reports One.json --site site', { folder });
    expect({ code, stderr }).toEqual({
      code: 2,
      stderr: 'Two reports are of targets by the name One; name a report after its target.\n',
    });
  });

  test('with the history of one service', async () => {
    const folder = withReports();
    await calproof('history kept reports/one.json', { folder });
    const { code, stderr } = await calproof('board reports --site site --history kept', { folder });
    expect({ code, stderr }).toEqual({
      code: 2,
      stderr: 'kept is the history of one service; a board needs a folder with one for each target.\n',
    });
  });

  test('with a report of a part of a run', async () => {
    const folder = withReports();
    const shard = { index: 1, count: 2, planned: ['a.x', 'a.y'] };
    writeFileSync(join(folder, 'reports', 'part.json'), JSON.stringify({ ...right, shard }));
    const { code, stderr } = await calproof('board reports --site site', { folder });
    expect(code).toBe(2);
    expect(stderr).toMatch(/part\.json is one shard of a run; join all with calproof merge first\.\n$/);
  });
});
