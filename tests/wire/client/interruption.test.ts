import { describe, expect, test } from 'vitest';
import { createClient } from '../../../wire/client/client.js';
import { BudgetSpent } from '../../../wire/errors.js';
import { createStubTransport, get, respond } from '../stub.js';
import { check, cleanUp, setUp } from './set-up.js';

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
