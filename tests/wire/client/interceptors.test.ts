import { expect, test } from 'vitest';
import { type Credential, toFixedCredential } from '../../../wire/client/authentication.js';
import { createClient } from '../../../wire/client/client.js';
import { interceptorOrder } from '../../../wire/client/interceptors.js';
import { Inconclusive } from '../../../wire/errors.js';
import type { Interceptor, Outcome, Transport } from '../../../wire/exchange.js';
import { createMemoryJournal, type Journal } from '../../../wire/journal/journal.js';
import { createManualClock, createStubTransport, get, post, respond } from '../stub.js';
import { check, setUp } from './set-up.js';

const write = { ...check, claim: {} };
const arrange = { phase: 'arrange' } as const;
const away: Outcome = { kind: 'unreachable', message: 'away' };

/** A journal that keeps what it is given. */
function createSpyJournal(): { readonly journal: Journal; readonly intents: unknown[] } {
  const intents: unknown[] = [];
  return { intents, journal: { ...createMemoryJournal(), intend: async (intent) => void intents.push(intent) } };
}

test('the interceptors of a client stand in this order, each with a reason', () => {
  expect(interceptorOrder.map(({ name }) => name)).toEqual([
    'limit',
    'gate',
    'bound',
    'admit',
    'note',
    'authenticate',
    'watch',
    'follow',
    'retry',
    'trace',
    'measure',
    'substitute',
  ]);
  for (const { reason } of interceptorOrder) expect(reason).toMatch(/^[A-Z].+\.$/);
});

test('a request that an outage stops spends no budget and leaves no intent', async () => {
  const { journal, intents } = createSpyJournal();
  const { client } = setUp({ journal }, (_, at) => (at === 0 ? respond(200) : away));
  await client.send(get, check);
  await client.send(post, write);
  const { sent } = client;
  await expect(client.send(post, write)).rejects.toThrow('stopped answering');
  expect([client.sent, intents.length]).toEqual([sent, 1]);
});

test('a repeated write is noted once, without its credential, and carries the same one each time', async () => {
  const { journal, intents } = createSpyJournal();
  const identities = new Map([['default', toFixedCredential([['Authorization', 'Bearer secret']])]]);
  const { client, requests } = setUp({ journal, identities }, (_, at) => respond(at === 0 ? 429 : 201));
  await client.send(post, write);
  expect(intents).toEqual([{ n: 1, method: 'POST', target: '/', claim: {} }]);
  const field = ['Authorization', 'Bearer secret'];
  expect(requests.map(({ headers }) => headers[0])).toEqual([field, field]);
});

test('a write is noted once where its credential is renewed', async () => {
  const { journal, intents } = createSpyJournal();
  const renewable: Credential = { headers: async () => [['Authorization', 'x']], renew: async () => true };
  const { client } = setUp({ journal, identities: new Map([['default', renewable]]) }, (_, at) =>
    respond(at === 0 ? 401 : 201),
  );
  expect((await client.send(post, write)).outcome).toEqual(respond(201));
  expect(intents).toHaveLength(1);
});

test('a credential that cannot be had is no sign of an outage', async () => {
  const none: Credential = { ...toFixedCredential([]), headers: () => Promise.reject(new Inconclusive('no token')) };
  const { client, requests } = setUp({ identities: new Map([['other', none]]) });
  await client.send(get, check);
  for (let time = 0; time < 3; time += 1)
    expect((await client.send(get, { ...check, as: 'other' })).outcome.kind).toBe('unreachable');
  expect([client.outages, requests.length]).toEqual([[], 1]);
});

test('a request that waits for its turn is stopped by an outage', async () => {
  const { client, requests } = setUp({ concurrency: 1 }, (_, at) => (at === 0 ? respond(200) : away));
  await client.send(get, arrange);
  const [first, second] = await Promise.allSettled([client.send(get, arrange), client.send(post, arrange)]);
  expect([first.status, second.status]).toEqual(['fulfilled', 'rejected']);
  expect(requests.map(({ method }) => method)).not.toContain('POST');
});

test('a target that asks to wait is there, and is not asked whether it is', async () => {
  const { client } = setUp({}, (_, at) => (at > 0 && at <= 8 ? respond(503, [['Retry-After', '1']]) : respond(200)));
  await client.send(get, check);
  const targets = ['/a', '/b', '/c', '/d', '/e', '/f', '/g', '/h'];
  await Promise.all(targets.map((target) => client.send({ ...get, target }, check)));
  expect(client.sent).toBe(1 + 2 * targets.length);
});

test('each attempt passes the faults and variants, with all that they send', async () => {
  const clock = createManualClock();
  const { transport, requests } = createStubTransport((_, at) => respond(at < 2 ? 429 : 200));
  const slow: Transport = {
    ...transport,
    async send(request) {
      await clock.sleep(7);
      return transport.send(request);
    },
  };
  const twice: Interceptor = async (request, next) => {
    await next(request);
    return next(request);
  };
  const client = createClient({ transport: slow, clock, mode: 'sandbox', concurrency: 1, intercept: [twice] });
  const { ms, outcome } = await client.send(post, check);
  expect([ms, outcome, requests.length]).toEqual([14, respond(200), 4]);
});
