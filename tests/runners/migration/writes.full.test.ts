import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import type { Comparison } from '../../../migration/findings/comparison-result.js';
import { snapshotOrder } from '../../../migration/snapshot/canonical-record.js';
import { createReferenceServer } from '../../../reference-server/index.js';
import type { Interceptor } from '../../../wire/exchange.js';
import { systemClock } from '../../../wire/clock.js';
import { faults } from '../../../zoo/faults/index.js';
import { openProxy } from '../../../zoo/intercept/intercepting-proxy.js';
import { toRefusal } from '../../../zoo/intercept/response-edit.js';
import { createWireView } from '../../../zoo/intercept/wire-view.js';
import { createSecondServer, NAMESPACE } from '../../targets/second/server.js';
import { calproof, type Finished } from '../cli/console.js';
import { smallWorld } from '../small-world.js';

/** Records of the world are published when a server starts: that must not differ. */
const STARTED = Date.now();
const options = { world: smallWorld, zone: 'Europe/Amsterdam', now: () => new Date(STARTED) };

/** The requests of a proxy before the reference server, and its records as the server holds them. */
async function serve(intercept: Interceptor = (request, next) => next(request)) {
  const server = createReferenceServer(options);
  const requests: string[] = [];
  const proxy = await openProxy({
    origin: new URL((await server.listen()).url).origin,
    intercept(request, next) {
      requests.push(`${request.method} ${request.target}`);
      return intercept(request, next);
    },
  });
  onTestFinished(async () => {
    await proxy.close();
    await server.close();
  });
  return { url: proxy.origin, requests };
}

const view = createWireView({ namespace: 'vendor/events/v1', languageParameter: 'ml_language', shapes: {} });

/** The reference server with a fault of the zoo. */
async function serveFaulty(id: string): Promise<string> {
  const fault = faults.find((one) => one.id === id);
  if (!fault) throw new Error(`the zoo has no fault ${id}`);
  return (await serve(fault.create(1, view, systemClock))).url;
}

const QUICK = '--questions none --writes';
const randomSeed = (): number => Math.floor(Math.random() * 2 ** 31);

const linesOf = ({ folder }: Pick<Finished, 'folder'>, file: string) =>
  gunzipSync(readFileSync(join(folder, file)))
    .toString()
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));

const toWords = ({ cause, field }: Comparison['findings'][number]) => (field === undefined ? [cause] : [cause, field]);

async function compare(folder: string, line: string) {
  const { code, stderr } = await calproof(`compare ${line} --report json=c.json`, { folder });
  expect(stderr).toBe('');
  const { findings, notes } = JSON.parse(readFileSync(join(folder, 'c.json'), 'utf8')) as Comparison;
  return { code, findings, notes, causes: findings.map(toWords) };
}

describe('snapshot --writes', () => {
  let folder = '';

  beforeAll(async () => {
    const server = createReferenceServer(options);
    const { url } = await server.listen();
    const done = await calproof(`snapshot ${url} -o before.gz ${QUICK}`, { randomSeed });
    await server.close();
    expect(done.stderr).toBe('');
    ({ folder } = done);
  });

  test('takes about 150 requests, one after the other, and leaves nothing behind', async () => {
    const { url, requests } = await serve();
    const { folder: own } = await calproof(`snapshot ${url} -o plain.gz --questions none`);
    const reading = requests.length;
    const { code, stdout } = await calproof(`snapshot ${url} -o a.gz ${QUICK}`, { folder: own, randomSeed });
    expect(code).toBe(0);
    expect(stdout).toMatch(/Kept the answers to \d+ writes/);
    expect(requests.length - 2 * reading).toBeLessThan(170);
    expect(existsSync(join(own, '.calproof'))).toBe(false);
    await calproof(`snapshot ${url} -o after.gz --questions none`, { folder: own });
    const { causes } = await compare(own, 'plain.gz after.gz');
    expect(causes).toEqual([]);
  });

  test('keeps neither ids nor markers nor the time', () => {
    const writes = linesOf({ folder }, 'before.gz').filter((line) => line.write !== undefined);
    expect(writes.length).toBe(linesOf({ folder }, 'before.gz')[0].writes);
    const text = JSON.stringify(writes);
    expect(text).not.toMatch(/cp\d[a-z]\d[a-z]/);
    expect(text).not.toContain(`"${new Date().getUTCFullYear()}-`);
    expect(writes.find(({ write }) => write === 'PATCH events by slug').after.fields.venue).toEqual([
      'venues 1',
      'venues 2',
    ]);
  });

  test('an unchanged target compares equal, also the second server', async () => {
    const second = createSecondServer({ world: smallWorld });
    const { url: other } = await second.listen();
    onTestFinished(() => second.close());
    const { url } = await serve();
    for (const target of [url, `${other} --namespace ${NAMESPACE}`]) {
      const one = await calproof(`snapshot ${target} -o a.gz ${QUICK}`, { randomSeed });
      const again = await calproof(`snapshot ${target} -o b.gz ${QUICK}`, { folder: one.folder, randomSeed });
      expect([one.code, again.code], again.stderr).toEqual([0, 0]);
      const { code, causes, notes } = await compare(one.folder, 'a.gz b.gz');
      expect([code, causes]).toEqual([0, []]);
      expect(notes.join()).not.toContain('writes');
    }
  });

  test.each<[string, readonly string[]]>([
    ['venues.create.website-lost', ['write.lost', 'venues.website']],
    ['venues.create.zip-lost', ['write.lost', 'venues.zip']],
    ['events.create.organizer-lost', ['write.lost', 'events.organizer']],
    ['events.update.patch.cost-lost', ['write.lost', 'events.cost']],
    ['records.update.put.description-cut', ['write.lost', 'venues.description']],
    ['organizers.by-slug.update.post.phone-lost', ['write.lost', 'organizers.phone']],
    ['places.by-slug.update.second-lost', ['write.lost', 'venues.city']],
    ['events.update.put.terms-dropped', ['write.changed', 'events.categories']],
    ['events.create.all_day-default-true', ['write.changed', 'events.all_day']],
    ['tags.update.answers-before', ['write.response', 'tags.name']],
    ['events.update.refused-but-written', ['write.changed', 'events.title']],
    ['venues.create.venue-not-required', ['write.accepted', 'invalid create of venues']],
    ['events.create.cost-refused', ['write.refused', 'create of events']],
    ['organizers.create.made-twice', ['write.left', 'organizers']],
    ['tags.delete.kept', ['write.left', 'tags']],
    ['venues.by-slug.delete.kept', ['write.left', 'venues']],
    ['categories.delete.still-listed', ['write.left', 'categories']],
  ])('finds %s', async (id, expected) => {
    const url = await serveFaulty(id);
    const taken = await calproof(`snapshot ${url} -o ${id}.gz ${QUICK}`, { folder, randomSeed });
    expect(taken.stderr).toBe('');
    const { causes } = await compare(folder, `before.gz ${id}.gz`);
    expect(causes).toContainEqual(expected);
    expect(causes.filter(([cause]) => !cause?.startsWith('write.'))).toEqual([]);
  });

  test('an invalid record that is made is not also left behind', async () => {
    const url = await serveFaulty('venues.create.venue-not-required');
    await calproof(`snapshot ${url} -o invalid.gz ${QUICK}`, { folder, randomSeed });
    const { causes } = await compare(folder, 'before.gz invalid.gz');
    expect(causes).toEqual([['write.accepted', 'invalid create of venues']]);
    expect((await compare(folder, 'invalid.gz before.gz')).causes).toEqual([
      ['write.refused', 'invalid create of venues'],
    ]);
  });

  test('finds another status', async () => {
    const { url } = await serve(async (request, next) => {
      const outcome = await next(request);
      if (request.method !== 'POST' || outcome.kind !== 'response' || outcome.response.status !== 201) return outcome;
      return { ...outcome, response: { ...outcome.response, status: 200 } };
    });
    await calproof(`snapshot ${url} -o status.gz ${QUICK}`, { folder, randomSeed });
    const { causes, findings } = await compare(folder, 'before.gz status.gz');
    expect(new Set(causes.map(([cause, field]) => `${cause} ${field}`))).toEqual(
      new Set(snapshotOrder.map((collection) => `write.status create of ${collection}`)),
    );
    const ofTags = findings.find(({ field }) => field === 'create of tags');
    expect(ofTags?.changes?.[0]).toBe('POST tags (only required fields): 201, now 200');
  });

  test('says what has no answers to compare', async () => {
    const { url } = await serve();
    await calproof(`snapshot ${url} -o plain.gz --questions none`, { folder });
    const note = 'writes are not compared: only the snapshot before was taken with --writes';
    expect((await compare(folder, 'before.gz plain.gz')).notes).toContain(note);
    expect((await compare(folder, `before.gz ${url}`)).notes).toContain(note);
    expect((await compare(folder, 'plain.gz before.gz')).notes).toContain(note.replace('before', 'after'));
  });

  test('keeps a write without an answer, and goes on', async () => {
    const { url } = await serve((request, next) =>
      request.method === 'PUT' && /venues\/\d+/.test(request.target)
        ? Promise.reject(new Error('reset'))
        : next(request),
    );
    const { code, stderr } = await calproof(`snapshot ${url} -o reset.gz ${QUICK}`, { folder, randomSeed });
    expect([code, stderr]).toEqual([0, '']);
    const { findings } = await compare(folder, 'before.gz reset.gz');
    const refused = findings.filter(({ cause }) => cause === 'write.refused');
    expect(refused).toMatchObject([
      { field: 'update of venues', changes: ['PUT venues by id: 200, now "no answer"', expect.any(String)] },
    ]);
  });

  test('is resumed with the writes still to come', async () => {
    let isDown = false;
    let isRepaired = false;
    const { url } = await serve((request, next) => {
      isDown = !isRepaired && (isDown || request.method === 'PUT');
      return isDown ? Promise.reject(new Error('down')) : next(request);
    });
    const first = await calproof(`snapshot ${url} -o a.gz ${QUICK}`, { randomSeed });
    expect([first.code, first.stderr]).toEqual([3, expect.stringContaining('--resume')]);
    expect(existsSync(join(first.folder, 'a.gz'))).toBe(false);
    isRepaired = true;
    const resumed = await calproof(`snapshot ${url} -o a.gz ${QUICK} --resume`, { folder: first.folder, randomSeed });
    expect([resumed.code, resumed.stderr]).toEqual([0, '']);
    expect(linesOf(first, 'a.gz').slice(1)).toEqual(linesOf({ folder }, 'before.gz').slice(1));
  });

  test('deletes what it made when it is interrupted', async () => {
    const stop = new AbortController();
    const { url } = await serve((request, next) => {
      if (request.method === 'PUT') stop.abort();
      return next(request);
    });
    const { code, folder: own } = await calproof(`snapshot ${url} -o a.gz ${QUICK}`, { signal: stop.signal });
    expect(code).toBe(130);
    expect(existsSync(join(own, '.calproof'))).toBe(false);
    const listed = await fetch(`${url}/vendor/events/v1/venues`);
    expect(await listed.json()).toMatchObject({ venues: expect.any(Array), total: 4 });
  });

  test('names the journal of what could not be deleted, for a sweep', async () => {
    let isDenied = true;
    const { url } = await serve((request, next) =>
      isDenied && request.method === 'DELETE' ? Promise.resolve(toRefusal(403)) : next(request),
    );
    const done = await calproof(`snapshot ${url} -o a.gz ${QUICK}`, { randomSeed });
    expect(done.code).toBe(3);
    const [, journal = ''] = /calproof sweep (\S+)/.exec(done.stdout) ?? [];
    isDenied = false;
    const swept = await calproof(`sweep ${journal}`, { folder: done.folder });
    expect(swept.stdout).toMatch(/1\d records deleted/);
    expect(swept.code).toBe(0);
  });
});

test.each([
  ['http://192.0.2.1 --writes', /readonly mode sends no writes: add --mode sandbox/],
  ['http://127.0.0.1:9 --writes --mode readonly', /readonly mode sends no writes/],
  ['http://127.0.0.1:9 --mode sandbox', /Nothing is written without --writes/],
  ['http://127.0.0.1:9 --journal folder', /Nothing is written without --writes/],
  ['http://127.0.0.1:9 --writes --shard 1/2', /A shard writes nothing/],
])('snapshot %s is a wrong use', async (words, expected) => {
  const { code, stderr } = await calproof(`snapshot -o a.gz ${words}`);
  expect(stderr).toMatch(expected);
  expect(code).toBe(2);
});
