import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { type ClientOptions, createClient } from '../../../harness/client.js';
import { BudgetSpent, HarnessError } from '../../../harness/errors.js';
import { headerValues, type Outcome } from '../../../harness/exchange.js';
import { createMemoryJournal, type Intent, type Journal } from '../../../harness/journal.js';
import { version } from '../../../harness/version.js';
import { createManualClock, createStubTransport, get, post, respond } from './stub.js';

function setUp(options: Partial<ClientOptions> = {}, answer?: Parameters<typeof createStubTransport>[0]) {
  const { transport, requests } = createStubTransport(answer);
  const clock = createManualClock();
  const client = createClient({ transport, clock, mode: 'sandbox', concurrency: 4, ...options });
  return { client, clock, requests };
}

const check = { phase: 'check' } as const;
const cleanUp = { phase: 'clean-up' } as const;

describe('an exchange', () => {
  test('tells number, phase, request and outcome', async () => {
    const { client } = setUp();
    await client.send(get, { phase: 'probe' });
    expect(await client.send({ ...get, target: '/a' }, check)).toMatchObject({
      number: 2,
      phase: 'check',
      request: { target: '/a' },
      outcome: { kind: 'response' },
    });
  });

  test('times the last attempt without the waits before it', async () => {
    const clock = createManualClock();
    const { transport } = createStubTransport();
    const slow = {
      ...transport,
      async send(): Promise<Outcome> {
        await clock.sleep(7);
        return respond(clock.slept.length > 1 ? 200 : 429, [['Retry-After', '2']]);
      },
    };
    const client = createClient({ transport: slow, clock, mode: 'sandbox', concurrency: 1 });
    expect((await client.send(get, check)).ms).toBe(7);
  });
});

describe('readonly mode', () => {
  test.each(['POST', 'PUT', 'PATCH', 'DELETE', 'get', 'TRACE', 'PROPFIND'])(
    'refuses %s before anything is sent',
    async (method) => {
      const { client, requests } = setUp({ mode: 'readonly' });
      await expect(client.send({ ...get, method }, cleanUp)).rejects.toBeInstanceOf(HarnessError);
      expect(requests).toEqual([]);
    },
  );

  test.each(['GET', 'HEAD', 'OPTIONS'])('sends %s', async (method) => {
    const { client, requests } = setUp({ mode: 'readonly' });
    await client.send({ ...get, method }, check);
    expect(requests).toHaveLength(1);
  });

  test('holds for what stands between harness and target too', async () => {
    const { client, requests } = setUp({
      mode: 'readonly',
      intercept: [(request, next) => next({ ...request, method: 'DELETE' })],
    });
    await expect(client.send(get, check)).rejects.toBeInstanceOf(HarnessError);
    expect(requests).toEqual([]);
  });
});

describe('headers', () => {
  test('a read says who asks, for what, and that caches must stand aside', async () => {
    const { client, requests } = setUp();
    await client.send(get, check);
    expect(requests[0]?.headers).toEqual([
      ['Accept', 'application/json'],
      ['User-Agent', `calproof/${version}`],
      ['Cache-Control', 'no-cache'],
    ]);
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

describe('the budget', () => {
  test('ends with BudgetSpent before anything is sent, and leaves clean-up free', async () => {
    const { client, requests } = setUp({ maxRequests: 2 });
    await client.send(get, check);
    await client.send(get, check);
    await expect(client.send(get, check)).rejects.toBeInstanceOf(BudgetSpent);
    await client.send(get, cleanUp);
    expect([requests.length, client.sent]).toEqual([3, 3]);
  });

  test('is kept by requests at the same time', async () => {
    const { client, requests } = setUp({ maxRequests: 3, rate: 10 });
    await Promise.allSettled(Array.from({ length: 8 }, () => client.send(get, check)));
    expect(requests).toHaveLength(3);
  });

  test('counts repeats, and gives the refusal when nothing is left for one', async () => {
    const { client, requests } = setUp({ maxRequests: 2 }, () => respond(429, [['Retry-After', '1']]));
    expect((await client.send(get, check)).outcome).toMatchObject({ response: { status: 429 } });
    expect([requests.length, client.sent]).toEqual([2, 2]);
  });
});

describe('an interruption', () => {
  test('stops everything but clean-up', async () => {
    const controller = new AbortController();
    const { client, requests } = setUp({ signal: controller.signal });
    controller.abort();
    await expect(client.send(get, check)).rejects.toBeInstanceOf(BudgetSpent);
    await client.send(get, cleanUp);
    expect(requests).toHaveLength(1);
  });

  test('stops what waits for its turn', async () => {
    const controller = new AbortController();
    const { client, requests } = setUp({ signal: controller.signal, concurrency: 1 }, () => {
      controller.abort();
      return respond(200);
    });
    const outcomes = await Promise.allSettled([
      client.send(get, { phase: 'arrange' }),
      client.send(get, { phase: 'arrange' }),
    ]);
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected']);
    expect(requests).toHaveLength(1);
  });
});

describe('pace', () => {
  test('spaces requests evenly', async () => {
    const { client, clock } = setUp({ rate: 4 });
    for (let turn = 0; turn < 4; turn += 1) await client.send(get, check);
    expect(clock.slept).toEqual([250, 250, 250]);
  });

  test('does not wait without a rate', async () => {
    const { client, clock } = setUp();
    for (let turn = 0; turn < 4; turn += 1) await client.send(get, check);
    expect(clock.slept).toEqual([]);
  });
});

describe('concurrency', () => {
  test.each([
    ['keeps to the limit, in order', 'arrange', 3],
    ['lets each of the checks that are made at the same time send four requests at once', 'check', 12],
  ] as const)('%s', async (_, phase, limit) => {
    let underWay = 0;
    let most = 0;
    const { transport, requests } = createStubTransport();
    const slow = {
      ...transport,
      async send(request: typeof get): Promise<Outcome> {
        underWay += 1;
        most = Math.max(most, underWay);
        await new Promise((resolve) => setImmediate(resolve));
        underWay -= 1;
        return transport.send(request);
      },
    };
    const { client } = setUp({ transport: slow, concurrency: 3 });
    const targets = Array.from({ length: 20 }, (_, at) => `/${at}`);
    await Promise.all(targets.map((target) => client.send({ ...get, target }, { phase })));
    expect(most).toBe(limit);
    expect(requests.map(({ target }) => target)).toEqual(targets);
  });

  test('frees its place after a failure', async () => {
    const { client, requests } = setUp({ mode: 'readonly', concurrency: 1 });
    await Promise.allSettled([client.send(post, check), client.send(post, check)]);
    await client.send(get, check);
    expect(requests).toHaveLength(1);
  });
});

describe('a refusal for now', () => {
  test.each([429, 503])('waits as %i says and sends again', async (status) => {
    const { client, clock, requests } = setUp({}, (_, at) =>
      at < 2 ? respond(status, [['Retry-After', '3']]) : respond(201),
    );
    expect((await client.send(post, check)).outcome).toMatchObject({ response: { status: 201 } });
    expect([requests.length, client.sent]).toEqual([3, 3]);
    expect(clock.slept).toEqual([3_000, 3_000]);
  });

  test('understands a date', async () => {
    const date = 'Thu, 01 Jan 1970 00:00:05 GMT';
    const { client, clock } = setUp({}, (_, at) => (at === 0 ? respond(503, [['Retry-After', date]]) : respond(200)));
    await client.send(get, check);
    expect(clock.slept).toEqual([5_000]);
  });

  test('is given back after three repeats', async () => {
    const { client, requests } = setUp({}, () => respond(429, [['Retry-After', '0']]));
    expect((await client.send(get, check)).outcome).toMatchObject({ response: { status: 429 } });
    expect(requests).toHaveLength(4);
  });

  test('is given back rather than waiting for more than 30 s in sum', async () => {
    const { client, clock } = setUp({}, () => respond(429, [['Retry-After', '20']]));
    await client.send(get, check);
    expect(clock.slept).toEqual([20_000]);
  });

  test('waits a second when 429 does not say how long', async () => {
    const { client, clock } = setUp({}, (_, at) => respond(at === 0 ? 429 : 200));
    await client.send(get, check);
    expect(clock.slept).toEqual([1_000]);
  });

  test.each([
    ['503 without Retry-After', respond(503)],
    ['503 with nonsense in it', respond(503, [['Retry-After', 'soon']])],
    ['500', respond(500, [['Retry-After', '1']])],
    ['a reset', { kind: 'reset', message: '' } as const],
  ])('is not %s', async (_, outcome) => {
    const { client, requests } = setUp({}, () => outcome);
    await client.send(get, check);
    expect(requests).toHaveLength(1);
  });
});

test('an interruption ends a wait, but not one of clean-up', async () => {
  const { signal } = new AbortController();
  const signals: (AbortSignal | undefined)[] = [];
  const { transport } = createStubTransport((_, at) => respond(at % 2 === 0 ? 429 : 200));
  const clock = { now: () => 0, sleep: async (_: number, ending?: AbortSignal) => void signals.push(ending) };
  const client = createClient({ transport, clock, signal, mode: 'sandbox', concurrency: 1 });
  await client.send(get, check);
  await client.send(get, cleanUp);
  expect(signals).toEqual([signal, undefined]);
});

describe('the journal', () => {
  function recording(): { journal: Journal; log: string[]; intents: Intent[] } {
    const log: string[] = [];
    const intents: Intent[] = [];
    const journal: Journal = {
      ...createMemoryJournal(),
      async intend(intent) {
        await new Promise((resolve) => setImmediate(resolve));
        log.push('intended');
        intents.push(intent);
      },
    };
    return { journal, log, intents };
  }

  test('holds the claim of a write before it is sent, under the number of the exchange', async () => {
    const { journal, log, intents } = recording();
    const { client } = setUp({ journal }, () => {
      log.push('sent');
      return respond(201);
    });
    await client.send(get, check);
    const { number } = await client.send(post, { ...check, claim: { marker: 'm' } });
    expect(log).toEqual(['sent', 'intended', 'sent']);
    expect(intents).toEqual([{ n: number, method: 'POST', target: '/', claim: { marker: 'm' } }]);
  });

  test('holds one intent for a write that is repeated', async () => {
    const { journal, intents } = recording();
    const { client } = setUp({ journal }, (_, at) => respond(at === 0 ? 429 : 201, [['Retry-After', '0']]));
    await client.send(post, { ...check, claim: 1 });
    expect(intents).toHaveLength(1);
  });

  test('holds nothing that may not be sent', async () => {
    const { journal, intents } = recording();
    const { client } = setUp({ journal, maxRequests: 0 });
    await expect(client.send(post, { ...check, claim: 1 })).rejects.toBeInstanceOf(BudgetSpent);
    expect(intents).toEqual([]);
  });

  test('stops a write that it cannot hold', async () => {
    const journal = { ...createMemoryJournal(), intend: () => Promise.reject(new Error('disk full')) };
    const { client, requests } = setUp({ journal });
    await expect(client.send(post, { ...check, claim: 1 })).rejects.toThrow('disk full');
    expect(requests).toEqual([]);
  });
});

test('interceptors stand between harness and target, the first outermost', async () => {
  const { client, requests } = setUp({
    intercept: [
      async (request, next) => {
        await next(request);
        return next({ ...request, target: `${request.target}a` });
      },
      (request, next) => next({ ...request, target: `${request.target}b` }),
    ],
  });
  const { request } = await client.send(get, check);
  expect(requests.map(({ target }) => target)).toEqual(['/b', '/ab']);
  expect([request.target, client.sent]).toEqual(['/', 1]);
});
