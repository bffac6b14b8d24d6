import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { gunzipSync, gzipSync } from 'node:zlib';
import { describe, expect, onTestFinished, test } from 'vitest';
import { realisticWorld } from '../../../generators/realistic.js';
import { snapshotOrder } from '../../../migration/snapshot/canonical-record.js';
import { createReferenceServer, type ReferenceServer } from '../../../reference-server/index.js';
import { openSnapshot } from '../../../runners/migration/snapshot-file.js';
import type { Interceptor } from '../../../wire/exchange.js';
import type { JsonObject } from '../../../wire/json.js';
import { textOf } from '../../../wire/message-body.js';
import { openProxy } from '../../../zoo/intercept/intercepting-proxy.js';
import { withoutParameter } from '../../../zoo/intercept/request-edit.js';
import { editResponse, withBody } from '../../../zoo/intercept/response-edit.js';
import { buildCli, start } from '../built.js';
import { calproof, createTestEnvironment, type Finished } from '../cli/console.js';
import { listen } from '../targets.js';

const NOW = new Date('2026-11-21T12:00:00Z');

const worldOf = (events: number) => realisticWorld({ seed: 3, events, now: NOW });

const serverOf = (events: number) => createReferenceServer({ now: () => NOW, world: worldOf(events) });

/** The lines of a snapshot as JSON, the header first. */
const linesOf = (path: string) =>
  gunzipSync(readFileSync(path))
    .toString()
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));

/** The header and the records alone. */
const snapshotOf = ({ folder }: Finished, file = 'a.gz') =>
  linesOf(join(folder, file)).filter((line) => line.question === undefined);

/** The REST root of a server behind an interceptor, until the test ends. */
async function listenBehind(server: ReferenceServer, intercept: Interceptor): Promise<string> {
  const { origin } = new URL((await server.listen()).url);
  const proxy = await openProxy({ origin, intercept });
  onTestFinished(async () => {
    await proxy.close();
    await server.close();
  });
  return proxy.origin;
}

describe('calproof snapshot', () => {
  test('writes every record once, those that only other lists show too', async () => {
    const server = serverOf(130);
    const drafts = [{ key: 'd', title: 'A draft', start_date: '2030-01-01 10:00:00', end_date: '2030-01-01 11:00:00' }];
    const world = worldOf(130);
    const whole = createReferenceServer({
      now: () => NOW,
      world: {
        ...world,
        events: [
          ...(world.events ?? []),
          ...drafts.map((draft) => ({ ...draft, status: 'draft' })),
          ...drafts.map((draft) => ({ ...draft, key: 'n', title: 'Een avond', language: 'nl' as const })),
        ],
      },
    });
    const { url } = await listen(whole.handler);
    const done = await calproof(`snapshot ${url} -o a.gz`);
    expect(done.stderr).toBe('');
    expect(done.code).toBe(0);
    const [header, ...records] = snapshotOf(done);
    expect(header.records.events).toBe(132);
    expect(new Set(records.map(({ collection, id }) => `${collection} ${id}`)).size).toBe(records.length);
    expect(header.lists).toMatchObject({ 'events nl': 1 });
    expect(records.find(({ fields }) => fields.title === 'A draft')?.lists).toEqual(['draft']);
    expect(header.unproved).toEqual(['records that appear in no list are not included']);
    await server.close();
  });

  test('reads languages that path segments alone select', async () => {
    const world = worldOf(30);
    const times = { start_date: '2030-01-01 10:00:00', end_date: '2030-01-01 11:00:00' };
    const dutch = [
      { key: 'n', title: 'Een avond', language: 'nl' as const, ...times },
      { key: 'd', title: 'Een concept', language: 'nl' as const, status: 'draft', ...times },
    ];
    const server = createReferenceServer({
      now: () => NOW,
      world: { ...world, events: [...(world.events ?? []), ...dutch] },
    });
    const url = await listenBehind(server, (request, next) => next(withoutParameter(request, 'ml_language')));
    const done = await calproof(`snapshot ${url} -o a.gz`);
    const [header, ...records] = snapshotOf(done);
    const listsOf = (title: string) => records.find(({ fields }) => fields.title === title)?.lists;
    expect(header.records.events).toBe(32);
    expect(header.lists).toMatchObject({ 'events /nl': 1, 'events /nl draft': 1 });
    expect(listsOf('Een avond')).toEqual(['/nl']);
    expect(listsOf('Een concept')).toEqual(['/nl draft']);
    expect(header.unproved).toEqual(['records that appear in no list are not included']);
  });

  test('names fields that differ between two reads, and lists without a total', async () => {
    let views = 0;
    const seen = (item: JsonObject): JsonObject => {
      views += 1;
      return { ...item, views };
    };
    const url = await listenBehind(serverOf(12), async (request, next) =>
      editResponse(await next(request), (response) => {
        const { events, total: _, ...body } = JSON.parse(textOf(response));
        const headers = response.headers.filter(([name]) => !/total$/i.test(name));
        return withBody(
          { ...response, headers },
          Buffer.from(JSON.stringify({ ...body, ...(events && { events: events.map(seen) }) })),
        );
      }),
    );
    const done = await calproof(`snapshot ${url} -o a.gz`);
    const [header, ...records] = snapshotOf(done);
    expect(header.volatile).toEqual(['events.views']);
    expect(records.filter(({ collection }) => collection === 'events')).toHaveLength(12);
  });

  test('says that a list changed during each read', async () => {
    const server = serverOf(250);
    const origin = (await server.listen()).url;
    onTestFinished(() => server.close());
    let added = 0;
    const add = () => {
      added += 1;
      const body = { title: `Added ${added}`, start_date: '2025-01-01 10:00:00', end_date: '2025-01-01 11:00:00' };
      const headers = { 'content-type': 'application/json' };
      return fetch(`${origin}/vendor/events/v1/events`, { method: 'POST', headers, body: JSON.stringify(body) });
    };
    const { url } = await listen((request, response) => {
      const isSecond = /[?&]page=2(&|$)/.test(request.url ?? '');
      void Promise.resolve(isSecond && add()).then(() => server.handler(request, response));
    });
    const done = await calproof(`snapshot ${url} -o a.gz`);
    const [header] = snapshotOf(done);
    expect(header.unproved.join('; ')).toMatch(/events default .*changed during each read/);
  });

  test('killed at any moment and resumed, is equal to one taken in one go', { timeout: 120_000 }, async () => {
    const cli = buildCli('calproof-tests-snapshot');
    const server = serverOf(4_500);
    const { url } = await server.listen();
    onTestFinished(() => server.close());
    const whole = await calproof(`snapshot ${url} -o a.gz --questions few`);
    const [header, ...expected] = linesOf(join(whole.folder, 'a.gz'));
    for (const patience of [0, 1_000]) {
      const { folder } = await calproof('--version');
      const first = start(cli, `snapshot ${url} -o b.gz --questions few --rate 50`, folder);
      while (!existsSync(join(folder, 'b.gz.progress'))) await sleep(20);
      await sleep(50 + patience + Math.random() * 2_000);
      first.child.kill('SIGKILL');
      await first.ended();
      const { code, output } = await start(cli, `snapshot ${url} -o b.gz --questions few --resume`, folder).ended();
      expect(code, output).toBe(0);
      const [again, ...records] = linesOf(join(folder, 'b.gz'));
      expect(records).toEqual(expected);
      expect({ ...again, taken: '' }).toEqual({ ...header, taken: '' });
    }
  });

  test('keeps what was read when the requests are spent, and goes on with it', async () => {
    const server = serverOf(3_000);
    const { url } = await listen(server.handler);
    const { folder } = await calproof('--version');
    const spent = await calproof(`snapshot ${url} -o a.gz --max-requests 125`, { folder });
    expect(spent.code).toBe(3);
    expect(spent.stderr).toMatch(/all 125 requests of the run are spent.*--resume to continue/);
    const refused = await calproof(`snapshot ${url} -o a.gz`, { folder });
    expect(refused.code).toBe(2);
    expect(refused.stderr).toMatch(/was interrupted: continue with --resume/);
    const done = await calproof(`snapshot ${url} -o a.gz --resume`, { folder });
    expect(done.code).toBe(0);
    expect(linesOf(join(folder, 'a.gz'))[0].records.events).toBe(3_000);
  });

  test('is read back as it was written; what is none is refused', async () => {
    const { url } = await listen(serverOf(40).handler);
    const done = await calproof(`snapshot ${url} -o a.gz`);
    const { environment } = createTestEnvironment({ folder: done.folder });
    const { header, records, goldens } = await openSnapshot('a.gz', environment);
    const read: unknown[] = [];
    for (const collection of snapshotOrder) for await (const record of records(collection)) read.push(record);
    expect([header, ...read]).toEqual(snapshotOf(done));
    const kept: unknown[] = [];
    for await (const golden of goldens()) kept.push(golden);
    expect(kept).toEqual(linesOf(join(done.folder, 'a.gz')).filter((line) => line.question));
    expect(kept.length).toBeGreaterThan(150);
    writeFileSync(join(done.folder, 'cut.gz'), readFileSync(join(done.folder, 'a.gz')).subarray(0, 1_000));
    writeFileSync(join(done.folder, 'other.gz'), gzipSync('{"a":1}\n'));
    await expect(openSnapshot('other.gz', environment)).rejects.toThrow(/is not a snapshot/);
    await expect(openSnapshot('missing.gz', environment)).rejects.toThrow(/there is no such file/);
    await expect(openSnapshot('cut.gz', environment)).rejects.toThrow(/cannot be read as a snapshot/);
  });

  test('says what is wrong about the command line', async () => {
    const nothing = await calproof('snapshot http://127.0.0.1:9 -o a.gz --resume');
    expect(nothing.code).toBe(2);
    expect(nothing.stderr).toMatch(/Nothing to resume/);
    const folder = await calproof('snapshot http://127.0.0.1:9 -o .');
    expect(folder.stderr).toMatch(/it is a folder/);
  });
});
