/** What `board --check` does with processes: each target has one of its own, whatever becomes of it. */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { createSecondServer, NAMESPACE } from '../targets/second/server.js';
import { buildCli, start } from './built.js';
import { type Deviate, listen, listenReference } from './targets.js';

const LONG = 600_000;
let cli: string;
beforeAll(() => {
  cli = buildCli('calproof-board');
}, LONG);

function newFolder(targets: object): string {
  const folder = mkdtempSync(join(tmpdir(), 'calproof-board-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  writeFileSync(join(folder, 'targets.json'), JSON.stringify({ seed: 7, effort: 'quick', targets }));
  return folder;
}

const listenSecond = async (): Promise<string> => {
  const server = createSecondServer({});
  const { url } = await server.listen();
  onTestFinished(() => server.close());
  return url;
};

/** Modules of requirements that never let go of the processor, or of memory. */
const hang = 'for (;;);\n';
const swell = 'const all = []; for (;;) all.push(Array.from({ length: 1e5 }, Math.random));\n';

test(
  'targets that work, that are down, that hang and that crash each cost themselves alone',
  async () => {
    const { url, server } = await listenReference();
    const before = server.counts();
    const silent = await listen(() => {});
    const only = ['tags.create'];
    const folder = newFolder({
      reference: { url, only },
      second: { url: await listenSecond(), namespace: NAMESPACE, only },
      down: { url: 'http://127.0.0.1:9', only },
      silent: { url: silent.url, only },
      hanging: { url, suite: 'hang.mjs' },
      swelling: { url, suite: 'swell.mjs' },
    });
    writeFileSync(join(folder, 'hang.mjs'), hang);
    writeFileSync(join(folder, 'swell.mjs'), swell);
    const limits = '--jobs 3 --target-timeout 60s --target-memory 256';
    const board = start(cli, `board reports --check targets.json ${limits} --site site --history kept`, folder);
    const { code, output } = await board.ended();
    expect(output).toMatch(/6 targets: 4 could not be judged, 2 conform\. Open site\/index\.html for details\.\n$/);
    expect(code).toBe(3);
    const read = (name: string) => JSON.parse(readFileSync(join(folder, 'reports', `${name}.json`), 'utf8'));
    expect(read('hanging').conclusion).toBe('Not judged: stopped after 1 min 0 s (--target-timeout).');
    expect(read('swelling').conclusion).toMatch(/^Not judged: its process crashed \(SIG\w+\): FATAL ERROR: .*heap/);
    expect(read('down')).toMatchObject({ exitCode: 3, conclusion: expect.stringContaining('127.0.0.1:9') });
    expect(read('silent')).toMatchObject({ exitCode: 3 });
    expect(readdirSync(join(folder, 'kept'))).toHaveLength(6);
    expect(server.counts()).toEqual(before);
    expect(readdirSync(folder).sort()).toEqual(['hang.mjs', 'kept', 'reports', 'site', 'swell.mjs', 'targets.json']);
  },
  LONG,
);

/** A target slow enough to be interrupted. */
const slow: Deviate = async () => {
  await sleep(5);
  return false;
};

test.each(['SIGINT', 'SIGTERM'] as const)(
  '%s ends all processes, which clean up after themselves',
  async (signal) => {
    const all = [await listenReference(slow), await listenReference(slow)];
    const before = all.map(({ server }) => server.counts());
    const folder = newFolder(Object.fromEntries(all.map(({ url }, at) => [`target-${at}`, { url }])));
    const board = start(cli, 'board --check targets.json --jobs 2', folder);
    const hasWritten = ({ requests }: (typeof all)[number]): boolean => requests.some((one) => one.startsWith('POST'));
    await expect.poll(() => all.every(hasWritten), { timeout: 120_000 }).toBe(true);
    board.child.kill(signal);
    const { code, output } = await board.ended();
    expect(code).toBe(130);
    expect(output.match(/^ {2}Interrupted/gm)).toHaveLength(2);
    expect(all.map(({ server }) => server.counts())).toEqual(before);
    expect(readdirSync(folder).sort()).toEqual(['board', 'board.html', 'targets.json']);
  },
  LONG,
);

test(
  'a second signal leaves no process behind, and sweeps of the journals finish the clean-up',
  async () => {
    const { url, requests, server } = await listenReference(slow);
    const before = server.counts();
    const folder = newFolder({ one: { url }, other: { url } });
    const board = start(cli, 'board --check targets.json --jobs 2', folder);
    const written = (): number => requests.filter((one) => one.startsWith('POST')).length;
    await expect.poll(written, { timeout: 120_000 }).toBeGreaterThan(20);
    // On a busy machine one of the two may have written all of it.
    const journals = (): number =>
      ['one', 'other'].filter(
        (name) =>
          existsSync(join(folder, '.calproof', name)) && readdirSync(join(folder, '.calproof', name)).length > 0,
      ).length;
    await expect.poll(journals, { timeout: 120_000 }).toBe(2);
    board.child.kill('SIGINT');
    await sleep(20);
    board.child.kill('SIGINT');
    const { code, output } = await board.ended();
    expect(code).toBe(130);
    expect(output).toContain(`calproof sweep JOURNAL, for each JOURNAL in ${join('.calproof', '*')}\n`);
    const processes = (): string => spawnSync('ps', ['-eo', 'args'], { encoding: 'utf8' }).stdout;
    await expect.poll(() => processes().includes(`${cli} check`)).toBe(false);
    for (const name of ['one', 'other']) {
      const [journal = ''] = readdirSync(join(folder, '.calproof', name));
      const sweep = await start(cli, `sweep ${join('.calproof', name, journal)}`, folder).ended();
      expect(sweep.code).toBe(0);
    }
    expect(server.counts()).toEqual(before);
    expect(readdirSync(folder).sort()).toEqual(['board', 'targets.json']);
  },
  LONG,
);
