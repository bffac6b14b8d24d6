import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { UsersFile } from '../../reference-server/index.js';
import { calproof, createTestEnvironment } from './cli/console.js';
import { listenFaulty } from './faulty-proxy.js';

/** Command lines that run one after the other in the same folder. */
function createFolder() {
  const { folder } = createTestEnvironment().environment;
  const path = join(folder, 'report.json');
  return {
    run: (line: string, variables = {}) => calproof(line, { folder, variables }),
    read: () => JSON.parse(readFileSync(path, 'utf8')),
    write: (value: unknown) => writeFileSync(path, JSON.stringify(value)),
  };
}

test.each([
  ['venues.create.zip-lost', 'venues.fields.zip'],
  ['organizers.list.search-ignored', 'organizers.list.search'],
  // What is drawn as commands is revived, and not taken as plain data.
  ['categories.read.count.not-counted-down', 'terms.lifecycle.counts'],
])('before %s, %s still fails; once mended, it is fixed', async (fault, id) => {
  const { url, mend } = await listenFaulty(fault);
  const { run } = createFolder();
  expect((await run(`check ${url} --only ${id} --seed 7 --report json=report.json`)).code).toBe(1);

  const failing = await run(`replay report.json ${id}`);
  expect(failing.stdout).toContain(`✗ still failing  ${id}`);
  expect(failing.stdout).toMatch(/Repeat +curl/);
  expect(failing.stdout).toMatch(/Of \d+ failures?: \d+ still failing\./);
  expect(failing.code).toBe(1);

  mend();
  const fixed = await run('replay report.json');
  expect(fixed.stdout).toContain(`✓ fixed          ${id}`);
  expect(fixed.code).toBe(0);
});

test('what fails in another way has changed', async () => {
  const { url } = await listenFaulty('venues.create.zip-lost');
  const { run, read, write } = createFolder();
  await run(`check ${url} --only venues.fields.zip --seed 7 --report json=report.json`);
  const report = read();
  report.requirements[0].verdict.counterexample.deviation.kind = 'status';
  write(report);
  const { code, stdout } = await run('replay report.json');
  expect(stdout).toContain('~ changed        venues.fields.zip');
  expect(code).toBe(1);
});

test('a target that has become another shows the same input all the same', async () => {
  const { url } = await listenFaulty('venues.create.zip-lost');
  const { run, read, write } = createFolder();
  await run(`check ${url} --only venues.fields.zip --seed 7 --report json=report.json`);
  const report = read();
  report.requirements[0].verdict.counterexample.seed += 1;
  write(report);
  const { stdout } = await run('replay report.json');
  expect(stdout).toContain('✗ still failing  venues.fields.zip');
});

test('where nothing failed there is nothing to play', async () => {
  const { url, mend } = await listenFaulty('venues.create.zip-lost');
  mend();
  const { run } = createFolder();
  await run(`check ${url} --only venues.fields.zip --report json=report.json`);
  expect(await run('replay report.json')).toMatchObject({ code: 0, stdout: 'Nothing failed in report.json.\n' });
  const { code, stderr } = await run('replay report.json venues');
  expect(stderr).toContain('Nothing under venues failed in the report; nothing failed in it.');
  expect(code).toBe(2);
});

test('a file that is no report, and a target that is gone, are one sentence', async () => {
  const { run, read, write } = createFolder();
  write({ format: 'calproof.run/9' });
  expect(await run('replay report.json')).toMatchObject({ code: 2 });
  const { url } = await listenFaulty('venues.create.zip-lost');
  await run(`check ${url} --only venues.fields.zip --seed 7 --report json=report.json`);
  write({ ...read(), url: 'http://127.0.0.1:1' });
  const gone = await run('replay report.json');
  expect(gone.stderr).toContain('refuses connections');
  expect(gone.code).toBe(3);
});

test('what fails for somebody else than the default identity is played as the same again', async () => {
  const users: UsersFile = {
    users: [
      { id: 1, name: 'ed', password: 'editor-secret', role: 'editor' },
      { id: 2, name: 'ann', password: 'author-secret', role: 'author' },
    ],
  };
  const variables = { ED: 'ed:editor-secret', ANN: 'ann:author-secret' };
  const who = '--basic env:ED --identity ann=env:ANN';
  const { url, mend } = await listenFaulty('events.by-slug.read.unchecked', users);
  const { run } = createFolder();
  const id = 'identities.events.hidden';
  const judged = await run(`check ${url} --only ${id} --seed 7 ${who} --report json=report.json`, variables);
  expect(judged.code).toBe(1);
  const failing = await run(`replay report.json ${who}`, variables);
  expect(failing.stdout).toContain(`✗ still failing  ${id}`);
  mend();
  expect(await run(`replay report.json ${who}`, variables)).toMatchObject({ code: 0, stderr: '' });
});
