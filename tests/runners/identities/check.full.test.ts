import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createReferenceServer, type UsersFile } from '../../../reference-server/index.js';
import { calproof } from '../cli/console.js';
import { listen } from '../targets.js';
import { listenForTokens } from './token-server.js';

const users: UsersFile = {
  users: [
    { id: 1, name: 'ed', password: 'editor-secret', role: 'editor' },
    { id: 2, name: 'ann', password: 'author-secret', role: 'author' },
  ],
};
const variables = { ED: 'ed:editor-secret', ANN: 'ann:author-secret', OFF: 'ann:wrong-secret' };
const only = '--only identities --effort quick --max-requests 1500 --seed 7';

async function listenWithUsers() {
  const { handler } = createReferenceServer({ users });
  const seen: (string | undefined)[] = [];
  const target = await listen((request, response) => {
    seen.push(request.headers.authorization);
    handler(request, response);
  });
  return { ...target, seen };
}

const decoded = (seen: readonly (string | undefined)[]): ReadonlySet<string> =>
  new Set(seen.map((one) => (one === undefined ? '' : Buffer.from(one.slice('Basic '.length), 'base64').toString())));

test('a run prints the rights of each identity, compares anonymous by itself, and shows no secret', {
  timeout: 60_000,
}, async () => {
  const { url, seen } = await listenWithUsers();
  const line = `check ${url} ${only} --basic env:ED --identity ann=env:ANN --report json=report.json`;
  const { code, stdout, stderr, folder } = await calproof(line, { variables });
  expect(stdout).toMatch(/Identity +anonymous reads all but drafts; cannot create; cannot update or delete/);
  expect(stdout).toMatch(/Identity +ann reads all but drafts; creates events, venues/);
  expect([code, stderr]).toEqual([0, '']);
  const report = readFileSync(join(folder, 'report.json'), 'utf8');
  expect(JSON.parse(report).learned.identities.map(({ name }: { name: string }) => name)).toEqual(['anonymous', 'ann']);
  expect(`${stdout}${report}`).not.toMatch(/secret/);
  expect(decoded(seen)).toEqual(
    new Set(['', 'ed:editor-secret', 'ann:author-secret', 'calproof-nobody:calproof-nobody']),
  );
});

test('a probe prints the rights of each identity, and a change of them is a drift', { timeout: 60_000 }, async () => {
  const who = '--basic env:ED --identity ann=env:ANN --seed 7';
  const { url } = await listenWithUsers();
  const { code, stdout, folder } = await calproof(`probe ${url} ${who} -o profile.json`, { variables });
  expect(code).toBe(0);
  expect(stdout).toMatch(/identities\.anonymous: reads all but drafts; cannot create; cannot update or delete records/);
  expect(stdout).toMatch(/identities\.ann: reads all but drafts; creates events, venues/);
  const onlyDrift = `--verbose --only drift.identities --target-profile profile.json ${who}`;
  expect((await calproof(`check ${url} ${onlyDrift}`, { variables, folder })).code).toBe(0);
  const promoted = users.users.map((user) => ({ ...user, role: 'editor' as const }));
  const other = await listen(createReferenceServer({ users: { users: promoted } }).handler);
  const drifted = await calproof(`check ${other.url} ${onlyDrift}`, { variables, folder });
  expect(drifted.code).toBe(1);
  expect(drifted.stdout).toMatch(/FAIL drift\.identities\.ann MUST/);
  expect(drifted.stdout).not.toMatch(/FAIL drift\.identities\.anonymous/);
});

test('an identity called default takes the place of the others, and of the environment', {
  timeout: 60_000,
}, async () => {
  const { url, seen } = await listenWithUsers();
  const line = `check ${url} --only tags.read.record --identity default=env:ED`;
  const { code } = await calproof(line, { variables: { ...variables, CALPROOF_BASIC: variables.OFF } });
  expect(code).toBe(0);
  expect(decoded(seen).has('ed:editor-secret')).toBe(true);
  expect(decoded(seen).has('ann:wrong-secret')).toBe(false);
});

test('a failure names the identities, without their credentials', { timeout: 60_000 }, async () => {
  const { handler } = createReferenceServer({ users });
  const editor = `Basic ${Buffer.from(variables.ED).toString('base64')}`;
  const leaking = await listen((request, response) => {
    if (/\/by-slug\//.test(request.url ?? '')) request.headers.authorization = editor;
    handler(request, response);
  });
  const line = `check ${leaking.url} --only identities.events.hidden --verbose --basic env:ED --report json=report.json`;
  const { code, stdout, folder } = await calproof(line, { variables });
  expect(code).toBe(1);
  expect(stdout).toMatch(/Expected +a GET by slug as anonymous to be refused as a GET by id is/);
  expect(stdout).toMatch(/\(as anonymous\)/);
  const report = readFileSync(join(folder, 'report.json'), 'utf8');
  expect(report).toContain('"identity": "anonymous"');
  expect(`${stdout}${report}`).not.toMatch(/editor-secret|ZWQ6ZWRpdG9/);
});

test('a token that runs out is renewed in the midst of a run', { timeout: 60_000 }, async () => {
  const tokens = await listenForTokens();
  const { handler } = createReferenceServer({ users });
  const valid = (header: string | undefined): boolean =>
    header === `Bearer token-${tokens.asked.length}` && (tokens.asked.length > 1 || reads < 40);
  let reads = 0;
  const target = await listen((request, response) => {
    reads += 1;
    const { authorization } = request.headers;
    if (authorization?.startsWith('Bearer ')) {
      request.headers.authorization = `Basic ${Buffer.from(valid(authorization) ? variables.ED : variables.OFF).toString('base64')}`;
    }
    handler(request, response);
  });
  let now = Date.now();
  // Each reading of the clock advances it by a minute, so that no token is too young.
  const clock = { now: () => (now += 20), sleep: () => Promise.resolve() };
  const oauth = JSON.stringify({ token_url: tokens.tokenUrl, client_id: 'app', client_secret: 'oauth-secret' });
  const line = `check ${target.url} --only tags.read.record --identity default=env:OAUTH`;
  const { code, stdout } = await calproof(line, { variables: { OAUTH: oauth }, clock });
  expect([code, tokens.asked.length > 1]).toEqual([0, true]);
  expect(stdout).not.toMatch(/token-\d|oauth-secret/);
});

test.each([
  ['check --identity ann=env:ANN', /needs the URL of a service/],
  ['check http://127.0.0.1:1 --identity ann=ann:author-secret', /does not accept a literal secret/],
  ['check http://127.0.0.1:1 --identity anonymous=env:ANN', /always compared/],
  ['check http://127.0.0.1:1 --basic env:ED --identity default=env:ANN', /exclude each other/],
])('%s is wrong use', async (line, sentence) => {
  const { code, stderr } = await calproof(line, { variables });
  expect(code).toBe(2);
  expect(stderr).toMatch(sentence);
  expect(stderr).not.toContain('author-secret');
});
