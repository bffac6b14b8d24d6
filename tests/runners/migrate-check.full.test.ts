import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { Comparison } from '../../migration/findings/comparison-result.js';
import { createReferenceServer } from '../../reference-server/index.js';
import type { Interceptor } from '../../wire/exchange.js';
import { openProxy } from '../../zoo/intercept/intercepting-proxy.js';
import { withoutParameter } from '../../zoo/intercept/request-edit.js';
import { calproof } from './cli/console.js';
import { smallWorld } from './small-world.js';

const now = (): Date => new Date('2026-11-21T12:00:00Z');

/** A calendar behind a proxy, served until it is closed or the test ends. */
async function serve(intercept: Interceptor = (request, next) => next(request)) {
  const server = createReferenceServer({ now, world: smallWorld, zone: 'Europe/Amsterdam' });
  const { origin } = new URL((await server.listen()).url);
  const proxy = await openProxy({ origin, intercept });
  let isOpen = true;
  const close = async (): Promise<void> => {
    if (!isOpen) return;
    isOpen = false;
    await proxy.close();
    await server.close();
  };
  onTestFinished(close);
  return { url: proxy.origin, close };
}

const OPTIONS = '-o migration --effort quick --questions none --quiet';

test('two services that are alike differ in nothing, and what is finished is not done again', async () => {
  const [before, after] = [await serve(), await serve()];
  const line = `migrate-check ${before.url} ${after.url} ${OPTIONS}`;
  const { code, folder, stdout } = await calproof(line);
  expect(stdout).toContain('checked    before: The target conforms');
  expect(code).toBe(0);
  const inFolder = (name: string): string => join(folder, 'migration', name);
  const index = readFileSync(inFolder('index.html'), 'utf8');
  expect(index).toContain('<a href="before.html">');
  expect(existsSync(inFolder('before.html'))).toBe(true);

  const swapped = await calproof(`migrate-check ${after.url} ${before.url} ${OPTIONS}`, { folder });
  expect(swapped.code).toBe(2);
  expect(swapped.stderr).toContain(`migration/before.ndjson.gz is of ${before.url} and not of ${after.url}`);

  await before.close();
  rmSync(inFolder('after.json'));
  expect((await calproof(line, { folder })).code).toBe(0);

  await after.close();
  expect((await calproof(line, { folder })).code).toBe(0);
  rmSync(inFolder('after.json'));
  const down = await calproof(line, { folder });
  expect(down.code).toBe(3);
  expect(down.stderr).toContain('nothing listens there');
});

test('verdicts that changed stand on the page beside records that did', async () => {
  const forgetsTags: Interceptor = (request, next) => next(withoutParameter(request, 'tags'));
  const [before, after] = [await serve(), await serve(forgetsTags)];
  const { code, folder } = await calproof(`migrate-check ${before.url} ${after.url} ${OPTIONS}`);
  const file = join(folder, 'migration', 'comparison.json');
  const { findings, checks } = JSON.parse(readFileSync(file, 'utf8')) as Comparison;
  expect(findings.map(({ cause }) => cause)).toContain('verdict.failed.MUST');
  expect(checks?.map(({ conclusion }) => conclusion.slice(0, 20))).toEqual([
    'The target conforms:',
    'The target deviates:',
  ]);
  expect(code).toBe(1);
});
