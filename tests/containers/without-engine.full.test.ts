import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { createReferenceServer } from '../../index.js';
import { openEngine } from '../../runners/container/container-engine.js';
import { forgetsRecords } from '../../runners/container/readiness.js';
import { buildCli } from '../runners/built.js';
import { calproof } from '../runners/cli/console.js';
import { listenReference } from '../runners/targets.js';

const elsewhere = { ...process.env, DOCKER_HOST: 'unix:///nowhere/docker.sock', HOME: '/nowhere', NO_COLOR: '1' };

/** Runs some tests of this folder on a machine that has no engine where it is looked for. */
function runWithout(required: string) {
  const words = ['node_modules/vitest/vitest.mjs', 'run', 'tests/containers/images.full.test.ts', '--reporter=default'];
  const env = { ...elsewhere, CALPROOF_ENGINE: required };
  const { status, stdout, stderr } = spawnSync(process.execPath, words, { env, encoding: 'utf8' });
  return { status, said: stdout + stderr };
}

test('without an engine the tests of containers are left out, and it is said', { timeout: 300_000 }, () => {
  const { status, said } = runWithout('');
  expect(said).toContain('Left out: check --image. There is no container engine');
  expect(said).toMatch(/Tests +\d+ skipped/);
  expect(status).toBe(0);
});

test('where it must be there, they fail', { timeout: 300_000 }, () => {
  const { status, said } = runWithout('required');
  expect(said).toMatch(/Tests .*failed/);
  expect(status).toBe(1);
});

test('without an engine a check of an image is exit 3, with what to do', { timeout: 300_000 }, () => {
  const words = [buildCli('calproof-containers'), 'check', '--image', 'calendar:1'];
  const { status, stderr } = spawnSync(process.execPath, words, { env: elsewhere, encoding: 'utf8' });
  expect(stderr).toBe(
    'No container engine answers; start Docker or Podman, or set DOCKER_HOST to its socket, and check your access with docker version.\n',
  );
  expect(status).toBe(3);
});

test('without testcontainers it says which package is missing', async () => {
  const load = () => Promise.reject(Object.assign(new Error('no'), { code: 'ERR_MODULE_NOT_FOUND' }));
  await expect(openEngine(load)).rejects.toMatchObject({
    exitCode: 3,
    message: expect.stringContaining('npm install --save-dev testcontainers'),
  });
});

test.each([
  ['--container-port 80', '--container-port needs a container; name its image with --image.'],
  ['http://127.0.0.1:80 --image a', '--image starts the target itself; omit http://127.0.0.1:80'],
  ['--image a --wait-log x --wait-http /y', 'Give --wait-log or --wait-http, not both'],
  ['--image a --wait-log (', '--wait-log cannot be (: it is not a regular expression.'],
  ['--image a --wait-http y', '--wait-http cannot be y: expected a path, such as /healthz.'],
  ['--image a --env 1', '--env cannot be 1: expected NAME=VALUE, or NAME=env:VARIABLE for a secret.'],
  ['--image a --container-port 0', '--container-port cannot be 0: expected a whole number from 1 to 65535.'],
  ['--image a --env X=env:NOWHERE', 'There is no secret in the variable NOWHERE.'],
])('check %s is wrong use', async (line, sentence) => {
  const { code, stderr } = await calproof(`check ${line}`);
  expect(stderr).toContain(sentence);
  expect(code).toBe(2);
});

const NAMESPACE = '/vendor/events/v1';

test('a target that keeps its records over a restart causes no warning', async () => {
  const { url } = await listenReference();
  const memory = { origin: url, path: NAMESPACE, headers: [], image: 'kept' };
  const restart = () => Promise.resolve({ kind: 'ready', origin: url } as const);
  expect(await forgetsRecords({ ...memory, restart })).toEqual([]);
});

test('one that forgets them is, and one that does not come back', async () => {
  const { url } = await listenReference();
  const empty = createReferenceServer();
  const { url: other } = await empty.listen();
  const memory = { origin: url, path: NAMESPACE, headers: [], image: 'lost' };
  const restart = () => Promise.resolve({ kind: 'ready', origin: other } as const);
  expect(await forgetsRecords({ ...memory, restart })).toEqual([
    'The container of lost loses its records on restart; keep them in a volume or a database, unless that is intended.',
  ]);
  const end = () => Promise.resolve({ kind: 'exited', code: 1 } as const);
  expect(await forgetsRecords({ ...memory, restart: end })).toEqual([
    'The container of lost is not ready again after a restart.',
  ]);
  await empty.close();
});
