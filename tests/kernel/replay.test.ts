import fc from 'fast-check';
import { expect, test } from 'vitest';
import { expectThat } from '../../kernel/expectations.js';
import { judge } from '../../kernel/judge.js';
import { redraw, replayPathOf, toJsonValue } from '../../kernel/stored-scenario.js';
import { createToyTarget, nowhere, toyRequirement } from './toy.js';

const small = toyRequirement<number>({
  given: () => fc.integer({ min: 0, max: 10_000 }),
  check: (_, number) =>
    Promise.resolve(expectThat(number < 42, { kind: 'value', expected: 'less than 42', observed: String(number) })),
});

test('a counterexample is drawn again by its seed and path', async () => {
  const { open } = createToyTarget();
  const allowance = { runs: 50, requests: 1000, shrinkRequests: 1000 };
  const verdict = await judge(small, { open, world: nowhere, allowance });
  if (verdict.outcome !== 'failed') throw new Error(verdict.outcome);
  const { counterexample } = verdict;
  expect(counterexample.path).toContain(':');
  expect(counterexample.replayPath).toBeUndefined();
  expect(redraw(small, nowhere, counterexample)?.value).toBe(counterexample.value);
});

test('the replayPath of a value is its own', () => {
  expect([{ replayPath: 'A:B' }, { replayPath: 1 }, {}, null, 'A:B'].map(replayPathOf)).toEqual([
    'A:B',
    undefined,
    undefined,
    undefined,
    undefined,
  ]);
});

test('a value with its own JSON is kept as that', () => {
  expect(toJsonValue({ toJSON: () => [{ do: 'delete' }], toString: () => 'delete' })).toEqual([{ do: 'delete' }]);
});

test('a stored value is read back where a requirement says how', () => {
  const reviving = toyRequirement<number>({
    given: () => fc.nat(),
    revive: (stored) => (typeof stored === 'number' ? stored : undefined),
    check: () => Promise.resolve(),
  });
  expect([reviving.revive(7)?.value, reviving.revive('7'), small.revive(7)]).toEqual([7, undefined, undefined]);
});
