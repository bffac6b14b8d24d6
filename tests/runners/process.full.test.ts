import { mkdtempSync, readdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { beforeAll, expect, test } from 'vitest';
import { buildCli, start } from './built.js';
import { type Deviate, listenReference } from './targets.js';

let cli: string;
beforeAll(() => {
  cli = buildCli();
});

const newFolder = (): string => mkdtempSync(join(tmpdir(), 'calproof-process-'));

/** A target slow enough to be interrupted. */
const slow: Deviate = async () => {
  await sleep(5);
  return false;
};

test.each(['SIGTERM', 'SIGINT'] as const)('serve says where it is, and stops in order on %s', async (signal) => {
  const serve = start(cli, 'serve --base-path /wp-json', newFolder());
  const url = /at (\S+)/.exec(await serve.says('\n'))?.[1];
  const answer = await fetch(`${url}/vendor/events/v1/events`);
  expect(answer.status).toBe(200);
  serve.child.kill(signal);
  const { code, output } = await serve.ended();
  expect(code).toBe(0);
  expect(output).toMatch(/^calproof reference server at http:\/\/127\.0\.0\.1:\d+\/wp-json\n$/);
});

test.each(['SIGTERM', 'SIGINT'] as const)('%s ends a run in order and leaves nothing behind', async (signal) => {
  const { url, server } = await listenReference(slow);
  const before = server.counts();
  const folder = newFolder();
  const check = start(cli, `check ${url} --only tags --report json=report.json`, folder);
  await check.says('Target');
  check.child.kill(signal);
  const { code, output } = await check.ended();
  expect(output).toContain('Interrupted');
  expect(code).toBe(130);
  expect(server.counts()).toEqual(before);
  expect(readdirSync(folder)).toEqual(['report.json']);
});

test('a second signal leaves at once and names the journal, and a sweep finishes', async () => {
  const { url, server } = await listenReference(slow);
  const before = server.counts();
  const folder = newFolder();
  const check = start(cli, `check ${url}`, folder);
  await check.says('Target');
  check.child.kill('SIGINT');
  await sleep(20);
  check.child.kill('SIGINT');
  const { code, output } = await check.ended();
  expect(code).toBe(130);
  const journal = /calproof sweep (\S+)/.exec(output)?.[1];
  expect(server.counts()).not.toEqual(before);
  const sweep = await start(cli, `sweep ${journal}`, folder).ended();
  expect(sweep.output).toMatch(/deleted/);
  expect(sweep.code).toBe(0);
  expect(server.counts()).toEqual(before);
  expect(readdirSync(folder)).toEqual([]);
});

test('a name server that never answers delays nothing after the last output', async () => {
  const folder = newFolder();
  const deaf = join(folder, 'deaf.cjs');
  writeFileSync(deaf, "require('node:dns').lookup = () => void setInterval(() => {}, 1000);");
  const check = start(cli, 'check http://calendar.example --timeout 300ms', folder, ['--require', deaf]);
  const { code, output } = await check.ended();
  expect(output).toContain('calendar.example did not accept a connection within 300 ms.');
  expect(code).toBe(3);
});
