import { describe, expect, test } from 'vitest';
import { createClient } from '../../../wire/client/client.js';
import { HarnessError } from '../../../wire/errors.js';
import type { Outcome } from '../../../wire/exchange.js';
import { createManualClock, createStubTransport, get, respond } from '../stub.js';
import { check, cleanUp, setUp } from './set-up.js';

describe('an exchange', () => {
  test('holds number, phase, request and outcome', async () => {
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
