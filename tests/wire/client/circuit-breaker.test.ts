import { describe, expect, test } from 'vitest';
import { type ClientOptions, createClient } from '../../../wire/client/client.js';
import { BudgetSpent } from '../../../wire/errors.js';
import type { Outcome, Transport, WireRequest } from '../../../wire/exchange.js';
import { createMemoryJournal, type Journal } from '../../../wire/journal/journal.js';
import { createManualClock, createStubTransport, get, post, respond } from '../stub.js';
import { type Answer, check, cleanUp, setUp as setUpClient } from './set-up.js';

const refused: Outcome = { kind: 'unreachable', message: 'connect ECONNREFUSED', code: 'ECONNREFUSED' };
const at = (target: string): WireRequest => ({ ...get, target });

const setUp = (answer: Answer, options: Partial<ClientOptions> = {}) => setUpClient(options, answer);

/** Asks for so many things of so many kinds, one after another; gives what became of them. */
async function askFor(client: ReturnType<typeof createClient>, kinds: readonly string[], count: number) {
  const seen: string[] = [];
  for (let number = 0; number < count; number += 1) {
    try {
      const { outcome } = await client.send(at(`/${kinds[number % kinds.length]}/${number}`), check);
      seen.push(outcome.kind === 'response' ? String(outcome.response.status) : outcome.kind);
    } catch (error) {
      if (!(error instanceof BudgetSpent)) throw error;
      seen.push(error.message);
    }
  }
  return seen;
}

/** Well until the request of an index, then only errors. */
const failingFrom = (index: number) => (_: WireRequest, number: number) => respond(number < index ? 200 : 500);

describe('the circuit opens', () => {
  test('after many errors in a row of several operations, when what was answered before is not either', async () => {
    const { client, clock } = setUp(failingFrom(3));
    const seen = await askFor(client, ['events', 'venues', 'tags'], 14);
    expect(seen.slice(0, 11)).toEqual([...Array(3).fill('200'), ...Array(8).fill('500')]);
    expect(seen.slice(11)).toEqual(Array(3).fill('the target stopped answering (status 500)'));
    expect(client.outages).toEqual([{ reason: 'status 500', from: 4, since: 0 }]);
    expect(clock.now()).toBe(7_500);
  });

  test('when connections are refused for longer than a restart takes', async () => {
    const { client, clock } = setUp((_, number) => (number < 1 ? respond(200) : refused));
    expect(await askFor(client, ['events'], 3)).toEqual([
      '200',
      'unreachable',
      'the target stopped answering (connection refused)',
    ]);
    expect(clock.now()).toBe(7_500);
  });

  test('for requests that get no answer at all', async () => {
    const silent: Outcome = { kind: 'stalled', message: 'no answer' };
    const { client } = setUp((_, number) => (number < 1 ? respond(200) : silent));
    expect((await askFor(client, ['a', 'b', 'c'], 12)).at(-1)).toBe('the target stopped answering (timed out)');
  });

  test('and lets clean-up try all the same, but not for ever', async () => {
    const { client, requests } = setUp((_, number) => (number < 1 ? respond(200) : refused));
    await askFor(client, ['events'], 2);
    const before = requests.length;
    const kinds = [];
    for (let number = 0; number < 20; number += 1)
      kinds.push((await client.send(at(`/${number}`), cleanUp)).outcome.kind);
    expect(new Set(kinds)).toEqual(new Set(['unreachable']));
    expect(requests.length - before).toBe(8);
  });

  test('and puts nothing into the journal that clean-up does not send', async () => {
    const intents: number[] = [];
    const journal: Journal = { ...createMemoryJournal(), intend: async ({ n }) => void intents.push(n) };
    const { client, requests } = setUp((_, number) => (number < 1 ? respond(200) : refused), { journal });
    await askFor(client, ['events'], 2);
    const before = requests.length;
    const sent = [];
    for (let number = 0; number < 20; number += 1)
      sent.push(await client.send(at(`/${number}`), { ...cleanUp, claim: { kind: 'delete' } }));
    expect(requests.length - before).toBe(intents.length);
    expect(sent.flatMap(({ intent }) => intent ?? [])).toEqual(intents);
  });

  test('and lets clean-up go on when the target is back', async () => {
    let isUp = true;
    const { client } = setUp(() => (isUp ? respond(200) : refused));
    await askFor(client, ['events'], 1);
    isUp = false;
    await askFor(client, ['events'], 1);
    isUp = true;
    for (let number = 0; number < 20; number += 1)
      expect((await client.send(at(`/${number}`), cleanUp)).outcome).toEqual(respond(200));
    expect((await askFor(client, ['events'], 1))[0]).toContain('stopped answering');
  });
});

describe('what is sent side by side', () => {
  const kinds = ['a', 'b', 'c'];

  /** Answers on command, so that responses come in another order than requests. */
  function holding(held: string, answer: (at: number) => Outcome) {
    let release: () => void = () => {};
    const isReleased = new Promise<void>((resolve) => {
      release = resolve;
    });
    const { transport } = createStubTransport((_, index) => answer(index));
    const clock = createManualClock();
    const slow: Transport = {
      ...transport,
      send: async (request) => {
        const outcome = await transport.send(request);
        if (request.target === held) await isReleased;
        return outcome;
      },
    };
    return { client: createClient({ transport: slow, clock, mode: 'sandbox', concurrency: 4 }), release };
  }

  test.each([
    { answered: 200, from: 3, what: 'an answer that was asked for before the first error does not end the errors' },
    { answered: 500, from: 2, what: 'an error that was asked for before the first one is of the same time' },
  ])('$what', async ({ answered, from }) => {
    const { client, release } = holding('/held', (index) => respond(index === 0 ? 200 : index === 1 ? answered : 500));
    await client.send(at('/'), check);
    const slow = client.send(at('/held'), check);
    await askFor(client, kinds, 4);
    release();
    await slow;
    await askFor(client, kinds, 8);
    expect(client.outages).toMatchObject([{ from }]);
  });
});

describe('the circuit stays closed', () => {
  test('while one operation alone is broken', async () => {
    const { client, clock } = setUp(({ target }) => respond(target.startsWith('/events') ? 500 : 200));
    await client.send(at('/'), check);
    expect(new Set(await askFor(client, ['events'], 40))).toEqual(new Set(['500']));
    expect(client.outages).toEqual([]);
    expect(clock.now()).toBe(0);
  });

  test('while any of what was answered before is answered', async () => {
    const { client, clock } = setUp(({ target }) => respond(target === '/' ? 200 : 500));
    await client.send(at('/'), check);
    expect(new Set(await askFor(client, ['events', 'venues', 'tags', 'doc'], 40))).toEqual(new Set(['500']));
    expect(clock.now()).toBe(0);
  });

  test('while there is a success in between', async () => {
    const { client } = setUp((_, number) => respond(number % 7 === 0 ? 200 : 500));
    expect(await askFor(client, ['events', 'venues', 'tags'], 40)).toContain('500');
    expect(client.outages).toEqual([]);
  });

  test('for refusals and for what a server does not know', async () => {
    const statuses = [404, 501, 505, 400];
    const { client } = setUp((_, number) => respond(number < 1 ? 200 : (statuses[number % 4] ?? 0)));
    expect(await askFor(client, ['a', 'b', 'c', 'd'], 20)).toHaveLength(20);
    expect(client.outages).toEqual([]);
  });

  test('where the requests of the run are spent', async () => {
    const { client } = setUp(failingFrom(1), { maxRequests: 9 });
    expect((await askFor(client, ['a', 'b', 'c'], 10)).at(-1)).toBe('all 9 requests of the run are spent');
    expect(client.outages).toEqual([]);
  });
});

describe('a target that restarts', () => {
  const restarting = (_: WireRequest, number: number, now: number): Outcome =>
    number >= 2 && now < 1_000 ? refused : respond(200);

  test('is waited for, and what was refused is sent again, a write too', async () => {
    const { client, requests, clock } = setUp(restarting);
    await askFor(client, ['events', 'tags'], 2);
    const { outcome } = await client.send(post, check);
    expect(outcome).toEqual(respond(200));
    expect(requests.filter(({ method }) => method === 'POST')).toHaveLength(2);
    expect(clock.now()).toBe(1_500);
    expect(client.outages).toEqual([{ reason: 'connection refused', from: 3, to: 3, since: 0 }]);
  });

  test('is waited for once by all that was under way', async () => {
    const { client, clock } = setUp(restarting);
    await askFor(client, ['events', 'tags'], 2);
    const all = await Promise.all([1, 2, 3].map((number) => client.send(at(`/${number}`), check)));
    expect(all.map(({ outcome }) => outcome.kind)).toEqual(['response', 'response', 'response']);
    expect(clock.now()).toBe(1_500);
    expect(client.outages).toHaveLength(1);
  });

  test('counts what it is asked as requests of the run', async () => {
    const { client, requests } = setUp(restarting);
    await askFor(client, ['events', 'tags'], 4);
    expect(client.sent).toBe(requests.length);
  });
});
