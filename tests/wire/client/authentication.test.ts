import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import {
  createAuthentication,
  type Credential,
  isPasswordLogin,
  mistaken,
  toFixedCredential,
  toMistaken,
  toRespelled,
} from '../../../wire/client/authentication.js';
import { Inconclusive } from '../../../wire/errors.js';
import { type HeaderPairs, headerValues, type Send, type WireRequest } from '../../../wire/exchange.js';
import { version } from '../../../wire/package.js';
import { get, post, respond } from '../stub.js';
import { check, setUp } from './set-up.js';

describe('headers', () => {
  test('a read names its agent and its type, and asks caches not to answer', async () => {
    const { client, requests } = setUp();
    await client.send(get, check);
    expect(requests[0]?.headers).toEqual([
      ['Accept', 'application/json'],
      ['User-Agent', `calproof/${version}`],
      ['Cache-Control', 'no-cache'],
    ]);
  });

  test('a conditional read asks caches by max-age, for some services answer what carries no-cache in full', async () => {
    const { client, requests } = setUp();
    await client.send({ ...get, headers: [['if-none-match', '"a"']] }, check);
    expect(headerValues(requests[0]?.headers ?? [], 'cache-control')).toEqual(['max-age=0']);
  });

  test('a write is not about caches', async () => {
    const { client, requests } = setUp();
    await client.send(post, check);
    expect(headerValues(requests[0]?.headers ?? [], 'cache-control')).toEqual([]);
  });

  test("the request's own win over the run's, and those over ours", async () => {
    const headers = [
      ['authorization', 'run'],
      ['accept', 'run/type'],
      ['X-Run', '1'],
      ['X-Run', '2'],
    ] as const;
    const { client, requests } = setUp({ headers });
    await client.send({ ...get, headers: [['Authorization', 'own']] }, check);
    expect(requests[0]?.headers).toEqual([
      ['Authorization', 'own'],
      ['accept', 'run/type'],
      ['X-Run', '1'],
      ['X-Run', '2'],
      ['User-Agent', `calproof/${version}`],
      ['Cache-Control', 'no-cache'],
    ]);
  });

  test('the version is that of the package', () => {
    const manifest = JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8'));
    expect(version).toBe(manifest.version);
  });
});

const shared: HeaderPairs = [['X-Tenant', 'acme']];
const token = (value: string): HeaderPairs => [['Authorization', `Bearer ${value}`]];

/** A target that takes one token alone. */
function taking(good: string) {
  const seen: WireRequest[] = [];
  const send: Send = (request) => {
    seen.push(request);
    const proofs = headerValues(request.headers, 'authorization');
    return Promise.resolve(respond(proofs.includes(`Bearer ${good}`) ? 200 : 401));
  };
  return { seen, send };
}

/** A credential that can be renewed so often. */
function renewable(...values: readonly string[]): Credential {
  let at = 0;
  return {
    headers: () => Promise.resolve(token(values[at] ?? '')),
    renew() {
      if (at + 1 >= values.length) return Promise.resolve(false);
      at += 1;
      return Promise.resolve(true);
    },
  };
}

const open = (credential: Credential, mayRepeat = true) =>
  createAuthentication({ credential, shared, mayRepeat: () => Promise.resolve(mayRepeat) });

describe('a request', () => {
  test('carries what proves who asks, and what everybody sends', async () => {
    const { seen, send } = taking('a');
    await open(toFixedCredential(token('a'))).intercept(get, send);
    expect(seen[0]?.headers).toEqual(expect.arrayContaining([...token('a'), ...shared]));
  });

  test('that was answered with 401 is sent once more with a new proof', async () => {
    const { seen, send } = taking('b');
    const authentication = open(renewable('a', 'b'));
    expect(await authentication.intercept(get, send)).toEqual(respond(200));
    expect(seen.length).toBe(2);
    expect(authentication.complete(get).headers).toEqual(expect.arrayContaining([...token('b')]));
  });

  test('is sent no third time', async () => {
    const { seen, send } = taking('c');
    expect(await open(renewable('a', 'b', 'c')).intercept(get, send)).toEqual(respond(401));
    expect(seen.length).toBe(2);
  });

  test('is not sent again where nothing new proves anything, nor beyond the budget', async () => {
    for (const authentication of [open(toFixedCredential(token('a'))), open(renewable('a', 'b'), false)]) {
      const { seen, send } = taking('b');
      expect(await authentication.intercept(get, send)).toEqual(respond(401));
      expect(seen.length).toBe(1);
    }
  });

  test('that says itself who asks is left as it is', async () => {
    const { seen, send } = taking('b');
    await open(renewable('a', 'b')).intercept({ ...get, headers: token('wrong') }, send);
    expect(seen.map(({ headers }) => headerValues(headers, 'authorization'))).toEqual([['Bearer wrong']]);
  });

  test('of somebody who has no proof any more does not go out', async () => {
    const { seen, send } = taking('a');
    const lost: Credential = { ...renewable(), headers: () => Promise.reject(new Inconclusive('there is no token')) };
    expect(await open(lost).intercept(get, send)).toEqual({ kind: 'unreachable', message: 'there is no token' });
    expect(seen).toEqual([]);
  });
});

describe('a wrong password', () => {
  const basic = (login: string): string => `Basic ${Buffer.from(login).toString('base64')}`;

  test.each([
    ['ann:open:Sesame', 'ann:xopen:Sesame', 'ann:OPEN:SESAME', 'ann:'],
    ['ann: OPEN', 'ann:OPENx', 'ann:open', 'ann:'],
    ['ann:GEZDGNBVGY3TQOJQ', 'ann:xGEZDGNBVGY3TQOJQ', 'ann:calproof-wrong', 'ann:'],
    ['ann:0e-4F', 'ann:0e-4Fx', 'ann:calproof-wrong', 'ann:'],
    ['ann:1', 'ann:1x', 'ann:calproof-wrong', 'ann:'],
    ['ann:', 'ann:x', 'ann:calproof-wrong', 'ann:calproof-wrong'],
  ])('of %j is %j, %j or %j: those of the same user', async (login, ...wrong) => {
    const right = toFixedCredential([['authorization', basic(login)]]);
    expect(await isPasswordLogin(right)).toBe(true);
    expect(await Promise.all(mistaken.map((name) => toMistaken(right, name).headers()))).toEqual(
      wrong.map((one) => [['Authorization', basic(one)]]),
    );
  });

  test.each<HeaderPairs>([
    [],
    [['Authorization', 'Bearer abc']],
    [['Cookie', 'session=1']],
    [
      ['Authorization', basic('ann:open')],
      ['Cookie', 'session=1'],
    ],
  ])('is not sent for a login by other means, or by further ones: %j', async (...headers) => {
    const credential = toFixedCredential(headers);
    expect(await isPasswordLogin(credential)).toBe(false);
    await expect(toMistaken(credential, mistaken[0]).headers()).rejects.toThrow(Inconclusive);
  });

  test('is not sent where no credential can be had now', async () => {
    const lost: Credential = { headers: () => Promise.reject(new Inconclusive('expired')), renew: async () => false };
    expect(await isPasswordLogin(lost)).toBe(false);
  });
});

describe('a login with its scheme in other letters', () => {
  test.each([
    ['Basic YTpi', 'basic YTpi'],
    ['bearer A.b-C', 'BEARER A.b-C'],
  ])('of %s is %s', async (login, respelled) => {
    const credential = toFixedCredential([
      ['Authorization', login],
      ['X-Team', 'Calendar Team'],
    ]);
    expect(await toRespelled(credential).headers()).toEqual([
      ['Authorization', respelled],
      ['X-Team', 'Calendar Team'],
    ]);
  });
});
