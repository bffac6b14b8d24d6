import { describe, expect, test } from 'vitest';
import type { Interceptor, Send } from '../../../wire/exchange.js';
import { failed, judgeLists } from './judge.js';

const ROOT = '/vendor/events/v1/events';
const MOST = 12;
/** Of the lists that are read, how many find another calendar than the one before. */
const OFTEN = 0.3;

const json = (body: unknown): Uint8Array => new TextEncoder().encode(JSON.stringify(body));

/** A number from 0 up to, but not including, 1 from a seed that it moves on (a linear congruential generator). */
function createDice(seed: number): () => number {
  let state = seed;
  return () => (state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32) / 2 ** 32;
}

/** A day that a list asks about. */
function dayIn(target: string, dice: () => number): string | undefined {
  const query = new URLSearchParams(target.split('?')[1]);
  const [from, to] = [query.get('starts_after'), query.get('ends_before')].map((day) => Date.parse(`${day}Z`));
  if (!from || !to) return undefined;
  return new Date(from + dice() * (to - from)).toISOString().slice(0, 10);
}

/** Others make or delete events, anywhere among those of a run, while lists are read. */
function busyOthers(seed: number): Interceptor {
  const dice = createDice(seed);
  const theirs: number[] = [];
  const write = async (next: Send, day: string): Promise<void> => {
    if (theirs.length > MOST * dice()) {
      const [id] = theirs.splice(Math.floor(dice() * theirs.length), 1);
      await next({ method: 'DELETE', target: `${ROOT}/${id}`, headers: [] });
      return;
    }
    const body = json({ title: 'Of others', start_date: `${day} 10:00:00`, end_date: `${day} 11:00:00` });
    const made = await next({ method: 'POST', target: ROOT, headers: [['Content-Type', 'application/json']], body });
    if (made.kind !== 'response') throw new Error(`an event of others came to ${made.kind}`);
    theirs.push(JSON.parse(new TextDecoder().decode(made.response.body)).id);
  };
  return async (request, next) => {
    const day = request.method === 'GET' ? dayIn(request.target, dice) : undefined;
    if (day !== undefined && dice() < OFTEN) await write(next, day);
    return next(request);
  };
}

describe('a calendar that others fill and empty while its lists are read', () => {
  test.each([1, 2, 3, 4, 5, 6, 7, 8])('is blamed for no list, seed %i', async (seed) => {
    const judged = await judgeLists(busyOthers(seed), 'events.list', 'events.list.page');
    expect(failed(judged)).toEqual([]);
    expect(judged.filter(({ verdict }) => verdict.outcome === 'passed').length).toBeGreaterThan(30);
  });
});
