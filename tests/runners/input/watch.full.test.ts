import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createReferenceServer } from '../../../reference-server/index.js';
import { runCli } from '../../../runners/cli/cli.js';
import type { Environment } from '../../../runners/input/environment.js';
import { createTestEnvironment } from '../cli/console.js';
import { listenFaulty } from '../faulty-proxy.js';
import { listen, listenReference } from '../targets.js';

const ONLY = ['--only', 'venues.fields.zip,venues.fields.website,tags.create.required-only', '--seed', '7'];
const patience = { timeout: 50_000, interval: 20 };

/** A person at a terminal who watches: presses Enter, reads, and ends it. */
function createWatcher(changed: Partial<Environment> = {}) {
  const interruption = new AbortController();
  const keys = { enter: () => {}, end: () => {} };
  const { environment, written } = createTestEnvironment({
    signal: interruption.signal,
    onEnter(enter, ended) {
      Object.assign(keys, { enter, end: ended });
      return () => {};
    },
    ...changed,
  });
  const rounds = (): number => written.stderr.split('Watching: ').length - 1;
  return {
    folder: environment.folder,
    written,
    start: (words: readonly string[]) => runCli(['check', ...words], environment),
    enter: () => keys.enter(),
    endInput: () => keys.end(),
    interrupt: () => interruption.abort(),
    untilRound: (count: number) => vi.waitFor(() => expect(rounds()).toBe(count), patience),
  };
}

test('on Enter it runs again with the same inputs, failures first', async () => {
  const { url, mend } = await listenFaulty('venues.create.zip-lost');
  const { written, start, enter, interrupt, untilRound } = createWatcher();
  const code = start([url, '--watch', '--verbose', ...ONLY, '--report', 'json=report.json']);
  await untilRound(1);
  expect(written.stdout).toContain('The target deviates: 1 MUST requirement failed.');

  enter();
  await untilRound(2);
  expect(written.stderr).toContain('Running again (Enter), starting with 1 failed requirement.');
  const inputs = [...written.stdout.matchAll(/Input +(.*)/g)].map(([, input]) => input);
  expect(inputs).toHaveLength(2);
  expect(inputs[1]).toBe(inputs[0]);

  mend();
  enter();
  await untilRound(3);
  expect(written.stdout.trimEnd()).toMatch(/The target conforms: .*$/);

  interrupt();
  expect(await code).toBe(0);
}, 60_000);

test('a server that is restarted is waited for', async () => {
  const before = createReferenceServer();
  const { url } = await before.listen();
  const { port } = new URL(url);
  const { written, start, enter, interrupt, untilRound } = createWatcher();
  const code = start([url, '--watch', ...ONLY]);
  await untilRound(1);

  await before.close();
  enter();
  await vi.waitFor(() => expect(written.stderr).toContain('Waiting for the target to answer.'), patience);
  expect(written.stdout.match(/The target conforms/g)).toHaveLength(1);
  const after = createReferenceServer();
  await after.listen({ port: Number(port) });
  onTestFinished(() => after.close());
  await untilRound(2);
  expect(written.stdout.match(/The target conforms/g)).toHaveLength(2);

  interrupt();
  expect(await code).toBe(0);
}, 60_000);

test('on a change of a path it runs again, and its own reports are no change', async () => {
  const { url } = await listenReference();
  const { folder, written, start, interrupt, untilRound } = createWatcher({});
  mkdirSync(join(folder, 'src', 'deep'), { recursive: true });
  const reports = ['--report', 'json=src/report.json', '--watch-path', 'src'];
  const code = start([url, '--watch', ...ONLY, ...reports]);
  await untilRound(1);
  await new Promise((resolve) => setTimeout(resolve, 600));
  expect(written.stderr.split('Running again')).toHaveLength(1);

  writeFileSync(join(folder, 'src', 'deep', 'app.ts'), '1');
  await untilRound(2);
  expect(written.stderr).toMatch(/Running again \(src\/deep(\/app\.ts)? changed\)\./);

  interrupt();
  expect(await code).toBe(0);
}, 60_000);

test('a target that cannot be judged ends nothing', async () => {
  const { url } = await listen((_, response) => response.writeHead(500).end());
  const { written, start, endInput, untilRound } = createWatcher();
  const code = start([url, '--watch', ...ONLY]);
  await untilRound(1);
  expect(written.stderr).toContain('500');
  endInput();
  expect(await code).toBe(3);
});

test.each([
  [['--watch'], /^--watch needs the URL of a service\.\n$/],
  [['http://127.0.0.1:9', '--watch', '--watch-path', 'nowhere'], /^--watch-path nowhere cannot be watched: .*\n$/],
])('%j is wrong use', async (words, sentence) => {
  const { written, start } = createWatcher();
  expect(await start(words)).toBe(2);
  expect(written.stderr).toMatch(sentence);
});
