// Judges a blind round: a server that was written from the interface alone, with bugs and conforming variants that are
// switched on one at a time, by somebody who saw nothing of the suites. What is caught at first sight is kept in
// docs/rounds.json, before anything is mended; `--again` only prints what is caught now.
//   node bench/rounds.mjs tests/rounds/1 [--only ID,ID] [--again] [--jobs 2] [--effort standard] [--seed 1]
import { spawn } from 'node:child_process';
import { createServer } from 'node:net';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    only: { type: 'string' },
    again: { type: 'boolean', default: false },
    jobs: { type: 'string', default: String(availableParallelism()) },
    effort: { type: 'string', default: 'standard' },
    seed: { type: 'string', default: '1' },
    keep: { type: 'string' },
  },
});
const round = resolve(positionals[0] ?? 'tests/rounds/1');
const read = (name) => JSON.parse(readFileSync(join(round, name), 'utf8'));
const CLI = fileURLToPath(new URL('../dist/runners/main.js', import.meta.url));
const { command, stack = '' } = read('run.json');
const folder = values.keep ?? mkdtempSync(join(tmpdir(), 'calproof-rounds-'));

const USERS = { EDITOR: 'editor:editor', AUTHOR: 'author:author', READER: 'reader:reader' };
const AS_EDITOR = ['--basic', 'env:EDITOR', '--identity', 'author=env:AUTHOR', '--identity', 'reader=env:READER'];
const LIMIT_MS = 240_000;

const freePort = () =>
  new Promise((done) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address();
      server.close(() => done(port));
    });
  });

/** Starts the server of the round with one switch and lets `use` have its URL. */
async function serving(env, use) {
  const port = String(await freePort());
  const [program, ...words] = command;
  const child = spawn(program, words, {
    cwd: round,
    env: { ...process.env, ...env, PORT: port },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  try {
    await new Promise((done, fail) => {
      child.stdout.on('data', (chunk) => /listening/.test(String(chunk)) && done());
      child.once('close', () => fail(new Error('the server of the round did not start')));
    });
    return await use(`http://127.0.0.1:${port}`);
  } finally {
    child.kill('SIGKILL');
  }
}

/** The requirements of level MUST that fail, each with what was observed; and how many are inconclusive. */
async function judge({ id, env, users }) {
  const file = join(folder, `${id}.json`);
  return serving({ ...env, ...(users && { USERS: '1' }) }, async (url) => {
    const words = [
      'check',
      url,
      '--effort',
      values.effort,
      '--seed',
      values.seed,
      '--quiet',
      '--report',
      `json=${file}`,
    ];
    const child = spawn(process.execPath, [CLI, ...words, ...(users ? AS_EDITOR : [])], {
      env: { ...process.env, ...USERS, NO_COLOR: '1' },
      stdio: 'ignore',
    });
    const timer = setTimeout(() => child.kill('SIGINT'), LIMIT_MS);
    await new Promise((done) => child.once('close', done));
    clearTimeout(timer);
    const { requirements, counts, requests } = JSON.parse(readFileSync(file, 'utf8'));
    const failed = requirements.filter(({ level, verdict }) => level === 'MUST' && verdict.outcome === 'failed');
    const lines = failed.map(({ id: name, verdict }) => [
      name,
      { cause: verdict.cause, observed: verdict.counterexample?.deviation.observed },
    ]);
    const lower = requirements
      .filter(({ level, verdict }) => level !== 'MUST' && verdict.outcome === 'failed')
      .map((one) => one.id);
    return { failed: new Map(lines), lower, counts, requests };
  });
}

async function inParallel(jobs, all, act) {
  const queue = [...all.entries()];
  const results = [];
  const work = async () => {
    for (let next = queue.shift(); next; next = queue.shift()) results[next[0]] = await act(next[1]);
  };
  await Promise.all(Array.from({ length: jobs }, work));
  return results;
}

const chosen = values.only?.split(',');
const isChosen = ({ id }) => chosen === undefined || chosen.includes(id);
const bugs = read('bugs.json').filter(isChosen);
const variants = read('variants.json').filter(isChosen);
const honest = await inParallel(2, [false, true], (users) =>
  judge({ id: users ? 'honest-users' : 'honest', env: {}, users }),
);
for (const [at, { failed, lower, counts, requests }] of honest.entries()) {
  console.log(
    `honest${at ? ', with users' : ''}: ${counts.passed} passed, ${counts.failed} failed, ${counts.cantTell} inconclusive, ${counts.inapplicable} not applicable, ${requests} requests`,
  );
  for (const [name, { cause, observed }] of failed)
    console.log(`  blamed: ${name}${cause ? ` (echo of ${cause})` : ''}: ${observed}`);
  for (const name of lower) console.log(`  SHOULD: ${name}`);
}
const added = (result, users) => [...result.failed].filter(([name]) => !honest[users ? 1 : 0].failed.has(name));
const print = (mark, one, names) =>
  console.log(
    `${mark} ${one.id}: ${
      names
        .slice(0, 3)
        .map(([name]) => name)
        .join(', ') || one.statement
    }`,
  );

const blamed = [];
await inParallel(Number(values.jobs), variants, async (one) => {
  const names = added(await judge({ id: one.id, env: { VARIANT: one.id } }), false);
  if (names.length > 0) blamed.push(one.id);
  print(names.length > 0 ? 'BLAMED' : 'innocent', one, names);
});
const missed = [];
await inParallel(Number(values.jobs), bugs, async (one) => {
  const names = added(await judge({ id: one.id, env: { BUG: one.id }, users: one.users === true }), one.users === true);
  if (names.length === 0) missed.push(one.id);
  print(names.length > 0 ? 'caught' : 'MISSED', one, names);
});
if (values.keep === undefined) rmSync(folder, { recursive: true, force: true });
const caught = bugs.length - missed.length;
console.log(
  `\n${caught} of ${bugs.length} caught (${((100 * caught) / bugs.length).toFixed(1)} %), ${blamed.length} of ${variants.length} variants blamed`,
);
console.log(`missed: ${missed.join(' ')}`);
if (!values.again && chosen === undefined) {
  const FILE = fileURLToPath(new URL('../docs/rounds.json', import.meta.url));
  const name = round.split('/').at(-1);
  const rounds = JSON.parse(readFileSync(FILE, { encoding: 'utf8', flag: 'a+' }) || '[]');
  const line = {
    round: name,
    stack,
    bugs: bugs.length,
    caught,
    missed: missed.toSorted((one, other) => one.localeCompare(other)),
    variants: variants.length,
    blamed,
  };
  if (!rounds.some((one) => one.round === name)) writeFileSync(FILE, `${JSON.stringify([...rounds, line], null, 2)}\n`);
}
