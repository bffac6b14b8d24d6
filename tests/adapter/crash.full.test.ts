import { copyFile, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { buildCli, type Running, start } from '../runners/built.js';
import { type Around, startSoftDeleting } from './soft-delete.js';

const SEED = 20_261_121;
/** How often a run is killed: `CALPROOF_KILLS=500 npx vitest run tests/adapter/crash` takes about forty minutes. */
const MOMENTS = Number(process.env['CALPROOF_KILLS'] ?? 20);
const AT_ONCE = 5;

/** A request may be cut off before it is carried out, before its answer is there, or right after. */
const cuts = ['before the request', 'before the reply', 'after the reply'] as const;

interface Moment {
  /** In percent of the requests of a whole run; one in four lies in its clean-up. */
  readonly percent: number;
  readonly cut: (typeof cuts)[number];
}

const moments: readonly Moment[] = fc
  .sample(
    fc.noBias(fc.tuple(fc.integer({ min: 0, max: 98 }), fc.integer({ min: 88, max: 98 }), fc.constantFrom(...cuts))),
    { seed: SEED, numRuns: MOMENTS },
  )
  .map(([any, late, cut], index) => ({ percent: index % 4 === 3 ? late : any, cut }));

const batches = Array.from({ length: Math.ceil(MOMENTS / AT_ONCE) }, (_, index) =>
  moments.slice(index * AT_ONCE, (index + 1) * AT_ONCE),
);

let cli: string;
let folder: string;
let whole: number;

async function createFolder(): Promise<string> {
  return mkdtemp(join(tmpdir(), 'calproof-crash-'));
}

/** Writes of every kind, and few reads of what stands still. */
const ONLY = [
  'events.update.in-turn',
  'venues.update.in-turn',
  'organizers.update.in-turn',
  'organizers.delete.linked-events',
  'categories.delete.children',
  'tags.update.unsent',
  'events.create.required-only',
  'events.create.refused',
];

const checkLine = (url: string): string =>
  `check ${url} --mode sandbox --effort quick --seed 7 --verbose --journal . ${ONLY.map((id) => `--only ${id}`).join(' ')}`;

async function journalIn(path: string): Promise<string | undefined> {
  return (await readdir(path)).find((name) => name.endsWith('.ndjson'));
}

beforeAll(async () => {
  cli = buildCli('calproof-crash-tests');
  folder = await createFolder();
});
afterAll(() => rm(folder, { recursive: true, force: true }));

test('a run that is not cut off leaves only records in the trash, and reports them', async () => {
  const server = await startSoftDeleting((_, number, carryOut) => {
    whole = number;
    return carryOut();
  });
  const before = server.counts();
  const { code, output } = await start(cli, checkLine(server.url), folder).ended();
  expect(output).toContain('conforms');
  expect(code).toBe(0);
  expect(output).toMatch(/Clean-up +\d+ records deleted, \d+ in the target's trash: (events|venues|organizers)\/\d+/);
  expect(server.counts()).toEqual(before);
  expect(server.made()).toEqual([]);
  expect(await journalIn(folder)).toBeUndefined();
}, 60_000);

test.each(
  batches.map((batch) => [batch.map(({ percent, cut }) => `${percent} % (${cut})`).join(', '), batch] as const),
)(
  'a run that is killed at %s, then swept, leaves nothing but what is in the trash',
  async (_, batch) => {
    const ends = await Promise.all(
      batch.map((moment, index) => killAndSweep(moment, troubles[index % troubles.length])),
    );
    expect(ends).toContain('swept');
  },
  300_000,
);

/** What happens to the first sweep, or to its journal. */
const troubles = ['none', 'is repeated', 'is killed', 'has half of the journal', 'has a cut line'] as const;

type Trouble = (typeof troubles)[number];

/** Who is killed, at which request of the server, and how. */
interface Kill {
  readonly at: number;
  readonly cut: (typeof cuts)[number];
  readonly kill: () => void;
}

/** Requests go through but for those at which somebody is killed, which are carried out or not. */
const killing =
  (kills: readonly Kill[]): Around =>
  async (_, number, carryOut) => {
    const due = kills.find(({ at }) => at === number);
    if (!due) return carryOut();
    if (due.cut === 'before the request') return due.kill();
    if (due.cut === 'before the reply') due.kill();
    await carryOut();
    if (due.cut === 'after the reply') setTimeout(due.kill, 2);
  };

async function killAndSweep(
  { percent, cut }: Moment,
  trouble: Trouble | undefined,
): Promise<'swept' | 'nothing to sweep'> {
  const own = await createFolder();
  onTestFinished(() => rm(own, { recursive: true, force: true }));
  const last = Math.max(1, Math.floor((percent * whole) / 100));
  const kills: Kill[] = [{ at: last, cut, kill: () => void running.child.kill('SIGKILL') }];
  const server = await startSoftDeleting(killing(kills));
  const before = server.counts();
  const running = start(cli, checkLine(server.url), own);
  const { code, output } = await running.ended();
  expect(code, output).toBeNull();
  const journal = await journalIn(own);
  if (journal === undefined) {
    expect(server.counts()).toEqual(before);
    return 'nothing to sweep';
  }

  const marker = /(cp[a-z0-9]+)\.ndjson$/.exec(journal)?.[1] ?? '';
  const foreign = await createForeign(server.url, marker);
  const after = { ...before, tags: (before.tags ?? 0) + 1 };
  const open = server.made();
  await copyFile(join(own, journal), join(own, 'again.ndjson'));
  const sweeping = () => start(cli, `sweep ${journal}`, own);
  const killed = (running: Running): void =>
    void kills.push({ at: server.requests() + 3, cut, kill: () => void running.child.kill('SIGKILL') });
  const firstOutput = await sweepInVain(trouble, { path: join(own, journal), sweeping, killed });
  const swept = await sweeping().ended();
  expect(swept).toMatchObject({ code: 0 });
  expect(server.counts()).toEqual(after);
  expect(await Promise.all(open.map(server.statusOf))).toEqual(open.map(() => 'trash'));
  expect(trashedIn(firstOutput + swept.output)).toBeGreaterThanOrEqual(open.length);
  const again = trouble === 'is repeated' ? await start(cli, 'sweep again.ndjson', own).ended() : swept;
  expect(again).toMatchObject({ code: 0 });
  expect(server.counts()).toEqual(after);
  expect((await fetch(foreign)).status).toBe(200);
  return 'swept';
}

interface FirstSweep {
  readonly path: string;
  readonly sweeping: () => Running;
  /** Sees to it that a sweep is killed. */
  readonly killed: (running: Running) => void;
}

/**
 * A first sweep that is killed, or has not all of the journal, and what it says; the journal is whole again afterwards.
 */
async function sweepInVain(trouble: Trouble | undefined, { path, sweeping, killed }: FirstSweep): Promise<string> {
  const text = await readFile(path, 'utf8');
  const lengths: Partial<Record<Trouble, number>> = {
    'is killed': text.length,
    'has half of the journal': Math.floor(text.length / 2),
    'has a cut line': text.length - 7,
  };
  const length = trouble && lengths[trouble];
  if (length === undefined) return '';
  await writeFile(path, text.slice(0, length));
  const running = sweeping();
  if (trouble === 'is killed') killed(running);
  const { code, output } = await running.ended();
  expect(code, output).toBe(trouble === 'is killed' ? null : 0);
  await writeFile(path, text);
  return output;
}

/** How many records sweeps say are in the trash. */
const trashedIn = (output: string): number =>
  [...output.matchAll(/(\d+) records? in the target's trash/g)].reduce((sum, [, count]) => sum + Number(count), 0);

/** A record of somebody else that carries the marker of the run but stands in no journal. */
async function createForeign(url: string, marker: string): Promise<string> {
  const body = JSON.stringify({ name: `Foreign ${marker}-99999`, description: marker });
  const headers = { 'content-type': 'application/json' };
  const response = await fetch(`${url}/vendor/events/v1/tags`, { method: 'POST', headers, body });
  const { id } = (await response.json()) as { id: number };
  return `${url}/vendor/events/v1/tags/${id}`;
}

test('a run that is killed is swept while another one goes on, which is not disturbed', async () => {
  const own = await createFolder();
  onTestFinished(() => rm(own, { recursive: true, force: true }));
  const kills: Kill[] = [{ at: whole, cut: 'before the reply', kill: () => void first.child.kill('SIGKILL') }];
  const server = await startSoftDeleting(killing(kills));
  const before = server.counts();
  const first = start(cli, checkLine(server.url), own);
  const second = start(cli, `${checkLine(server.url)} --seed 8`, folder);
  expect((await first.ended()).code).toBeNull();
  const journal = (await journalIn(own)) ?? '';
  expect(await start(cli, `sweep ${journal}`, own).ended()).toMatchObject({ code: 0 });
  expect((await second.ended()).code).toBe(0);
  expect(server.counts()).toEqual(before);
}, 120_000);
