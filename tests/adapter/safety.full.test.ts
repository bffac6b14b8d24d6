import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { buildCli, start } from '../runners/built.js';
import { startWatched } from './watched-server.js';

let cli: string;
let folder: string;

beforeAll(() => {
  cli = buildCli('calproof-safety-tests');
});
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'calproof-safety-'));
  return () => rm(folder, { recursive: true, force: true });
});

test('readonly mode sends only GET, HEAD and OPTIONS, over the whole suite', async () => {
  const methods = new Map<string, number>();
  const server = await startWatched(({ method = '' }) => methods.set(method, (methods.get(method) ?? 0) + 1));
  const profiles = ['core', 'coherence', 'http', 'reference'].map((profile) => `--profile ${profile}`).join(' ');
  const world = fileURLToPath(new URL('../../fixtures/worlds/complete.json', import.meta.url));
  const line = `check ${server.url} --mode readonly --effort standard --verbose --world ${world} ${profiles}`;
  const { output } = await start(cli, line, folder).ended();
  expect(output).toMatch(/\d+ of \d+ judged/);
  // A requirement that tried to write would be a defect of ours.
  expect(output).not.toContain('calproof itself failed');
  expect([...methods.keys()].filter((method) => !['GET', 'HEAD', 'OPTIONS'].includes(method))).toEqual([]);
  expect(methods.get('GET')).toBeGreaterThan(200);
}, 120_000);

test('two concurrent runs on one server both pass and leave nothing', async () => {
  const server = await startWatched();
  const before = server.counts();
  const runs = [1, 2].map((seed) =>
    start(cli, `check ${server.url} --mode sandbox --effort quick --timeout 60s --seed ${seed}`, folder).ended(),
  );
  for (const { code, output } of await Promise.all(runs)) expect(code, output).toBe(0);
  expect(server.counts()).toEqual(before);
}, 120_000);

test('verdicts do not depend on concurrency', async () => {
  const verdicts = [1, 8].map(async (concurrency) => {
    const server = await startWatched();
    const report = join(folder, `${concurrency}.json`);
    const line = `check ${server.url} --mode sandbox --effort quick --timeout 60s --seed 7 --concurrency ${concurrency} --report json=${report}`;
    await start(cli, line, folder).ended();
    return verdictsOf(await readFile(report, 'utf8'));
  });
  const [alone, together] = await Promise.all(verdicts);
  expect(alone).toEqual(together);
  expect(Object.keys(alone ?? {}).length).toBeGreaterThan(0);
}, 120_000);

/** The outcome of each requirement in a report. */
function verdictsOf(text: string): Readonly<Record<string, unknown>> {
  const { requirements } = JSON.parse(text) as {
    readonly requirements: readonly { readonly id: string; readonly verdict: { readonly outcome: string } }[];
  };
  return Object.fromEntries(requirements.map(({ id, verdict }) => [id, verdict.outcome]));
}
