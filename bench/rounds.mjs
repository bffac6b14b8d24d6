// Judges a blind round: a server that was written from the interface alone, with bugs and conforming variants that are
// switched on one at a time, by somebody who saw nothing of the suites. What is seen at first sight is kept in
// docs/rounds.json, before anything is mended; `--again` only prints what is seen now.
//   npm run rounds -- tests/rounds/1 [--only ID,ID] [--again] [--jobs 2] [--effort standard] [--seed 1] [--keep FOLDER]
// A round is a folder with run.json (the command that starts its server), bugs.json and variants.json. The server reads
// PORT, BUG, VARIANT and USERS from its environment. Rounds 2, 5, 8, 12, 14, 17 and 18 need Python (5 with starlette and
// uvicorn, 14 with flask and sqlalchemy, 17 with django, 18 with fastapi, uvicorn and sqlalchemy), 4 and 10 Java, 6 and 11 Go, 13 PHP with SQLite and mbstring,
// 15 Ruby with sinatra, sequel, sqlite3 and puma, 16 its packages (npm install in its folder), 19 Rust (cargo build --release in its folder),
// 20 Perl with Mojolicious and DBD::SQLite, 21 Ruby with rails (railties, actionpack, activerecord), puma, sqlite3 and bootsnap,
// 22 Java with Jetty 9, Jackson and H2 (libjetty9-java, libservlet-api-java, libjackson2-databind-java, libh2-java), 23 Elixir,
// 24 Go with chi and go-sqlite3 (golang-go, golang-github-go-chi-chi-dev, golang-github-mattn-go-sqlite3-dev, gcc),
// 25 nginx and PHP-FPM (nginx-light, php-fpm, php-cli, php-sqlite3, php-mbstring, php-intl),
// 26 C++ with cpp-httplib, nlohmann/json and SQLite (g++, libcpp-httplib-dev, nlohmann-json3-dev, libsqlite3-dev),
// 27 Python with aiohttp and asyncpg on PostgreSQL 15 (python3-aiohttp, python3-asyncpg, postgresql),
// 28 its packages (npm install in its folder), 29 Python with falcon, cheroot and PyMySQL on MariaDB 10.11 (python3-falcon,
// python3-cheroot, python3-pymysql, mariadb-server-core, mariadb-client-core); 30 is the server of 16, 31 that of 18,
// 32 that of 28, 33 that of 25, 34 that of 21, 35 that of 27, and 38 that of 36, which needs its packages (npm install in
// its folder), as 38 does; 37 and 39 need them too, and are compiled (npm install and npx tsc in their folders);
// 40 is PHP-FPM behind nginx with Symfony and Doctrine (those of 25, php-symfony-http-kernel, php-symfony-routing,
// php-symfony-validator, php-doctrine-dbal), 41 needs its packages and is compiled (npm install and npx tsc in its folder),
// 42 is Python with Django REST framework (python3-django, python3-djangorestframework, python3-django-filters,
// python3-waitress), 43 Java with libraries from Maven Central (sh server/build.sh in its folder), 44 Go with gin and GORM
// (go build -o calsrv . in its folder server), 45 Rust (sh build.sh in its folder), 46 PHP-FPM behind nginx with
// illuminate/database, FastRoute and Carbon (those of 25, php-illuminate-database, php-nikic-fast-route, php-nesbot-carbon),
// 47 Java with Spring Boot (sh build.sh in its folder, which needs Maven), 48 Python with litestar, msgspec, sqlalchemy 2
// and uvicorn (pip install -r requirements.txt in its folder), 49 needs its packages and is compiled (npm install and
// npx tsc in its folder), 50 is Python with flask, marshmallow, sqlalchemy 2, cachetools and waitress (pip, likewise).
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { availableParallelism, tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
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
const pathOf = (relative) => fileURLToPath(new URL(relative, import.meta.url));
const CLI = pathOf('../dist/runners/main.js');
const RESULTS = pathOf('../docs/rounds.json');
const LIMIT_MS = 240_000;
const START_MS = 60_000;
const PAUSE_MS = 50;

const round = resolve(positionals[0] ?? 'tests/rounds/1');
const readJson = (name) => JSON.parse(readFileSync(join(round, name), 'utf8'));
const { command, stack } = readJson('run.json');
if (values.keep) mkdirSync(values.keep, { recursive: true });
const folder = values.keep ?? mkdtempSync(join(tmpdir(), 'calproof-rounds-'));

const USERS = { EDITOR: 'editor:editor', AUTHOR: 'author:author', READER: 'reader:reader' };
const AS_EDITOR = ['--basic', 'env:EDITOR', '--identity', 'author=env:AUTHOR', '--identity', 'reader=env:READER'];

const freePort = () =>
  new Promise((done) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address();
      server.close(() => done(port));
    });
  });

/** Whether anything takes connections on a port. */
const takes = (port) =>
  new Promise((done) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.destroy();
      done(true);
    });
    socket.once('error', () => done(false));
  });

/** Waits until a server takes connections. */
async function started(child, port) {
  const end = Date.now() + START_MS;
  while (!(await takes(port))) {
    if (child.exitCode !== null || Date.now() > end) throw new Error(`the server of ${round} did not start`);
    await pause(PAUSE_MS);
  }
}

/** Starts the server of the round with its switches, and lets `use` have its URL. */
async function serving(switches, use) {
  const port = String(await freePort());
  const [program, ...words] = command;
  const env = { ...process.env, ...switches, PORT: port };
  const child = spawn(program, words, { cwd: round, env, stdio: ['ignore', 'ignore', 'inherit'] });
  try {
    await started(child, Number(port));
    return await use(`http://127.0.0.1:${port}`);
  } finally {
    child.kill('SIGKILL');
  }
}

/** Checks the server with its switches; returns the report. */
const check = ({ id, switches, users }) =>
  serving({ ...switches, ...(users && { USERS: '1' }) }, async (url) => {
    const file = join(folder, `${id}.json`);
    const how = ['--effort', values.effort, '--seed', values.seed, '--quiet', '--report', `json=${file}`];
    const words = [CLI, 'check', url, ...how, ...(users ? AS_EDITOR : [])];
    const env = { ...process.env, ...USERS, NO_COLOR: '1' };
    const child = spawn(process.execPath, words, { env, stdio: ['ignore', 'ignore', 'pipe'] });
    let said = '';
    child.stderr.on('data', (chunk) => (said += String(chunk)));
    const timer = setTimeout(() => child.kill('SIGINT'), LIMIT_MS);
    const code = await new Promise((done) => child.once('close', done));
    clearTimeout(timer);
    if (!existsSync(file)) throw new Error(`the check of ${id} ended with ${code} and wrote no report: ${said}`);
    return JSON.parse(readFileSync(file, 'utf8'));
  });

async function inParallel(all, act) {
  const queue = [...all.entries()];
  const results = [];
  const work = async () => {
    for (let next = queue.shift(); next; next = queue.shift()) results[next[0]] = await act(next[1]);
  };
  await Promise.all(Array.from({ length: Number(values.jobs) }, work));
  return results;
}

const failedIn = ({ requirements }) => requirements.filter(({ verdict }) => verdict.outcome === 'failed');

const chosen = values.only?.split(',');
const isChosen = ({ id }) => chosen === undefined || chosen.includes(id);
const bugs = readJson('bugs.json').filter(isChosen);
const variants = readJson('variants.json').filter(isChosen);

const honest = await inParallel([false, true], (users) => check({ id: users ? 'honest-users' : 'honest', users }));
for (const [at, report] of honest.entries()) {
  const { passed, failed, cantTell, inapplicable } = report.counts;
  const counts = `${passed} passed, ${failed} failed, ${cantTell} inconclusive, ${inapplicable} not applicable`;
  console.log(`honest${at === 1 ? ', with users' : ''}: ${counts}, ${report.requests} requests`);
  for (const { id, level } of failedIn(report)) console.log(`  ${level}: ${id}`);
}

/** What fails with a switch and not without: the MUST requirements, and those of other levels. */
async function seenOf(one) {
  const report = await check(one);
  const usual = new Set(failedIn(honest[one.users ? 1 : 0]).map(({ id }) => id));
  const fresh = failedIn(report).filter(({ id }) => !usual.has(id));
  return { must: fresh.filter(({ level }) => level === 'MUST'), lower: fresh.filter(({ level }) => level !== 'MUST') };
}

const print = (mark, one, some) =>
  console.log(
    `${mark} ${one.id}: ${
      some
        .map(({ id }) => id)
        .slice(0, 3)
        .join(', ') || one.statement
    }`,
  );

const blamed = await inParallel(variants, async (one) => {
  const { must } = await seenOf({ id: one.id, switches: { VARIANT: one.id } });
  print(must.length > 0 ? 'BLAMED  ' : 'innocent', one, must);
  return must.length > 0 ? [one.id] : [];
});
const seen = await inParallel(bugs, async (one) => {
  const { must, lower } = await seenOf({ id: one.id, switches: { BUG: one.id }, users: one.users === true });
  const mark = must.length > 0 ? 'caught  ' : lower.length > 0 ? 'reported' : 'MISSED  ';
  print(mark, one, must.length > 0 ? must : lower);
  return { id: one.id, isCaught: must.length > 0, isReported: must.length + lower.length > 0 };
});
if (values.keep === undefined) rmSync(folder, { recursive: true, force: true });

const result = {
  round: basename(round),
  stack,
  bugs: bugs.length,
  caught: seen.filter(({ isCaught }) => isCaught).length,
  reported: seen.filter(({ isReported }) => isReported).length,
  missed: seen.flatMap(({ id, isCaught }) => (isCaught ? [] : [id])),
  variants: variants.length,
  blamed: blamed.flat(),
};
console.log(
  `\n${result.caught} of ${bugs.length} caught, ${result.reported} reported, ${result.blamed.length} of ${variants.length} variants blamed`,
);
console.log(`not caught: ${result.missed.join(' ')}`);

const rounds = JSON.parse(readFileSync(RESULTS, 'utf8'));
const isKept = chosen === undefined && !values.again && !rounds.some((one) => one.round === result.round);
if (isKept) writeFileSync(RESULTS, `${JSON.stringify([...rounds, result], null, 2)}\n`);
