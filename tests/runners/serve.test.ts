import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { behind, interceptorOf } from '../../runners/server/intercepted-server.js';
import type { Outcome } from '../../wire/exchange.js';
import { createManualClock } from '../wire/stub.js';
import { calproof, createTestEnvironment } from './cli/console.js';

/** Runs `serve` with these options for as long as `use` takes, and gives what came of both. */
async function serving<T>(
  options: string,
  use: (url: string) => Promise<T>,
  files: Readonly<Record<string, unknown>> = {},
) {
  const stop = new AbortController();
  const { environment } = createTestEnvironment();
  for (const [name, content] of Object.entries(files)) {
    writeFileSync(join(environment.folder, name), JSON.stringify(content));
  }
  let announce: (text: string) => void = () => {};
  const line = new Promise<string>((resolve) => {
    announce = resolve;
  });
  const stdout = { write: (text: string) => announce(text), isTerminal: false, columns: undefined };
  const end = calproof(`serve ${options}`, { stdout, signal: stop.signal, folder: environment.folder });
  const url = /at (\S+)\n$/.exec(await Promise.race([line, end.then(({ stderr }) => stderr)]))?.[1] ?? '';
  const used = await use(url).finally(() => stop.abort());
  return { used, code: (await end).code };
}

const getJson = async (url: string, headers: Readonly<Record<string, string>> = {}) => {
  const answer = await fetch(url, { headers });
  return { status: answer.status, body: JSON.parse(await answer.text()) };
};

test('fills itself with events, under a base path and a namespace', async () => {
  const { used, code } = await serving('--events 25 --base-path /api --namespace acme/events/v1', (url) => {
    expect(url).toMatch(/\/api$/);
    return getJson(`${url}/acme/events/v1/events?starts_after=2000-01-01&per_page=1`);
  });
  expect(code).toBe(0);
  expect(used.body.total).toBeGreaterThan(15);
});

test('starts with a world file', async () => {
  const files = { 'world.json': { tags: [{ key: 'a', name: 'Free' }] } };
  const { used } = await serving(
    '--world world.json',
    (url) => getJson(`${url}/vendor/events/v1/tags?hide_empty=0`),
    files,
  );
  expect(used.body.tags).toMatchObject([{ name: 'Free' }]);
});

test('knows users', async () => {
  const files = { 'users.json': { users: [{ id: 1, name: 'anna', password: 'pw', role: 'editor' }] } };
  const wrong = { authorization: `Basic ${Buffer.from('anna:no').toString('base64')}` };
  const { used } = await serving(
    '--users users.json',
    (url) => getJson(`${url}/vendor/events/v1/events`, wrong),
    files,
  );
  expect(used.status).toBe(401);
});

test('switches extensions on', async () => {
  const statusWith = async (options: string) =>
    (await serving(options, (url) => getJson(`${url}/vendor/events/v1/events?ticketed=true`))).used.status;
  expect(await statusWith('')).toBe(400);
  expect(await statusWith('--extensions tickets')).toBe(200);
});

test.each([
  ['status.404-past-the-end', 0],
  ['wide-spread', 0],
  ['wide-spread,events.list.total-too-high', 1],
] as const)('puts %s of the zoo before itself, under its base path', async (ids, total) => {
  const { used, code } = await serving(`--zoo ${ids} --base-path /api`, (url) => {
    expect(url).toMatch(/\/api$/);
    return getJson(`${url}/vendor/events/v1/events?page=99`);
  });
  expect({ ...used, code }).toMatchObject({ status: 404, body: { total }, code: 0 });
});

test('puts a fault of the zoo before itself', async () => {
  const { used } = await serving('--zoo events.list.total-too-high', (url) =>
    getJson(`${url}/vendor/events/v1/events`),
  );
  expect(used.body).toMatchObject({ events: [], total: 1 });
});

test.each([
  ['0.0.0.0', '127.0.0.1'],
  ['::1', '[::1]'],
])('behind the zoo listens on %s too', async (host, shown) => {
  const { used } = await serving(`--zoo etag.absent --host ${host}`, async (url) => ({
    host: new URL(url).hostname,
    ...(await getJson(`${url}/vendor/events/v1/events`)),
  }));
  expect(used).toMatchObject({ host: shown, status: 200 });
});

test('waits before each response as long as --delay states', async () => {
  const clock = createManualClock();
  const intercept = await interceptorOf({ delay: 50, seed: 1 }, { clock });
  const response: Outcome = { kind: 'response', response: { status: 204, headers: [], body: new Uint8Array() } };
  const waited: number[] = [];
  const send = async () => {
    waited.push(...clock.slept);
    return response;
  };
  expect(await intercept?.({ method: 'GET', target: '/', headers: [] }, send)).toBe(response);
  expect(waited).toEqual([50]);
});

test('lets the server go where the proxy cannot listen', async () => {
  const closed: string[] = [];
  const inner = {
    listen: async () => ({ url: 'http://127.0.0.1:9' }),
    close: async () => void closed.push('server'),
  };
  const passing = behind((request, next) => next(request), inner);
  await expect(passing.listen({ host: '192.0.2.1' })).rejects.toThrow('EADDRNOTAVAIL');
  expect(closed).toEqual(['server']);
});

test('names the id of the zoo that is nearest to an unknown one', async () => {
  const { code, stderr } = await calproof('serve --zoo wide-spred');
  expect({ code, stderr }).toMatchObject({ code: 2, stderr: expect.stringContaining('the nearest id is wide-spread') });
});

test('refuses a port that is in use', async () => {
  await serving('', async (url) => {
    const { code, stderr } = await calproof(`serve --port ${new URL(url).port}`);
    expect(code).toBe(2);
    expect(stderr).toContain('the port is in use');
  });
});

test.each([
  ['[]', /is not a users file/],
  ['{"users":[{"id":1,"name":"a","password":"b","role":"king"}]}', /a role is reader, author or editor/],
  ['{"users":[{"id":1,"name":"a:b","password":"b","role":"reader"}]}', /holds no colon/],
  [
    '{"users":[{"id":1,"name":"a","password":"b","role":"reader"},{"id":1,"name":"b","password":"b","role":"editor"}]}',
    /the name or the id of b twice/,
  ],
])('refuses users written %s', async (text, sentence) => {
  const { environment } = createTestEnvironment();
  writeFileSync(join(environment.folder, 'users.json'), text);
  const { code, stderr } = await calproof('serve --users users.json', { folder: environment.folder });
  expect(code).toBe(2);
  expect(stderr).toMatch(sentence);
});
