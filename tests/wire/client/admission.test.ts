import { describe, expect, test } from 'vitest';
import { BudgetSpent } from '../../../wire/errors.js';
import type { Outcome } from '../../../wire/exchange.js';
import { createStubTransport, get, post, respond } from '../stub.js';
import { check, cleanUp, setUp } from './set-up.js';

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
