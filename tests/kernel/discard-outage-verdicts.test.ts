import { describe, expect, test } from 'vitest';
import { discardOutageVerdict, isDisturbed } from '../../kernel/run/discard-outage-verdicts.js';
import type { Verdict } from '../../kernel/verdict.js';
import type { Outage } from '../../wire/client/outage.js';
import type { Exchange, Outcome } from '../../wire/exchange.js';
import { respond } from '../wire/stub.js';

const short: Outage = { reason: 'status 502', from: 10, to: 20, since: 100 };
const lasting: Outage = { reason: 'status 502', from: 30, since: 300 };

const exchange = (number: number, outcome: Outcome): Exchange => ({
  number,
  phase: 'check',
  request: { method: 'GET', target: '/', headers: [] },
  outcome,
  ms: 1,
});

const failedOn = (deciding: Exchange): Verdict => ({
  outcome: 'failed',
  runs: 1,
  requests: 3,
  intermittent: true,
  counterexample: {
    value: null,
    deviation: { kind: 'status', expected: 'a', observed: 'b', exchange: deciding },
    exchanges: [deciding],
    shrinks: 0,
    seed: 1,
    path: '0',
  },
});

const passed: Verdict = { outcome: 'passed', runs: 1, requests: 3 };
const inconclusive: Verdict = { outcome: 'cantTell', reason: 'x', requests: 3 };
const settle = (verdict: Verdict, at: number): Verdict => discardOutageVerdict({ verdict, at }, [short, lasting]);

describe('what was said while the target was away is taken back', () => {
  test.each([
    ['a failure in a moment of it', failedOn(exchange(15, respond(502))), 150],
    ['a failure once it did not come back', failedOn(exchange(31, respond(502))), 310],
    ['what was inconclusive once it did not come back', inconclusive, 310],
  ])('%s', (_, verdict, at) => {
    expect(settle(verdict, at)).toMatchObject({ outcome: 'untested', requests: 3 });
  });

  test('and says why', () => {
    expect(settle(failedOn(exchange(10, respond(500))), 100)).toMatchObject({
      reason: 'the target was briefly unavailable (status 502)',
    });
    expect(settle(inconclusive, 300)).toMatchObject({ reason: 'the target stopped answering (status 502)' });
  });
});

describe('the rest stays', () => {
  test.each([
    ['a pass', passed, 310],
    ['a failure before it', failedOn(exchange(9, respond(502))), 90],
    ['a failure after it', failedOn(exchange(21, respond(502))), 210],
    ['a failure by an answer that came all the same', failedOn(exchange(15, respond(404))), 150],
    ['a failure by an answer that came before it did not come back', failedOn(exchange(29, respond(200))), 310],
    ['what was inconclusive before', inconclusive, 299],
  ])('%s', (_, verdict, at) => {
    expect(settle(verdict, at)).toBe(verdict);
  });
});

describe('what is worth judging anew, once the target is back', () => {
  const judgedFor = (verdict: Verdict, [from, at]: readonly [number, number]): boolean =>
    isDisturbed({ verdict, at, ms: at - from }, [short, lasting]);

  test.each([
    ['a failure in a moment of it', failedOn(exchange(15, respond(502))), true],
    ['what was inconclusive while it went away', inconclusive, true],
    ['a pass', passed, false],
    ['a failure before it', failedOn(exchange(9, respond(502))), false],
    ['a failure by an answer that came all the same', failedOn(exchange(15, respond(404))), false],
  ])('%s', (_, verdict, isAnew) => {
    expect(judgedFor(verdict, [90, 150])).toBe(isAnew);
  });

  test.each<readonly [string, readonly [number, number]]>([
    ['was over before the target went away', [50, 99]],
    ['began when the target was known to be away', [101, 150]],
    ['ended when the target did not come back', [290, 310]],
  ])('but not an inconclusive verdict that %s', (_, span) => {
    expect(judgedFor(inconclusive, span)).toBe(false);
  });
});
