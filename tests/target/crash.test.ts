import { copyFile, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { buildCli, start } from '../runners/built.js';
import { startWatched } from './watched-server.js';

const SEED = 20_261_121;
const MOMENTS = 20;
const AT_ONCE = 4;

/** Moments as percents of the requests of a whole run; one in four lies in its clean-up. */
const moments = fc
  .sample(fc.noBias(fc.tuple(fc.integer({ min: 0, max: 98 }), fc.integer({ min: 93, max: 98 }))), {
    seed: SEED,
    numRuns: MOMENTS,
  })
  .map(([any, late], index) => (index % 4 === 3 ? late : any));

const batches = Array.from({ length: MOMENTS / AT_ONCE }, (_, index) =>
  moments.slice(index * AT_ONCE, (index + 1) * AT_ONCE),
);

let cli: string;
let folder: string;
let whole: number;

async function createFolder(): Promise<string> {
  return mkdtemp(join(tmpdir(), 'calproof-crash-'));
}

const checkLine = (url: string): string => `check ${url} --mode sandbox --effort quick --seed 7 --journal .`;

async function journalIn(path: string): Promise<string | undefined> {
  return (await readdir(path)).find((name) => name.endsWith('.ndjson'));
}

beforeAll(async () => {
  cli = buildCli('calproof-crash-tests');
  folder = await createFolder();
});
afterAll(() => rm(folder, { recursive: true, force: true }));

test('a run that is not cut off leaves every collection as it was, and no journal', async () => {
  const server = await startWatched((_, number) => (whole = number));
  const before = server.counts();
  const { code, output } = await start(cli, checkLine(server.url), folder).ended();
  expect(output).toContain('conforms');
  expect(code).toBe(0);
  expect(server.counts()).toEqual(before);
  expect(await journalIn(folder)).toBeUndefined();
}, 60_000);

test.each(batches.map((batch) => [batch.join(', '), batch] as const))(
  'a run that is killed after %s percent of it, then swept, leaves every collection as it was',
  async (_, batch) => {
    await Promise.all(batch.map((percent, index) => killAndSweep(percent, { twice: index === 0 })));
  },
  120_000,
);

async function killAndSweep(percent: number, { twice }: { readonly twice: boolean }): Promise<void> {
  const own = await createFolder();
  onTestFinished(() => rm(own, { recursive: true, force: true }));
  const last = Math.max(1, Math.floor((percent * whole) / 100));
  const server = await startWatched((_, number) => {
    if (number === last) running.child.kill('SIGKILL');
  });
  const before = server.counts();
  const running = start(cli, checkLine(server.url), own);
  const { code, output } = await running.ended();
  expect(code, output).toBeNull();
  const journal = await journalIn(own);
  if (journal === undefined) return expect(server.counts()).toEqual(before);

  const marker = /(cp[a-z0-9]+)\.ndjson$/.exec(journal)?.[1] ?? '';
  const foreign = await createForeign(server.url, marker);
  const after = { ...before, tags: (before.tags ?? 0) + 1 };
  await copyFile(join(own, journal), join(own, 'again.ndjson'));
  for (const name of [journal, ...(twice ? ['again.ndjson'] : [])]) {
    expect(await start(cli, `sweep ${name}`, own).ended()).toMatchObject({ code: 0 });
    expect(server.counts()).toEqual(after);
  }
  expect((await fetch(foreign)).status).toBe(200);
}

/** A record of somebody else that carries the marker of the run but stands in no journal. */
async function createForeign(url: string, marker: string): Promise<string> {
  const body = JSON.stringify({ name: `Foreign ${marker}-99999`, description: marker });
  const headers = { 'content-type': 'application/json' };
  const response = await fetch(`${url}/vendor/events/v1/tags`, { method: 'POST', headers, body });
  const { id } = (await response.json()) as { id: number };
  return `${url}/vendor/events/v1/tags/${id}`;
}
