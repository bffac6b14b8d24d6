import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { expectThat } from '../../kernel/expectations.js';
import { judge } from '../../kernel/judge.js';
import { replay } from '../../kernel/replay.js';
import { redraw, replayPathOf, toJsonValue } from '../../kernel/stored-scenario.js';
import { witness } from '../../kernel/tally.js';
import { Inconclusive } from '../../wire/errors.js';
import { createToyTarget, nowhere, type ToyRequirement, toyRequirement } from './toy.js';

const expectSmall = (_: unknown, number: number): Promise<void> =>
  Promise.resolve(expectThat(number < 42, { kind: 'value', expected: 'less than 42', observed: String(number) }));

const small = toyRequirement<number>({ given: () => fc.integer({ min: 0, max: 10_000 }), check: expectSmall });

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

describe('a replay', () => {
  /** Replays the failure of a number, as a report holds it. */
  const replayed = (requirement: ToyRequirement, value = 42, path = '0:0') => {
    const deviation = { kind: 'value' as const, expected: 'less than 42', observed: String(value) };
    const failed = { value, deviation, seed: 1, path, intermittent: false };
    return replay(requirement, failed, { world: nowhere, open: createToyTarget().open });
  };

  /** Numbers that are drawn from some on, of which those from a limit on deviate; what is witnessed may be nothing. */
  const below = (limit: number, from: number, witnessed?: string): ToyRequirement =>
    toyRequirement<number>({
      witnesses: ['something was left out'],
      given: () => fc.constant(from),
      check: (_, number) => {
        if (witnessed !== undefined) witness(witnessed);
        expectThat(number < limit, { kind: 'value', expected: `less than ${limit}`, observed: String(number) });
        return Promise.resolve();
      },
    });

  const LEFT_OUT = 'something was left out';

  test.each([
    ['its input deviates', below(42, 7, LEFT_OUT), { kind: 'failing', now: { observed: '42' } }],
    ['another input deviates', below(50, 60, LEFT_OUT), { kind: 'failing', now: { observed: '60' } }],
    ['all pass and witness something', below(50, 7, LEFT_OUT), { kind: 'fixed' }],
    ['nothing is witnessed', below(50, 7), { kind: 'unrepeatable' }],
  ])('where %s', async (_, requirement, expected) => {
    expect(await replayed(requirement)).toMatchObject(expected);
  });

  test('of an input that is not reached by shrinking any more takes it as it is stored', async () => {
    const constant: ToyRequirement = toyRequirement<number>({ given: () => fc.constant(7), check: expectSmall });
    expect(await replayed(constant, 50, '0:0:3')).toMatchObject({ kind: 'failing' });
    expect(await replayed(constant, 9, '0:0:3')).toMatchObject({ kind: 'fixed' });
  });

  test('of an input that no longer applies cannot be repeated, though the requirement passes', async () => {
    const gone: ToyRequirement = {
      ...below(50, 7, LEFT_OUT),
      take: () => {
        throw new Inconclusive('there is no such record');
      },
    };
    expect(await replayed(gone)).toEqual({ kind: 'unrepeatable', reason: 'there is no such record' });
  });
});
