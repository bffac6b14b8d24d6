import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createReferenceServer } from '../../reference-server/index.js';
import { reportFormats } from '../../reports/formats/report-formats.js';
import type { Interceptor } from '../../wire/exchange.js';
import { openProxy } from '../../zoo/intercept/intercepting-proxy.js';
import { expectValid, UNSAFE } from '../reports/formats/valid-reports.js';
import { calproof, createTestEnvironment } from './cli/console.js';
import { listenFaulty } from './faulty-proxy.js';
import { createHostile } from './hostile-target.js';
import { listenReference } from './targets.js';

const ALL = reportFormats.map((format) => `--report ${format}=${format}`).join(' ');

type Finished = Awaited<ReturnType<typeof calproof>>;

const readReport = ({ folder }: Finished, format: string): string => readFileSync(join(folder, format), 'utf8');

/** Every report is there, valid, and harmless to show. */
async function expectReports(run: Finished): Promise<void> {
  for (const format of reportFormats) {
    const text = readReport(run, format);
    expect(UNSAFE.exec(text)?.[0], format).toBeUndefined();
    await expectValid[format](text);
  }
}

const render = (run: Finished) => {
  const { results } = JSON.parse(readReport(run, 'ctrf'));
  const { log } = JSON.parse(readReport(run, 'har'));
  return {
    junit: readReport(run, 'junit'),
    ctrf: results,
    markdown: readReport(run, 'markdown'),
    github: readReport(run, 'github'),
    har: log,
    badge: readReport(run, 'badge'),
    statement: JSON.parse(readReport(run, 'statement')),
  };
};

test('a run that fails is rendered as one in every format', async () => {
  const { url } = await listenFaulty('venues.create.zip-lost');
  const run = await calproof(`check ${url} --only venues.fields.zip,venues.fields.website --seed 7 ${ALL}`);
  expect(run.code).toBe(1);
  await expectReports(run);
  const { junit, ctrf, markdown, github, har, badge, statement } = render(run);
  expect(junit).toMatch(/<testsuites name="calproof" tests="3" failures="1" errors="0"/);
  expect(junit).toContain('<failure message="expected zip &quot;01234&quot; in the item, observed &quot;1234&quot;"');
  expect(ctrf.summary).toMatchObject({ tests: 3, passed: 2, failed: 1 });
  expect(markdown).toMatch(/^## ❌ The target deviates\n/);
  expect(markdown).toContain('<summary>❌ MUST <code>venues.fields.zip</code>');
  expect(github).toMatch(/^::error title=venues\.fields\.zip \(MUST\)::/);
  expect(har.pages).toMatchObject([{ id: 'venues.fields.zip' }]);
  expect(har.entries.at(-1)).toMatchObject({ pageref: 'venues.fields.zip', response: { status: 200 } });
  expect(har.entries.at(-1).request.url).toMatch(`${url}/vendor/events/v1/venues/`);
  expect(badge).toContain('deviates: 1 failed, 1/2 MUST');
  expect(statement.deviations).toMatchObject([{ requirement: 'venues.fields.zip', clause: 'venue.field.zip' }]);
  expect(statement.verdicts).toMatchObject({ core: { MUST: { passed: 1, failed: 1 } } });
});

test('a run that passes is rendered as one in every format', async () => {
  const { url } = await listenReference();
  const run = await calproof(`check ${url} --only venues.fields.zip --seed 7 ${ALL}`);
  expect(run.code).toBe(0);
  await expectReports(run);
  const { junit, ctrf, markdown, github, har, badge, statement } = render(run);
  expect(junit).toMatch(/<testsuites name="calproof" tests="2" failures="0" errors="0"/);
  expect(ctrf.summary).toMatchObject({ tests: 2, passed: 2, other: 0 });
  expect(markdown).toMatch(/^## ✅ The target conforms\n/);
  expect(github).toMatch(/^::notice title=calproof::The target conforms/);
  expect(har.entries).toEqual([]);
  expect(badge).toContain('conforms, 1/1 MUST');
  expect(statement).toMatchObject({ conclusion: { exitCode: 0 }, deviations: [] });
});

test('the guide shows how a statement is verified', async () => {
  const { url } = await listenReference();
  const { folder } = await calproof(`check ${url} --only venues.fields.zip --seed 7 --report statement=statement.json`);
  const guide = readFileSync(new URL('../../docs/reports.md', import.meta.url), 'utf8');
  const script = /```sh\nnode -e '\n([^']*)'\n```/.exec(guide)?.[1] ?? '';
  const verify = () => execFileSync(process.execPath, ['-e', script], { cwd: folder, encoding: 'utf8' });
  expect(verify()).toBe('true\n');
  const path = join(folder, 'statement.json');
  writeFileSync(path, readFileSync(path, 'utf8').replace('"exitCode": 0', '"exitCode": 1'));
  expect(verify()).toBe('false\n');
});

test('a report on standard output is all that is there', async () => {
  const { url } = await listenReference();
  const { stdout, stderr } = await calproof(`check ${url} --only venues.fields.zip --seed 7 --report github`);
  await expectValid.github(stdout);
  expect(stderr).toContain('The target conforms');
});

async function listenIntercepted(intercept: Interceptor): Promise<string> {
  const server = createReferenceServer();
  const { origin } = new URL((await server.listen()).url);
  const proxy = await openProxy({ origin, intercept });
  onTestFinished(async () => {
    await proxy.close();
    await server.close();
  });
  return proxy.origin;
}

test('a target with an attack in every text harms no report and no terminal', { timeout: 240_000 }, async () => {
  const url = await listenIntercepted(createHostile());
  const run = await calproof(
    `check ${url} --only venues,tags.list,http --verbose --mode sandbox --effort quick --seed 7 --concurrency 1 ${ALL}`,
  );
  expect(run.code).toBe(1);
  await expectReports(run);
  expect(UNSAFE.exec(`${run.stdout}${run.stderr}`)?.[0]).toBeUndefined();
  expect(run.stdout.length).toBeLessThan(2 ** 20);
  expect(readReport(run, 'json')).toContain('onerror');
  expect(readReport(run, 'json').length).toBeGreaterThan(2 ** 20);
});

describe('an interruption', () => {
  // From the preflight over the world and the requirements to the clean-up.
  test.each([1, 3, 20, 60, 110, 150, 200])('at request %i gives every report of what was known', async (at) => {
    const interruption = new AbortController();
    const { url, requests } = await listenReference(() => {
      if (requests.length >= at) interruption.abort();
      return false;
    });
    const { signal } = interruption;
    const run = await calproof(`check ${url} --only tags --seed 7 ${ALL}`, { signal });
    expect(run.code).toBe(130);
    await expectReports(run);
    const report = JSON.parse(readReport(run, 'json'));
    expect(report).toMatchObject({ end: 'interrupted', exitCode: 130 });
    expect(report.counts.untested).toBeGreaterThan(0);
    const { junit, badge, github } = render(run);
    expect(junit).toMatch(/<error message="Interrupted/);
    expect(badge).toContain('interrupted');
    expect(github).toMatch(/^::error title=calproof::Interrupted/);
  });
});

test('a target that cannot be judged leaves no report of an earlier run standing', async () => {
  const { folder } = createTestEnvironment().environment;
  const { url } = await listenReference();
  await calproof(`check ${url} --only tags.create.required-only --seed 7 ${ALL}`, { folder });
  const run = await calproof(`check http://127.0.0.1:9 ${ALL}`, { folder });
  expect(run.code).toBe(3);
  await expectReports({ ...run, folder });
  expect(JSON.parse(readReport(run, 'json'))).toMatchObject({ end: 'not begun', exitCode: 3, counts: { passed: 0 } });
  expect(readReport(run, 'junit')).toContain('<error message="');
  expect(readReport(run, 'badge')).toContain('not judged, 0/');
});
