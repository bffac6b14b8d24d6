import { describe, expect, test } from 'vitest';
import { BudgetSpent } from '../../wire/errors.js';
import { check, cleanUp, setUp } from './client/set-up.js';
import { get, respond } from './stub.js';

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
