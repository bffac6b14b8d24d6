import { readFileSync } from 'node:fs';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createReferenceServer } from '../../reference-server/index.js';
import { createVirtualClock } from '../../wire/clock.js';
import { calproof } from './cli/console.js';
import { type Deviate, listenReference } from './targets.js';

const patient = () => ({ clock: createVirtualClock(Date.now()) });

/** Answers 502 from a request of the run on, as a proxy does before a server that is gone. */
function goneFrom(first: number) {
  let count = 0;
  let isBack = false;
  const deviate: Deviate = (_, response) => {
    count += 1;
    const isGone = count >= first && !isBack;
    if (isGone) response.writeHead(502, { 'content-type': 'text/html' }).end('<h1>Bad Gateway</h1>');
    return isGone;
  };
  const comeBack = (): void => {
    isBack = true;
  };
  return { deviate, comeBack };
}

test('a target that is gone in the middle: 3, one sentence, no blame, and a sweep later', async () => {
  const { deviate, comeBack } = goneFrom(350);
  const { url, server } = await listenReference(deviate);
  const before = server.counts();
  const { code, stdout, folder } = await calproof(
    `check ${url} --effort quick --verbose --report json=report.json`,
    patient(),
  );
  expect(code, stdout).toBe(3);
  expect(stdout).toMatch(/^The target stopped answering \(status 502\), so \d+ requirements could not be judged\.$/m);
  expect(stdout).not.toContain('FAIL');
  expect(stdout).toMatch(/Left behind: \d+ records/);
  const report = JSON.parse(readFileSync(join(folder, 'report.json'), 'utf8'));
  expect(report).toMatchObject({ end: 'cut off', counts: { failed: 0 }, outages: [{ reason: 'status 502' }] });
  expect(report.counts.passed).toBeGreaterThan(20);
  comeBack();
  expect(await calproof(`sweep ${journalIn(stdout)}`)).toMatchObject({ code: 0 });
  expect(server.counts()).toEqual(before);
}, 60_000);

test('a target that is gone before anything is judged: 3, and a sweep later', async () => {
  const { deviate, comeBack } = goneFrom(80);
  const { url, server } = await listenReference(deviate);
  const before = server.counts();
  const { code, stderr } = await calproof(`check ${url} --effort quick`, patient());
  expect(code).toBe(3);
  expect(stderr).toContain('the target stopped answering (status 502)');
  comeBack();
  expect(await calproof(`sweep ${journalIn(stderr)}`)).toMatchObject({ code: 0 });
  expect(server.counts()).toEqual(before);
}, 60_000);

const journalIn = (text: string): string => /calproof sweep (\S+\.ndjson)/.exec(text)?.[1] ?? '';

test('what failed before stays a failure', async () => {
  const { deviate } = goneFrom(400);
  const { url } = await listenReference((request, response) => {
    if (request.url?.startsWith('/vendor/events/v1/doc') !== true) return deviate(request, response);
    response.writeHead(500).end();
    return true;
  });
  const { code, stdout } = await calproof(`check ${url} --effort quick`, patient());
  expect(code).toBe(1);
  expect(stdout).toMatch(
    /^The target deviates: .* failed.*\. The target stopped answering \(status 502\), so \d+ req/m,
  );
}, 60_000);

test('one operation that answers 500 alone does not end a run', async () => {
  const { url, server } = await listenReference((request, response) => {
    const isBroken = request.method === 'GET' && /\/venues\/\d+/.test(request.url ?? '');
    if (isBroken) response.writeHead(500).end();
    return isBroken;
  });
  const before = server.counts();
  const { code, stdout } = await calproof(`check ${url} --effort quick --concurrency 1`, patient());
  expect(code).toBe(1);
  expect(stdout).toContain('✗ venues.');
  expect(stdout).not.toContain('stopped answering');
  expect(server.counts()).toEqual(before);
}, 60_000);

/** A server that can be stopped and started again at the same port. */
async function startRestartable(handler: RequestListener) {
  let server: Server | undefined;
  async function start(port: number): Promise<number> {
    const one = createServer(handler);
    server = one;
    await new Promise<void>((resolve) => one.listen(port, '127.0.0.1', resolve));
    return (one.address() as AddressInfo).port;
  }
  function stop(): void {
    server?.close();
    server?.closeAllConnections();
  }
  const port = await start(0);
  onTestFinished(stop);
  return { url: `http://127.0.0.1:${port}`, stop, start: () => start(port) };
}

test.each([200, 300, 400])(
  'a target that restarts after %i requests is waited for, and not blamed',
  async (last) => {
    const reference = createReferenceServer();
    let count = 0;
    const target = await startRestartable((request, response) => {
      count += 1;
      reference.handler(request, response);
      if (count !== last) return;
      response.on('finish', () => {
        target.stop();
        setTimeout(() => void target.start(), 900);
      });
    });
    const before = reference.counts();
    const { code, stdout } = await calproof(`check ${target.url} --effort quick --verbose`);
    expect(code, stdout).toBe(0);
    expect(stdout).toMatch(/The target was unavailable once \(.+\)\./);
    expect(stdout).not.toContain('FAIL');
    expect(reference.counts()).toEqual(before);
  },
  60_000,
);
