import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { gunzipSync } from 'node:zlib';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import type { WorldEvent, WorldFile } from '../../../contract/world-file.js';
import { realisticWorld } from '../../../generators/realistic.js';
import { createReferenceServer, type ReferenceServer, type UsersFile } from '../../../reference-server/index.js';
import { buildCli, start } from '../built.js';
import { calproof, createTestEnvironment } from '../cli/console.js';

const NOW = new Date('2026-11-21T12:00:00Z');
const LONG = 300_000;

const users: UsersFile = {
  users: [
    { id: 1, name: 'editor', password: 'pw-editor', role: 'editor' },
    { id: 2, name: 'reader', password: 'pw-reader', role: 'reader' },
  ],
};
const variables = { EDITOR: 'editor:pw-editor', READER: 'reader:pw-reader' };
const LOGIN = '--basic env:EDITOR';
const AS = `${LOGIN} --as reader=env:READER --as anonymous`;

/** Days on both sides of whatever border shards may have. */
const days = Array.from({ length: 800 }, (_, index) =>
  new Date(NOW.getTime() + (index - 400) * 86_400_000).toISOString().slice(0, 10),
);

/** Events at the first and the last second of each day; each second one ends days later. */
const atBorders = days.flatMap((day, index): readonly WorldEvent[] => {
  const end = days[index + (index % 2 === 0 ? 0 : 5)] ?? day;
  return ['00:00:00', '23:59:59'].map((time) => ({
    key: `${day} ${time}`,
    title: `At ${time} of day ${index}`,
    start_date: `${day} ${time}`,
    end_date: `${end} 23:59:59`,
    ...(index % 40 === 0 && { status: 'draft' }),
    ...(index % 40 === 1 && { language: 'nl' as const }),
  }));
});

const world: WorldFile = realisticWorld({ seed: 3, events: 600, now: NOW });
const whole: WorldFile = { ...world, events: [...(world.events ?? []), ...atBorders] };

const createServer = (): ReferenceServer =>
  createReferenceServer({ now: () => NOW, world: whole, zone: 'Europe/Amsterdam', users });

const run = (line: string, folder: string) => calproof(line, { folder, variables });
const newFolder = (): string => createTestEnvironment().environment.folder;

/** The lines of a snapshot; the first one, its header, without the time. */
function linesOf(folder: string, file: string): readonly unknown[] {
  const [first = '', ...others] = gunzipSync(readFileSync(join(folder, file)))
    .toString()
    .trimEnd()
    .split('\n');
  return [{ ...JSON.parse(first), taken: '' }, ...others];
}

/** The windows of days of all events by default that a part holds. */
function windowsOf(folder: string, file: string): readonly unknown[] {
  const [header = ''] = gunzipSync(readFileSync(join(folder, file)))
    .toString()
    .split('\n');
  const { lists } = JSON.parse(header);
  const isAll = ({ list }: { readonly list: object }) =>
    JSON.stringify(list) === '{"collection":"events","language":"","status":""}';
  return lists.find(isAll).windows;
}

const partsOf = (count: number) => Array.from({ length: count }, (_, at) => `part-${at + 1}.gz`);

async function takeAll(url: string, { count, folder, more = '' }: { count: number; folder: string; more?: string }) {
  for (const [at, file] of partsOf(count).entries()) {
    const { code, stderr } = await run(`snapshot ${url} -o ${file} --quiet --shard ${at + 1}/${count} ${more}`, folder);
    expect([code, stderr]).toEqual([0, '']);
  }
  return partsOf(count).join(' ');
}

describe('the parts of a snapshot, merged', () => {
  let single = '';
  let url = '';

  beforeAll(async () => {
    ({ url } = await createServer().listen());
    single = newFolder();
    const { code, stdout } = await run(`snapshot ${url} -o whole.gz --quiet --questions few ${AS}`, single);
    expect(code).toBe(0);
    expect(stdout).toContain('2200 events');
    expect(stdout).toMatch(/Other lists .*: events draft, events nl\./);
  }, LONG);

  test.each([1, 2, 5])('%i of them, are equal to one that was taken in one go', { timeout: LONG }, async (count) => {
    const folder = newFolder();
    const files = await takeAll(url, { count, folder, more: AS });
    const readers = partsOf(count).filter((file) => windowsOf(folder, file).length > 0);
    expect(readers.length).toBe(Math.min(count, 2));
    const { code, stdout, stderr } = await run(`merge ${files} -o whole.gz --quiet --questions few ${LOGIN}`, folder);
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).toMatch(/^Wrote whole\.gz with .*2200 events, after \d+ requests\.\nAs anonymous: /);
    expect(linesOf(folder, 'whole.gz')).toEqual(linesOf(single, 'whole.gz'));
    expect(readdirSync(folder).sort()).toEqual([...partsOf(count), 'whole.gz'].sort());
  });
});

test('a part that is killed goes on with --resume, and with no other shard', { timeout: LONG }, async () => {
  const cli = buildCli('calproof-tests-shards');
  const server = createServer();
  const { url } = await server.listen();
  onTestFinished(() => server.close());
  const folder = newFolder();
  const other = newFolder();
  const shard = (index: number) => `snapshot ${url} -o part-${index}.gz --quiet --shard ${index}/2`;
  for (const index of [1, 2]) {
    const first = start(cli, `${shard(index)} --rate 100`, folder);
    while (!existsSync(join(folder, `part-${index}.gz.progress`))) await sleep(20);
    await sleep(1_000 + Math.random() * 1_000);
    first.child.kill('SIGKILL');
    await first.ended();
  }
  const wrong = await run(`snapshot ${url} -o part-2.gz --shard 1/2 --resume`, folder);
  expect([wrong.code, wrong.stderr]).toEqual([
    2,
    expect.stringMatching(/^The interrupted snapshot is shard 2\/2 of .*resume it with the same .* and --shard\.\n$/),
  ]);
  for (const index of [1, 2]) {
    const { code, stderr } = await run(`${shard(index)} --resume`, folder);
    expect([code, stderr]).toEqual([0, '']);
  }
  await takeAll(url, { count: 2, folder: other });
  const merge = 'merge part-1.gz part-2.gz -o whole.gz --questions none';
  for (const place of [folder, other]) expect((await run(merge, place)).code).toBe(0);
  expect(linesOf(folder, 'whole.gz')).toEqual(linesOf(other, 'whole.gz'));
  expect(readdirSync(folder).sort()).toEqual(['part-1.gz', 'part-2.gz', 'whole.gz']);
});
