import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Comparison } from '../../../migration/findings/comparison-result.js';
import { createReferenceServer } from '../../../reference-server/index.js';
import { openProxy } from '../../../zoo/intercept/intercepting-proxy.js';
import { toRefusal } from '../../../zoo/intercept/response-edit.js';
import { calproof } from '../cli/console.js';
import { worldOfWalks } from '../small-world.js';

const randomSeed = (): number => Math.floor(Math.random() * 2 ** 31);

/** The reference server, which answers PUT as it is now set to; from an unanswered one on, it answers nothing. */
async function openTarget() {
  let put: 'performed' | 'refused' | 'unanswered' = 'performed';
  let isDown = false;
  const requests: string[] = [];
  const server = createReferenceServer({ world: worldOfWalks(400), zone: 'Europe/Amsterdam' });
  const proxy = await openProxy({
    origin: new URL((await server.listen()).url).origin,
    intercept(request, next) {
      requests.push(request.method);
      isDown = put === 'unanswered' && (isDown || request.method === 'PUT');
      if (isDown) return Promise.reject(new Error('down'));
      return request.method === 'PUT' && put === 'refused' ? Promise.resolve(toRefusal(403)) : next(request);
    },
  });
  const close = async (): Promise<void> => {
    await proxy.close();
    await server.close();
  };
  return { url: proxy.origin, requests, let: (next: typeof put) => void (put = next), close };
}

describe('snapshot --since --writes', { timeout: 240_000 }, () => {
  let folder = '';
  let target: Awaited<ReturnType<typeof openTarget>>;

  const take = async (file: string, words = '') => {
    const line = `snapshot ${target.url} -o ${file} --quiet --questions none ${words}`;
    const { code, stdout, stderr } = await calproof(line, { folder, randomSeed });
    return { code, stdout, stderr };
  };

  const linesOf = (file: string) => {
    const [header, ...lines] = gunzipSync(readFileSync(join(folder, file)))
      .toString()
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    return {
      header,
      writes: lines.filter(({ write }) => write !== undefined),
      records: lines.filter(({ write }) => write === undefined),
    };
  };

  beforeAll(async () => {
    target = await openTarget();
    const done = await calproof(`snapshot ${target.url} -o old.gz --quiet --questions none --writes`, { randomSeed });
    ({ folder } = done);
    expect([done.code, done.stderr]).toEqual([0, '']);
    target.let('refused');
    expect(await take('full.gz', '--writes')).toMatchObject({ code: 0, stderr: '' });
  });

  afterAll(() => target.close());

  test('takes over records and performs the writes anew', async () => {
    target.let('refused');
    const { code, stdout } = await take('new.gz', '--since old.gz --seed 7 --writes');
    expect(code).toBe(0);
    expect(stdout).toMatch(/Took over \d+ of \d+ windows/);
    expect(stdout).toMatch(/Kept the answers to \d+ writes/);
    const [old, full, { header, writes, records }] = [linesOf('old.gz'), linesOf('full.gz'), linesOf('new.gz')];
    expect(header.since.records.events).toBeGreaterThan(0);
    expect(header.writes).toBe(writes.length);
    expect(writes).toEqual(full.writes);
    expect(writes).not.toEqual(old.writes);
    expect(records).toEqual(old.records);
  });

  test('of both, compare finds writes that are refused, and states what was taken over', async () => {
    await take('compared.gz', '--since old.gz --seed 7 --writes');
    await calproof('compare old.gz compared.gz --report json=c.json', { folder });
    const { findings, takenOver, notes } = JSON.parse(readFileSync(join(folder, 'c.json'), 'utf8')) as Comparison;
    expect(new Set(findings.map(({ cause }) => cause))).toContain('write.refused');
    expect(findings.filter(({ cause }) => !cause.startsWith('write.'))).toEqual([]);
    expect(takenOver?.after['events']).toBeGreaterThan(0);
    expect(notes.join('; ')).not.toContain('writes are not compared');
  });

  test('takes no answers over where it performs no writes', async () => {
    const before = target.requests.length;
    await take('reading.gz', '--since old.gz --seed 7');
    expect(new Set(target.requests.slice(before))).toEqual(new Set(['GET']));
    const { header, writes } = linesOf('reading.gz');
    expect([header.writes, writes]).toEqual([undefined, []]);
    expect(header.since.records.events).toBeGreaterThan(0);
  });

  test('is resumed with what was taken over and the writes still to come', async () => {
    target.let('unanswered');
    const words = '--since old.gz --seed 7 --writes';
    expect(await take('cut.gz', words)).toMatchObject({ code: 3, stderr: expect.stringContaining('--resume') });
    target.let('refused');
    expect(await take('cut.gz', `${words} --resume`)).toMatchObject({ code: 0, stderr: '' });
    const [full, { header, writes, records }] = [linesOf('full.gz'), linesOf('cut.gz')];
    expect(header.since.records.events).toBeGreaterThan(0);
    expect(writes).toEqual(full.writes);
    expect(records).toEqual(linesOf('old.gz').records);
  });
});
