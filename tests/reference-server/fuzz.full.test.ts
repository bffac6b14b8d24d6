import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { Pool } from 'undici';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { seedOf } from '../../kernel/seed.js';
import { buildCli, type Running, start } from '../runners/built.js';
import { type AnyRequest, anyOctets, anyRequest } from './any-request.js';

/** `npm run fuzz` sends a million. */
const REQUESTS = Number(process.env['CALPROOF_FUZZ'] ?? 20_000);
const SEED = Number(process.env['CALPROOF_SEED'] ?? 1);
const CONNECTIONS = 64;
const BATCH = 1_000;
/** So many of a batch are octets that no client would send, on connections of their own. */
const RAW = 50;
/** From this request on, what the heap holds must not grow by more than this factor: all caches are full. */
const WARM = REQUESTS / 10;
const GROWTH = 1.2;
const REPORT_HEAP = fileURLToPath(new URL('report-heap.mjs', import.meta.url));

let cli: string;
beforeAll(() => {
  cli = buildCli('calproof-fuzz');
});

/** What the heap of the server holds, in KiB. */
async function heapOf(serve: Running, asked: number): Promise<number> {
  serve.child.kill('SIGUSR2');
  const said = await serve.says(new RegExp(`(heap \\d+ KiB[^]*){${asked}}`));
  return Number([...said.matchAll(/heap (\d+) KiB/g)][asked - 1]?.[1]);
}

const isFailure = (status: number): boolean => status >= 500;

/** Sends a request; gives its status. What it creates is deleted again. */
async function send(pool: Pool, { method, path, headers, body }: AnyRequest): Promise<number> {
  const answer = await pool.request({ method, path, headers, ...(body && { body }) });
  const text = await answer.body.text();
  if (answer.statusCode !== 201) return answer.statusCode;
  const place = `${path.split('?')[0]}/${JSON.parse(text).id}`;
  const deleted = await pool.request({ method: 'DELETE', path: place });
  await deleted.body.dump();
  expect([200, 404], place).toContain(deleted.statusCode);
  return 201;
}

/** Sends octets on a connection of their own, and gives what came back until it was closed. */
const sendOctets = (url: string, octets: Buffer): Promise<string> =>
  new Promise((resolve) => {
    const { hostname, port } = new URL(url);
    const socket = connect(Number(port), hostname, () => socket.end(octets));
    let text = '';
    socket.on('data', (chunk) => (text += chunk.toString('latin1')));
    socket.on('error', () => undefined);
    socket.on('close', () => resolve(text));
  });

/** Does something with each, so many at once. */
async function withEach<T>(items: readonly T[], act: (item: T) => Promise<void>): Promise<void> {
  const queue = items.values();
  const work = async (): Promise<void> => {
    for (const item of queue) await act(item);
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, work));
}

test(`no request of ${REQUESTS} makes the server fail or grow`, { timeout: 3_600_000 }, async () => {
  const serve = start(cli, 'serve --events 200', tmpdir(), ['--expose-gc', '--import', REPORT_HEAP]);
  const url = /at (\S+)/.exec(await serve.says(/at \S+/))?.[1] ?? '';
  const pool = new Pool(url, { connections: CONNECTIONS });
  onTestFinished(() => pool.close());
  const statuses = new Map<number, number>();
  let warm = 0;
  for (let sent = 0; sent < REQUESTS; sent += BATCH) {
    const seed = seedOf(SEED, `fuzz ${sent}`);
    await withEach(fc.sample(anyRequest, { seed, numRuns: BATCH - RAW }), async (request) => {
      const status = await send(pool, request);
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
      expect(isFailure(status), `seed ${SEED}: ${JSON.stringify(request)}`).toBe(false);
    });
    await withEach(fc.sample(anyOctets, { seed, numRuns: RAW }), async (octets) => {
      const answers = (await sendOctets(url, octets)).matchAll(/^HTTP\/1\.1 (\d+)/gm);
      for (const [, status] of answers)
        expect(isFailure(Number(status)), `seed ${SEED}: ${octets.toString('base64')}`).toBe(false);
    });
    if (sent === WARM) warm = await heapOf(serve, 1);
  }
  const heap = await heapOf(serve, 2);
  console.log(`fuzz: ${REQUESTS} requests, seed ${SEED}, heap ${warm} to ${heap} KiB,`, Object.fromEntries(statuses));
  expect(heap).toBeLessThanOrEqual(warm * GROWTH);
  expect(statuses.get(200)).toBeGreaterThan(REQUESTS / 20);
  expect(statuses.get(201)).toBeGreaterThan(0);
  expect((await pool.request({ method: 'GET', path: '/vendor/events/v1/tags' })).statusCode).toBe(200);
});
