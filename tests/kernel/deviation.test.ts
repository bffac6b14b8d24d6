import { describe, expect, test } from 'vitest';
import { type DeviationSubject, located } from '../../kernel/deviation.js';
import type { Exchange, WireRequest } from '../../wire/exchange.js';
import { exchangeWith } from './failures.js';
import { say } from './toy.js';

describe('a deviation says whether its answer was given before', () => {
  const asked = (number: number, request: Partial<WireRequest> = {}, body = '[]'): Exchange => ({
    ...exchangeWith(200),
    number,
    request: { method: 'GET', target: '/tags', headers: [], ...request },
    outcome: say(200, body),
  });
  const repeatsOf = (...exchanges: readonly Exchange[]): DeviationSubject['repeats'] => {
    const last = exchanges.at(-1);
    const details = { kind: 'selection', expected: 'a', observed: 'b', ...(last && { exchange: last }) } as const;
    return located(details, { exchanges, locate: () => ({}) }).about?.repeats;
  };
  const write = asked(2, { method: 'POST' });

  test('before a write', () => {
    expect(repeatsOf(asked(1), write, asked(3))).toBe('before a write');
    expect(repeatsOf(asked(1), write, asked(3, {}, '[1]'))).toBeUndefined();
    expect(repeatsOf(asked(1), write, asked(3, { target: '/tags?page=2' }))).toBeUndefined();
    expect(repeatsOf(asked(1), asked(2))).toBeUndefined();
  });

  test('to another user', () => {
    expect(repeatsOf(asked(1), asked(2, { headers: [['Authorization', 'Basic eDp5']] }))).toBe('for another user');
  });

  test('and says nothing of a write that is answered alike', () => {
    expect(repeatsOf(write, asked(3), asked(4, { method: 'POST' }))).toBeUndefined();
  });
});
