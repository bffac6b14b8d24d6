import { mkdtempSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { checkFormats } from '../../reports/formats/report-formats.js';
import { calproof, type Finished } from './cli/console.js';
import { answering, type Deviate, listen, listenReference } from './targets.js';

const SECRET = 'Hun ter/22"é';
const LOGIN = `anna:${SECRET}`;
const folder = mkdtempSync(join(tmpdir(), 'calproof-secrets-'));
writeFileSync(join(folder, 'login'), LOGIN);
writeFileSync(join(folder, 'token'), 'tok.en-Hunter22');
writeFileSync(join(folder, 'field'), 'X-Key: k3y-Hunter22');

const base64 = (text: string): string => Buffer.from(text).toString('base64');

/** How each secret may be spelt. */
const spellings = [SECRET, LOGIN, 'tok.en-Hunter22', 'k3y-Hunter22'].flatMap((secret) => [
  secret,
  encodeURIComponent(secret),
  JSON.stringify(secret).slice(1, -1),
  base64(secret),
]);

/** All that a run wrote: to both streams and to files, journals too. */
function writtenBy({ stdout, stderr, folder: ran }: Finished): string {
  const paths = readdirSync(ran, { recursive: true, encoding: 'utf8' }).map((name) => join(ran, name));
  return [stdout, stderr, ...paths.filter((path) => statSync(path).isFile()).map((path) => readFileSync(path, 'utf8'))]
    .concat(paths)
    .join('\n');
}

const expectNowhere = (text: string): void =>
  expect(spellings.filter((spelling) => text.includes(spelling))).toEqual([]);

const sources = {
  'Basic from the environment': ['--basic', 'env:LOGIN'],
  'Basic from a file': ['--basic', `file:${join(folder, 'login')}`],
  'Basic from a command': ['--basic', `cmd:cat ${join(folder, 'login')}`],
  'a token from the environment': ['--bearer', 'env:TOKEN'],
  'a token from a file': ['--bearer', `file:${join(folder, 'token')}`],
  'a token from a command': ['--bearer', `cmd:cat ${join(folder, 'token')}`],
  'a header from the environment': ['--header', 'env:FIELD'],
  'a header from a file': ['--header', `file:${join(folder, 'field')}`],
  'a header from a command': ['--header', `cmd:cat ${join(folder, 'field')}`],
} as const;

const variables = { LOGIN, TOKEN: 'tok.en-Hunter22', FIELD: 'X-Key: k3y-Hunter22' };

/** Echoes to every client what it sent, deletes nothing, and loses tags: there are failures, and a journal that is kept. */
function createGossip() {
  const heard = new Set<string>();
  const gossip: Deviate = ({ method, url = '', headers }, response) => {
    const said = String(headers.authorization ?? headers['x-key'] ?? '');
    heard.add(said);
    const isRefused = method === 'DELETE' || (method === 'GET' && /\/tags\/\d+/.test(url));
    response.setHeader('X-Said', encodeURIComponent(said));
    if (!isRefused) return false;
    const decoded = Buffer.from(said.replace(/^Basic /, ''), 'base64').toString();
    const login = said.startsWith('Basic ')
      ? { login: decoded, password: decoded.slice(decoded.indexOf(':') + 1) }
      : {};
    const body = JSON.stringify({ code: 'no', message: `You said ${said}`, ...login });
    response.writeHead(403, { 'content-type': 'application/json' }).end(body);
    return true;
  };
  return { heard, gossip };
}

const reports = checkFormats.flatMap((format) => ['--report', `${format}=report.${format}`]);

test.each(Object.entries(sources))('%s is sent, and stands in no output, report or journal', async (_, words) => {
  const { heard, gossip } = createGossip();
  const { url } = await listenReference(gossip);
  const only = ['--only', 'tags.create.required-only', '--only', 'tags.read.record', '--seed', '7'];
  const run = await calproof(['check', url, ...words, ...only, ...reports], { variables });
  expect(run.code, run.stdout + run.stderr).toBe(1);
  expect([...heard].some((said) => /Basic|Bearer|k3y/.test(said))).toBe(true);
  expect(readdirSync(run.folder).length).toBeGreaterThan(checkFormats.length);
  expect(run.stdout).toContain('[redacted]');
  expectNowhere(writtenBy(run));
});

/** Targets that cannot be judged; some repeat what was sent. */
const troubles = {
  'refuses the login': (said: string) => answering(401, { 'content-type': 'text/plain' }, `Not ${said}`),
  'shows a page': (said: string) => answering(200, { 'content-type': 'text/html' }, `<title>${said}</title>`),
  'sends elsewhere': (said: string) =>
    answering(302, { location: `https://elsewhere.example/?key=${encodeURIComponent(said)}` }),
  'breaks down': (said: string) => answering(500, { 'content-type': 'application/json' }, JSON.stringify({ said })),
} as const;

test.each(Object.entries(troubles))('a target that %s has no secret in the error', async (_, respond) => {
  const { url } = await listen((request, response) => {
    const said = Buffer.from(String(request.headers.authorization).replace('Basic ', ''), 'base64').toString();
    respond(`${said} ${String(request.headers.authorization)}`)(request, response);
  });
  const run = await calproof(['check', url, '--basic', 'env:LOGIN'], { variables });
  expect([2, 3]).toContain(run.code);
  expect(run.stderr).not.toBe('');
  expectNowhere(writtenBy(run));
});

test.each([
  ['a target that cannot be reached', ['check', 'http://127.0.0.1:1', '--basic', 'env:LOGIN']],
  ['a login without a colon', ['check', 'http://127.0.0.1:1', '--basic', 'env:TOKEN']],
  ['a header that is none', ['check', 'http://127.0.0.1:1', '--header', 'env:TOKEN']],
  [
    'a command that fails after it printed the secret',
    ['check', 'http://127.0.0.1:1', '--basic', `cmd:cat ${folder}/login; false`],
  ],
  ['a secret given literally', ['check', 'http://127.0.0.1:1', '--header', `Authorization: Bearer ${SECRET}`]],
  ['a secret given literally for a login', ['check', 'http://127.0.0.1:1', '--basic', LOGIN]],
  ['a sweep of a journal that is none', ['sweep', 'nowhere.ndjson', '--basic', 'env:LOGIN']],
])('%s has no secret in its message', async (_, words) => {
  const run = await calproof(words, { variables });
  expect([2, 3]).toContain(run.code);
  expect(run.stderr).not.toBe('');
  expectNowhere(writtenBy(run));
});
