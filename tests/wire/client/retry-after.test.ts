import { describe, expect, test } from 'vitest';
import { get, post, respond } from '../stub.js';
import { check, setUp } from './set-up.js';

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
