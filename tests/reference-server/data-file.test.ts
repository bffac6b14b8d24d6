import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createReferenceServer, type ReferenceServerOptions } from '../../reference-server/index.js';

let folder = '';
let data = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'calproof-data-'));
  data = join(folder, 'calendar.ndjson');
});
afterEach(() => rmSync(folder, { recursive: true }));

interface Client {
  send(method: string, path: string, body?: object): Promise<{ readonly status: number; readonly json: unknown }>;
}

/** What `work` gives of a server with the data file, which is closed then. */
async function onServer<Result>(work: (client: Client) => Promise<Result>, options: ReferenceServerOptions = {}) {
  const server = createReferenceServer({ data, ...options });
  const { url } = await server.listen();
  const send: Client['send'] = async (method, path, body) => {
    const headers = { 'content-type': 'application/json', connection: 'close' };
    const given = body && { body: JSON.stringify(body) };
    const response = await fetch(`${url}/vendor/events/v1${path}`, { method, headers, ...given });
    return { status: response.status, json: await response.json() };
  };
  try {
    return await work({ send });
  } finally {
    await server.close();
  }
}

const times = { start_date: '2031-05-01 10:00:00', end_date: '2031-05-01 12:00:00' };

/** Everything that the lists of a server show. */
const shown = ({ send }: Client) =>
  Promise.all(
    ['/events?starts_after=2000-01-01', '/venues', '/tags?hide_empty=false'].map(async (path) => {
      const { json } = await send('GET', path);
      return JSON.stringify(json).replaceAll(/http:\/\/[^/"]+/g, '');
    }),
  );

describe('a data file', () => {
  test('keeps creates, updates and DELETEs with all that they change elsewhere over a restart', async () => {
    const before = await onServer(async (client) => {
      await client.send('POST', '/venues', { venue: 'Harbor' });
      await client.send('POST', '/venues', { venue: 'Mill' });
      await client.send('POST', '/tags', { name: 'Open air' });
      await client.send('POST', '/events', { title: 'Gala', ...times, venue: [1, 2], tags: [3] });
      await client.send('PATCH', '/events/4', { title: 'Gala night' });
      await client.send('DELETE', '/venues/1');
      return shown(client);
    });
    expect(before[0]).toContain('Gala night');
    expect(before[0]).not.toContain('Harbor');
    expect(await onServer(shown)).toEqual(before);
  });

  test('gives no id twice, that of a record that was deleted last included', async () => {
    await onServer(async ({ send }) => {
      await send('POST', '/tags', { name: 'One' });
      await send('DELETE', '/tags/1');
    });
    expect(await onServer(({ send }) => send('POST', '/tags', { name: 'Two' }))).toMatchObject({ json: { id: 2 } });
  });

  test('holds its zone and extensions, and the world that it was filled with', async () => {
    const world = { zone: 'Asia/Tokyo', tags: [{ key: 't', name: 'Kept' }] };
    const first = await onServer(({ send }) => send('GET', '/tags?hide_empty=false'), { world });
    expect(JSON.stringify(first.json)).toContain('Kept');
    const again = await onServer(({ send }) => send('POST', '/events', { title: 'Gala', ...times }), { world });
    expect(again.json).toMatchObject({ id: 2, timezone: 'Asia/Tokyo' });
  });

  test('is whole without the last line of a process that was ended while it wrote', async () => {
    await onServer(({ send }) => send('POST', '/tags', { name: 'One' }));
    const whole = readFileSync(data, 'utf8');
    appendFileSync(data, '[{"put":{"id":2,"collec');
    const before = await onServer(shown);
    expect(before[2]).toContain('One');
    expect(readFileSync(data, 'utf8')).toBe(whole);
  });

  test('is written anew when most of it is outdated', async () => {
    await onServer(async ({ send }) => {
      await send('POST', '/tags', { name: 'Tag' });
      for (let turn = 0; turn < 1_010; turn += 1) await send('PATCH', '/tags/1', { name: `Tag ${turn}` });
    });
    expect(readFileSync(data, 'utf8').split('\n')).toHaveLength(1_013);
    const before = await onServer(shown);
    expect(before[2]).toContain('Tag 1009');
    expect(readFileSync(data, 'utf8').split('\n')).toHaveLength(3);
  });
});

describe('a file is refused and left as it is', () => {
  const opening = (): unknown => createReferenceServer({ data });

  test.each([
    ['{"tags":[]}\n', 'is not a data file of calproof'],
    ['no newline', 'is not a data file of calproof'],
    ['{"calproofData":1,"zone":"UTC","extensions":[],"lastId":0}\n{}\n', 'line 2, is not a list of changes'],
  ])('that holds %j', (text, sentence) => {
    writeFileSync(data, text);
    expect(opening).toThrow(sentence);
    expect(readFileSync(data, 'utf8')).toBe(text);
  });

  test('that another server uses, until that is closed', async () => {
    await onServer(async () => expect(opening).toThrow(`${data} is in use by process ${process.pid}`));
    await onServer(async () => {});
  });

  test('but not for the lock of a process that has ended', async () => {
    writeFileSync(`${data}.lock`, '999999999');
    expect(await onServer(({ send }) => send('GET', ''))).toMatchObject({ status: 200 });
  });
});

test('a device is refused', () => {
  expect(() => createReferenceServer({ data: '/dev/null' })).toThrow('is not a regular file');
});
