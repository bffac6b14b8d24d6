import { expect, test } from 'vitest';
import { settle } from '../../../migration/writes/send-step.js';
import type { Exchange, Outcome } from '../../../wire/exchange.js';

const unanswered: Outcome = { kind: 'reset', message: 'reset' };
const answered = (status: number): Outcome => ({
  kind: 'response',
  response: { status, headers: [], body: new Uint8Array() },
});

/** Gives one outcome after the other, the last one from then on. */
function requests(...outcomes: readonly Outcome[]) {
  let at = 0;
  return (): Promise<Exchange> => {
    const outcome = outcomes[Math.min(at, outcomes.length - 1)] ?? unanswered;
    at += 1;
    const request = { method: 'PUT', target: '/venues/1', headers: [] };
    return Promise.resolve({ number: at, phase: 'check', request, outcome, ms: 1 });
  };
}

test.each([
  ['answered', [answered(200)], [answered(500)], false],
  ['answered at the second try', [unanswered, answered(200)], [unanswered], true],
  ['answered by a server error twice', [answered(500), answered(500)], [unanswered], false],
  ['unanswered while others are answered', [unanswered], [unanswered, answered(200)], false],
])('a request that is %s', async (_, own, others, isDoubtful) => {
  const settled = await settle(requests(...own), requests(...others));
  expect(settled.exchange.outcome).toBe(own.at(-1));
  expect(settled.isDoubtful).toBe(isDoubtful);
});

test('a target that answers nothing any more is said so', async () => {
  await expect(settle(requests(unanswered), requests(unanswered))).rejects.toThrow(/PUT \/venues\/1 was not answered/);
});
