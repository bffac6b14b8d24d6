import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { request } from 'node:http';
import { describe, expect, onTestFinished, test } from 'vitest';
import { type Calendar, anEvent, startCalendar } from './calendar.js';

const HEAD = 'Host: x\r\nContent-Type: application/json\r\n';

async function open(calendar: Calendar): Promise<{ socket: Socket; received: () => string }> {
  const { hostname, port } = new URL(calendar.url);
  const socket = connect(Number(port), hostname);
  onTestFinished(() => void socket.destroy());
  let text = '';
  socket.on('data', (chunk) => (text += chunk));
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  return { socket, received: () => text };
}

/** Sends octets and gives what came back when the server closed, or when `until` has come. */
async function exchange(calendar: Calendar, octets: string | Buffer, until = /(?!)/): Promise<string> {
  const { socket, received } = await open(calendar);
  socket.write(octets);
  await expect.poll(() => until.test(received()) || socket.closed, { timeout: 4000 }).toBe(true);
  return received();
}

describe('large bodies', () => {
  test.each([1_048_577, 10_000_000])(
    'more than %d octets are 413, which the client reads, and the connection lives',
    async (size) => {
      const calendar = await startCalendar();
      const body = JSON.stringify({ name: 'x', description: '' }).replace('""', `"${'y'.repeat(size)}"`);
      expect((await calendar.send('POST', '/tags', body)).status).toBe(413);
      expect(calendar.counts()['tags']).toBe(0);
      expect((await calendar.send('POST', '/tags', { name: 'x' })).status).toBe(201);
    },
  );

  test('exactly 1 MiB is read', async () => {
    const calendar = await startCalendar();
    const body = JSON.stringify({ name: 'x', description: '' });
    const full = body.replace('""', `"${'y'.repeat(1_048_576 - Buffer.byteLength(body))}"`);
    expect(Buffer.byteLength(full)).toBe(1_048_576);
    expect((await calendar.send('POST', '/tags', full)).status).toBe(201);
  });

  test('a client that expects 100-continue is answered before it sends', async () => {
    const calendar = await startCalendar();
    const ask = (length: number): string =>
      `POST /vendor/events/v1/tags HTTP/1.1\r\n${HEAD}Content-Length: ${length}\r\nExpect: 100-continue\r\n\r\n`;
    expect(await exchange(calendar, ask(2_000_000), /}}$/)).toMatch(/^HTTP\/1\.1 413 /);
    expect(await exchange(calendar, ask(12), /\r\n\r\n$/)).toMatch(/^HTTP\/1\.1 100 /);
  });
});

describe('bodies made to keep a server busy', () => {
  const form = { 'content-type': 'application/x-www-form-urlencoded' };
  const MEGA = 1_000_000;

  test.each([
    ['a form with one name over and over', '/tags', 'a=&'.repeat(MEGA / 3), form],
    [
      'an address that makes a pattern try everything',
      '/organizers',
      { organizer: 'x', email: `a@${'.'.repeat(MEGA)} ` },
      {},
    ],
    ['a website that goes on', '/venues', { venue: 'x', website: `http://${'a.'.repeat(MEGA / 2)} ` }, {}],
    ['a zone that goes on', '/events', { ...anEvent(), timezone: 'A'.repeat(MEGA) }, {}],
    ['very many ids', '/events', { ...anEvent(), tags: Array.from({ length: 100_000 }, (_, id) => id + 1) }, {}],
    ['hyphens only', '/tags', { name: 'x', slug: '-1'.repeat(MEGA / 2) }, {}],
  ])('%s', async (_, path, body, headers) => {
    const calendar = await startCalendar();
    const answer = await calendar.send('POST', path, body, headers);
    expect(answer.status).toBe(400);
    expect(JSON.stringify(answer.body).length).toBeLessThan(1000);
  });

  test('a title that goes on has a short slug', async () => {
    const calendar = await startCalendar();
    const event = await calendar.create('events', anEvent({ title: '\ufdfa'.repeat(MEGA / 4) }));
    expect(event.slug.length).toBeLessThanOrEqual(200);
  });
});

describe('broken requests', () => {
  test.each([
    ['no HTTP', 'hello\r\n\r\n', 400],
    ['a huge header', `GET / HTTP/1.1\r\nHost: x\r\nX: ${'y'.repeat(100_000)}\r\n\r\n`, 431],
    ['two lengths', `POST / HTTP/1.1\r\n${HEAD}Content-Length: 1\r\nContent-Length: 2\r\n\r\n{}`, 400],
    [
      'length and chunks',
      `POST / HTTP/1.1\r\n${HEAD}Content-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
      400,
    ],
    ['no host', 'GET /vendor/events/v1 HTTP/1.1\r\n\r\n', 400],
  ])('%s', async (_, octets, status) => {
    const calendar = await startCalendar();
    expect(await exchange(calendar, octets)).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
    expect((await calendar.get('/tags')).status).toBe(200);
  });

  test('invalid UTF-8 is 400', async () => {
    const calendar = await startCalendar();
    const body = Buffer.concat([Buffer.from('{"name":"'), Buffer.from([0xc3, 0x28]), Buffer.from('"}')]);
    const head = `POST /vendor/events/v1/tags HTTP/1.1\r\n${HEAD}Content-Length: ${body.length}\r\n\r\n`;
    expect(await exchange(calendar, Buffer.concat([Buffer.from(head), body]), /}}$/)).toMatch(/^HTTP\/1\.1 400 /);
  });

  test('a body that breaks off creates nothing', async () => {
    const calendar = await startCalendar();
    const { socket } = await open(calendar);
    socket.end(`POST /vendor/events/v1/tags HTTP/1.1\r\n${HEAD}Content-Length: 100\r\n\r\n{"name":"x"}`);
    await once(socket, 'close');
    expect(calendar.counts()['tags']).toBe(0);
  });
});

test('pipelined requests are answered in order', async () => {
  const calendar = await startCalendar();
  const body = '{"name":"x"}';
  const post = `POST /vendor/events/v1/tags HTTP/1.1\r\n${HEAD}Content-Length: ${body.length}\r\n\r\n${body}`;
  const get = (path: string): string => `GET /vendor/events/v1${path} HTTP/1.1\r\nHost: x\r\n\r\n`;
  const last = get('/none').replace('Host', 'Connection: close\r\nHost');
  const text = await exchange(calendar, post + get('/tags/1') + last);
  expect(text.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 201', 'HTTP/1.1 200', 'HTTP/1.1 404']);
});

test('absolute addresses work, and a Host that is none does not get into links', async () => {
  const calendar = await startCalendar();
  const ask = (target: string, host: string): Promise<string> =>
    exchange(calendar, `GET ${target} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`);
  expect(await ask('http://x/vendor/events/v1/tags', 'x')).toMatch(/^HTTP\/1\.1 200 /);
  expect(await ask('/vendor/events/v1/tags', 'evil"<x>')).toContain(`"rest_url":"${calendar.url}`);
  expect(await ask('/vendor/events/v1/tags', 'example.org:8080')).toContain('"http://example.org:8080/vendor');
});

test('close ends idle connections at once and lets a running request finish', async () => {
  const calendar = await startCalendar();
  const idle = await open(calendar);
  idle.socket.write('GET /vendor/events/v1/tags HTTP/1.1\r\nHost: x\r\n\r\n');
  await expect.poll(idle.received).toMatch(/}$/);
  const running = request(`${calendar.url}/vendor/events/v1/tags`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
  });
  running.write('{"name":');
  await expect.poll(() => running.socket?.bytesWritten).toBeGreaterThan(0);
  const closed = calendar.close();
  await once(idle.socket, 'close');
  running.end('"x"}');
  const [response] = await once(running, 'response');
  expect(response.statusCode).toBe(201);
  response.resume();
  await closed;
});
