import { describe, expect, test } from 'vitest';
import { Deviation, type DeviationDetails } from '../../kernel/deviation.js';
import { excerpt } from '../../kernel/excerpt.js';
import {
  expectAbsent,
  expectJson,
  expectRefusal,
  expectResponse,
  expectSuccess,
  expectThat,
} from '../../kernel/expectations.js';
import { tallied, type Tally } from '../../kernel/tally.js';
import { Inconclusive } from '../../wire/errors.js';
import type { Exchange, HeaderPairs, Outcome } from '../../wire/exchange.js';

// What each expectation makes of which answer is held by the golden exchanges (tests/fixtures).

const exchanged = (outcome: Outcome): Exchange => ({
  number: 1,
  phase: 'check',
  request: { method: 'GET', target: '/tags/7', headers: [] },
  outcome,
  ms: 1,
});

const answered = (status: number, body = '', headers: HeaderPairs = [['Content-Type', 'application/json']]): Exchange =>
  exchanged({ kind: 'response', response: { status, headers, body: Buffer.from(body) } });

/** The details of the deviation that an expectation makes. */
function deviationOf(act: () => unknown): DeviationDetails {
  try {
    act();
  } catch (error) {
    if (error instanceof Deviation) return error.details;
    throw error;
  }
  throw new Error('no deviation');
}

/** How many expectations an act made, whatever came of it. */
async function countOf(act: () => unknown): Promise<number> {
  const tally: Tally = { expectations: 0, witnessed: new Set() };
  await tallied(tally, async () => act()).catch(() => {});
  return tally.expectations;
}

const details = { kind: 'value', expected: 'a', observed: 'b' } as const;

describe('an expectation', () => {
  test.each([true, false])('is counted when what it expects is %s', async (holds) => {
    expect(await countOf(() => expectThat(holds, details))).toBe(1);
  });

  test.each([
    ['success', () => expectSuccess(answered(200), 'it')],
    ['refusal', () => expectRefusal(answered(400), 'it')],
    ['absence', () => expectAbsent(answered(404), 'it')],
    ['JSON', () => expectJson(answered(200, '{}'))],
  ])('of %s is counted when it is met', async (_, act) => {
    expect(await countOf(act)).toBeGreaterThan(0);
  });

  test('that is inconclusive does not count', async () => {
    expect(await countOf(() => expectSuccess(answered(429), 'it'))).toBe(0);
  });

  test('gives back what it has established', () => {
    expect(expectSuccess(answered(201, 'made'), 'it').status).toBe(201);
    expect(expectJson(answered(200, '{"id":7}'))).toEqual({ id: 7 });
    expect(expectResponse(answered(500)).status).toBe(500);
  });
});

describe('a deviation says', () => {
  test('what was expected, what was observed, and where', () => {
    const exchange = answered(404, '{"code":"gone"}');
    expect(deviationOf(() => expectSuccess(exchange, 'a GET of the tag'))).toEqual({
      kind: 'status',
      expected: 'a GET of the tag to be accepted (2xx)',
      observed: '404 with {"code":"gone"}',
      exchange,
      about: { wanted: 'accepted' },
    });
  });

  test.each<[DeviationDetails['kind'], () => unknown]>([
    ['framing', () => expectResponse(exchanged({ kind: 'reset', message: 'closed' }))],
    ['framing', () => expectSuccess(exchanged({ kind: 'stalled', message: 'no answer' }), 'it')],
    ['status', () => expectRefusal(answered(200), 'it')],
    ['status', () => expectAbsent(answered(200), 'it')],
    ['media-type', () => expectJson(answered(200, 'no JSON'))],
    ['media-type', () => expectJson(answered(200, '{}', [['Content-Type', 'text/html']]))],
  ])('of which kind it is: %s', (kind, act) => {
    expect(deviationOf(act).kind).toBe(kind);
  });

  test('an empty body in words', () => {
    expect(deviationOf(() => expectSuccess(answered(500), 'it')).observed).toBe('500 without a body');
  });
});

test('an inconclusive response names its request', () => {
  expect(() => expectSuccess(answered(401), 'it')).toThrow(Inconclusive);
  expect(() => expectSuccess(answered(401), 'it')).toThrow('GET /tags/7 was answered with 401');
});

describe('an excerpt', () => {
  test('is one line', () => {
    expect(excerpt('  one\n\ttwo ')).toBe('one two');
  });

  test('is cut where a text is long', () => {
    const cut = excerpt('x'.repeat(1_000));
    expect(cut.endsWith('...')).toBe(true);
    expect(cut.length).toBeLessThan(200);
  });
});
