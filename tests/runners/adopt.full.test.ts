import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { calproof, createTestEnvironment } from './cli/console.js';
import { listenFaulty } from './faulty-proxy.js';

const ID = 'venues.fields.zip';
const NOW = '--now 2026-11-21T09:00:00Z';
const FILE = 'calproof.baseline.json';

/** Command lines that run one after the other in the same folder. */
function createFolder() {
  const { folder } = createTestEnvironment().environment;
  const pathOf = (name: string): string => join(folder, name);
  return {
    run: (line: string) => calproof(line, { folder }),
    has: (name: string) => existsSync(pathOf(name)),
    read: (name: string) => JSON.parse(readFileSync(pathOf(name), 'utf8')),
    write: (name: string, value: unknown) =>
      writeFileSync(pathOf(name), typeof value === 'string' ? value : JSON.stringify(value)),
  };
}

const lastLine = (text: string): string => text.trimEnd().split('\n').at(-1) ?? '';

test('a deviation is adopted, known, stale once it is mended, and expires', async () => {
  const { url, mend } = await listenFaulty('venues.create.zip-lost');
  const { run, read, write } = createFolder();
  const check = `check ${url} --only ${ID} --seed 7 --verbose`;

  const first = await run(`${check} ${NOW} --report json=report.json`);
  expect(first.code).toBe(1);

  const adopted = await run('adopt report.json');
  expect(adopted.code).toBe(0);
  expect(adopted.stdout).toContain(`1 new, with reason, owner and link to fill in: ${ID}`);
  const [entry] = read(FILE).entries;
  expect(entry).toMatchObject({ requirement: ID, reason: '', expires: '2027-02-19', seen: { observed: '"1234"' } });

  write(FILE, { ...read(FILE), entries: [{ ...entry, reason: 'zips are numbers there', owner: 'anna' }] });
  const known = await run(`${check} ${NOW} --baseline ${FILE} --report json=known.json`);
  expect(known.code).toBe(0);
  expect(known.stdout).not.toContain('FAIL');
  expect(known.stdout).toContain(`Known      ${ID} fails as known until 2027-02-19; fix it by then.`);
  expect(lastLine(known.stdout)).toContain('conforms except for 1 known deviation: 0 of 1');
  expect(read('known.json')).toMatchObject({
    exitCode: 0,
    counts: { passed: 0, failed: 0, known: 1 },
    baseline: [{ requirement: ID, state: 'known', owner: 'anna' }],
  });

  const again = await run('adopt known.json');
  expect(again.stdout).toContain(`1 kept unchanged: ${ID}`);
  expect(read(FILE).entries[0]).toMatchObject({ reason: 'zips are numbers there', owner: 'anna' });

  const expired = await run(`${check} --now 2027-02-20 --baseline ${FILE}`);
  expect(expired.code).toBe(1);
  expect(expired.stdout).toContain(`FAIL ${ID}`);
  expect(expired.stdout).toContain(`Expired    ${ID} fails, and its entry expired on 2027-02-19; fix it`);

  mend();
  const stale = await run(`${check} ${NOW} --baseline ${FILE} --quiet --report json=stale.json`);
  expect(stale.code).toBe(1);
  expect(stale.stdout).toContain(`Stale      ${ID} passes again; delete its entry from the baseline.`);
  expect(lastLine(stale.stdout)).toBe('The baseline is outdated: 1 stale entry.');

  await run('adopt stale.json');
  expect(read(FILE).entries).toEqual([]);
  expect((await run(`${check} ${NOW} --baseline ${FILE}`)).code).toBe(0);
});

const entry = { requirement: ID, reason: 'why', owner: 'anna', link: '', expires: '2999-12-31' };
const baselineOf = (...entries: readonly object[]) => ({ format: 'calproof.baseline/1', entries });

test('an entry that is narrowed knows a failure that fits it, and leaves any other standing', async () => {
  const { url } = await listenFaulty('venues.create.zip-lost');
  const { run, write } = createFolder();
  const codes = [];
  for (const narrowed of [
    { reading: { id: 'list.start-date', alternative: 'on-day' } },
    { reading: { id: 'list.start-date', alternative: 'lower-bound' } },
    { input: { at: '/body/venue', matches: '^Harbor' } },
    { input: { at: '/body/venue', matches: '^Nowhere' } },
  ]) {
    write(FILE, baselineOf({ ...entry, ...narrowed }));
    const { code, stdout } = await run(`check ${url} --only ${ID} --seed 7 --baseline ${FILE} --quiet`);
    expect(stdout.includes(`FAIL ${ID}`)).toBe(code === 1);
    expect(stdout.includes('Differs')).toBe(code === 1);
    codes.push(code);
  }
  expect(codes).toEqual([0, 1, 0, 1]);
});

test('a run that bails goes on over a known deviation', async () => {
  const { url } = await listenFaulty('venues.create.zip-lost');
  const { run, read, write } = createFolder();
  write(FILE, baselineOf(entry));
  const only = `--only ${ID},venues.fields.website --seed 7 --concurrency 1`;
  const bailing = `check ${url} ${only} --bail --report json=report.json`;
  expect((await run(bailing)).code).toBe(1);
  expect(read('report.json').end).toBe('bailed');
  const { code, stdout } = await run(`${bailing} --baseline ${FILE}`);
  expect(lastLine(stdout)).toContain('1 of 2 applicable MUST requirements passed');
  expect([code, read('report.json').end]).toEqual([0, 'finished']);
});

test('what was left out of a run is neither known nor stale', async () => {
  const { run, write } = createFolder();
  write(FILE, baselineOf(entry));
  const { code, stdout } = await run(`check --verbose --only tags.create.required-only --baseline ${FILE}`);
  expect(code).toBe(0);
  expect(stdout).toContain(`No verdict 1 entry kept as it is: ${ID}`);
});

test('the baseline that the guide shows is one', async () => {
  const { run, write } = createFolder();
  const guide = readFileSync(new URL('../../docs/baseline.md', import.meta.url), 'utf8');
  write(FILE, /```json\n(.*?)```/s.exec(guide)?.[1] ?? '');
  const { code, stderr } = await run(`check --plan --only ${ID} --baseline ${FILE}`);
  expect([code, stderr]).toEqual([0, '']);
});

test('nothing is written for a report without deviations', async () => {
  const { run, has } = createFolder();
  await run('check --only tags.create.required-only --report json=report.json');
  const { code, stdout } = await run('adopt report.json');
  expect(code).toBe(0);
  expect(stdout).toBe('Wrote nothing: no MUST failed in this report.\n');
  expect(has(FILE)).toBe(false);
});

describe('wrong use', () => {
  test.each([
    [
      { ...entry, expiry: '2027-01-01' },
      /^b\.json is not a baseline: the entry for .* has expiry, did you mean expires\.$/,
    ],
    [
      { ...entry, requirement: 'venues.fields.zpi' },
      /there is no requirement venues\.fields\.zpi, did you mean venues\.fields\.zip\.$/,
    ],
    [{ ...entry, reading: { id: 'list.start-dat', alternative: 'on-day' } }, /did you mean list\.start-date\.$/],
    [{ ...entry, expires: '2027-13-01' }, /is "2027-13-01", not a date like 2026-11-21\.$/],
  ])('a baseline with %j is refused before anything is sent', async (bad, sentence) => {
    const { run, write } = createFolder();
    write('b.json', baselineOf(bad));
    const { code, stdout, stderr } = await run('check http://127.0.0.1:9 --baseline b.json');
    expect(code).toBe(2);
    expect(stdout).toBe('');
    expect(stderr.trimEnd()).toMatch(sentence);
  });

  test('a file that is no report is not adopted', async () => {
    const { run, write, has } = createFolder();
    write('report.json', { format: 'calproof.run/2' });
    const { code, stderr } = await run('adopt report.json');
    expect(code).toBe(2);
    expect(stderr).toBe("report.json is an invalid run report: it must have required property 'version'.\n");
    expect(has(FILE)).toBe(false);
  });

  test.each(['not JSON', '{"name":"calproof"}'])('a file that holds %s is not overwritten', async (text) => {
    const { run, write } = createFolder();
    await run('check --only tags.create.required-only --report json=report.json');
    write('mine.json', text);
    const { code, stderr } = await run('adopt report.json -o mine.json');
    expect(code).toBe(2);
    expect(stderr).toMatch(/^mine\.json is not .*It was not changed; name another file with -o\.$/m);
  });
});
