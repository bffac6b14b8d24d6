import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import type { Comparison } from '../../../migration/findings/comparison-result.js';
import { createReferenceServer, type UsersFile } from '../../../reference-server/index.js';
import { toBasic } from '../../../runners/input/credentials.js';
import { headerValue, type Interceptor } from '../../../wire/exchange.js';
import { isJsonObject } from '../../../wire/json.js';
import { openProxy } from '../../../zoo/intercept/intercepting-proxy.js';
import { editJson, toRefusal } from '../../../zoo/intercept/response-edit.js';
import { calproof } from '../cli/console.js';
import { smallWorld } from '../small-world.js';

const NOW = new Date('2026-11-21T12:00:00Z');

const users: UsersFile = {
  users: [
    { id: 1, name: 'editor', password: 'pw-editor', role: 'editor' },
    { id: 2, name: 'reader', password: 'pw-reader', role: 'reader' },
  ],
};
const variables = { EDITOR: 'editor:pw-editor', READER: 'reader:pw-reader' };
const AS = '--basic env:EDITOR --as reader=env:READER --as anonymous';

const loginOf = (name: keyof typeof variables) => toBasic(variables[name]).headers;
const isNobody: (request: Parameters<Interceptor>[0]) => boolean = ({ headers }) =>
  headerValue(headers, 'authorization') === undefined;
const isReader: typeof isNobody = ({ headers }) => headerValue(headers, 'authorization') === loginOf('READER')[0]?.[1];

async function serve(intercept: Interceptor = (request, next) => next(request)): Promise<string> {
  const server = createReferenceServer({ now: () => NOW, world: smallWorld, zone: 'Europe/Amsterdam', users });
  const proxy = await openProxy({ origin: new URL((await server.listen()).url).origin, intercept });
  onTestFinished(async () => {
    await proxy.close();
    await server.close();
  });
  return proxy.origin;
}

describe('snapshot --as', () => {
  let folder = '';

  beforeAll(async () => {
    const server = createReferenceServer({ now: () => NOW, world: smallWorld, zone: 'Europe/Amsterdam', users });
    const { url } = await server.listen();
    const done = await calproof(`snapshot ${url} -o before.gz ${AS}`, { variables });
    await server.close();
    expect(done.stdout).toContain('As anonymous: 5 tags, 5 categories, 3 organizers, 4 venues, 53 events.');
    ({ folder } = done);
  });

  async function compareAfter(intercept?: Interceptor, as = AS) {
    const url = await serve(intercept);
    const line = `compare before.gz ${url} ${as} --report json=c.json`;
    const { code, stderr } = await calproof(line, { folder, variables });
    expect(stderr).toBe('');
    const { findings, notes } = JSON.parse(readFileSync(join(folder, 'c.json'), 'utf8')) as Comparison;
    const causes = findings.map(({ cause, field, counts }) => [cause, field, counts] as const);
    return { code, causes, notes };
  }

  test('finds nothing where everybody sees the same', async () => {
    const { code, causes } = await compareAfter();
    expect(causes).toEqual([]);
    expect(code).toBe(0);
  });

  test('finds drafts that nobody should see', async () => {
    const { code, causes } = await compareAfter((request, next) =>
      next(isNobody(request) ? { ...request, headers: [...request.headers, ...loginOf('EDITOR')] } : request),
    );
    expect(causes).toEqual([['access.gained', 'anonymous', { 'events.anonymous': 7 }]]);
    expect(code).toBe(1);
  });

  test('finds a field that a user should not see', async () => {
    const { causes } = await compareAfter(async (request, next) => {
      const outcome = await next(request);
      if (!isReader(request) || !request.target.includes('/organizers')) return outcome;
      return editJson(outcome, (body) => {
        const items = isJsonObject(body) && Array.isArray(body['organizers']) ? body['organizers'] : [];
        return { ...(isJsonObject(body) && body), organizers: items.map((item) => ({ ...item, password: 'x' })) };
      });
    });
    expect(causes).toEqual([['access.field', 'reader: password', { 'organizers.reader: password': 3 }]]);
  });

  test('finds records that a user does not see any more', async () => {
    const { causes } = await compareAfter((request, next) =>
      isReader(request) && request.target.includes('/venues') ? Promise.resolve(toRefusal(403)) : next(request),
    );
    expect(causes).toEqual([['access.lost', 'reader', { 'venues.reader': 4 }]]);
  });

  test('says what only one of the two was read as', async () => {
    const { notes } = await compareAfter(undefined, '--basic env:EDITOR --as anonymous');
    expect(notes).toContain('what reader sees is not compared: only the snapshot before was taken with --as reader');
  });
});

test.each([
  ['--as default=env:X', /--as default is not needed/],
  ['--as anonymous=env:X', /Write --as anonymous alone/],
  ['--as reader', /Write an identity as NAME=SOURCE, such as --as reader=env:READER/],
  ['--as reader=secret', /--as reader does not accept a literal secret/],
])('%s is a wrong use', async (flag, expected) => {
  const { code, stderr } = await calproof(`snapshot http://127.0.0.1:9 -o a.gz ${flag}`);
  expect(stderr).toMatch(expected);
  expect(code).toBe(2);
});
