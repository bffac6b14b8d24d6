import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { expectThat } from '../../kernel/expectations.js';
import { judge } from '../../kernel/judge.js';
import type { Allowance } from '../../kernel/search.js';
import { createToyTarget, nowhere, say, type Script, type ToyRequirement, toyRequirement } from './toy.js';

const generous: Allowance = { runs: 50, requests: 1000, shrinkRequests: 1000 };

/** Asks for a drawn number; the status decides the kind of deviation: 418 a value, 500 a status. */
const asksNumber: ToyRequirement = toyRequirement<number>({
  given: () => fc.integer({ min: 0, max: 10_000 }),
  async check({ ask }, number) {
    const exchange = await ask(`/${number}`);
    const status = exchange.outcome.kind === 'response' ? exchange.outcome.response.status : 0;
    const details = { expected: 'a number that is taken', observed: String(status), exchange };
    expectThat(status !== 500, { kind: 'status', ...details });
    expectThat(status !== 418, { kind: 'value', ...details });
  },
});

const numberOf = (target: string): number => Number(target.slice(1));

async function failOn(script: Script, allowance: Allowance = generous) {
  const { open, asked } = createToyTarget(script);
  const verdict = await judge(asksNumber, { open, world: nowhere, allowance });
  if (verdict.outcome !== 'failed') throw new Error(`not failed but ${JSON.stringify(verdict)}`);
  return { verdict, asked };
}

/** How often the first target that failed was asked for in the beginning. */
const firstFailing = (asked: readonly string[], from: number): number =>
  asked.findIndex((one) => Number(one.split('/')[1]) >= from);

describe('a failure', () => {
  test('is shrunk to the smallest value that fails', async () => {
    const { verdict } = await failOn(({ target }) => say(numberOf(target) >= 42 ? 500 : 200));
    expect(verdict.counterexample.value).toBe(42);
    expect(verdict.counterexample.shrinks).toBeGreaterThan(0);
    expect(verdict.counterexample.exchanges.at(-1)?.request.target).toBe('/42');
  });

  test('keeps its kind while it is shrunk', async () => {
    // A smaller number fails too, in another way: that is another failure.
    const script: Script = ({ target }) => {
      const number = numberOf(target);
      if (number >= 5_000) return say(500);
      return say(number >= 10 && number < 100 ? 418 : 200);
    };
    const { verdict } = await failOn(script);
    const { kind } = verdict.counterexample.deviation;
    expect([kind, verdict.counterexample.value]).toEqual(kind === 'status' ? ['status', 5_000] : ['value', 10]);
    expect(kind).toBe('status');
  });

  test('is confirmed once, on records of its own, before it is shrunk', async () => {
    const { asked } = await failOn(({ target }) => say(numberOf(target) >= 42 ? 500 : 200));
    const at = firstFailing(asked, 42);
    expect(asked[at + 1]).toBe(asked[at]);
    expect(asked[at + 2]).not.toBe(asked[at]);
  });

  test('is confirmed once more at its smallest', async () => {
    const { asked } = await failOn(({ target }) => say(numberOf(target) >= 42 ? 500 : 200));
    expect(asked.at(-1)).toBe('check /42');
  });

  test('that shrinking could not confirm gives way to the one seen first', async () => {
    let times = 0;
    // The smallest fails once, while it is shrunk to, and never again.
    const script: Script = ({ target }) => {
      if (numberOf(target) !== 0) return say(numberOf(target) >= 42 ? 500 : 200);
      times += 1;
      return say(times === 1 ? 500 : 200);
    };
    const { verdict } = await failOn(script);
    expect(verdict.intermittent).toBe(false);
    expect(verdict.counterexample.value).toBeGreaterThanOrEqual(42);
    expect(verdict.counterexample.exchanges.at(-1)?.request.target).toBe(`/${String(verdict.counterexample.value)}`);
  });

  test('stops shrinking when its requests are spent, and keeps the best so far', async () => {
    const script: Script = ({ target }) => say(numberOf(target) >= 42 ? 500 : 200);
    const { verdict, asked } = await failOn(script, { ...generous, shrinkRequests: 3 });
    const seen = firstFailing(asked, 42);
    // One confirmation, three shrinking, one to settle when shrinking came to something.
    expect(asked.length - seen - 1).toBeLessThanOrEqual(5);
    expect(verdict.counterexample.value).toBeGreaterThanOrEqual(42);
  });

  test('that five replays do not show again is failed and intermittent, and not shrunk', async () => {
    let failed = false;
    const script: Script = ({ target }) => {
      const fails = !failed && numberOf(target) >= 42;
      failed ||= fails;
      return say(fails ? 500 : 200);
    };
    const { verdict, asked } = await failOn(script);
    expect(verdict).toMatchObject({
      intermittent: true,
      counterexample: { shrinks: 0, deviation: { kind: 'status' } },
    });
    const first = asked[firstFailing(asked, 42)];
    expect(asked.filter((one) => one === first)).toHaveLength(6);
    expect(asked.at(-1)).toBe(first);
  });

  test('that the third replay shows is not intermittent', async () => {
    let times = 0;
    const script: Script = ({ target }) => {
      if (numberOf(target) < 42) return say(200);
      times += 1;
      return say(times === 2 || times === 3 ? 200 : 500);
    };
    const { verdict } = await failOn(script);
    expect(verdict.intermittent).toBe(false);
  });

  test('ends the search: no further inputs are drawn', async () => {
    const { verdict } = await failOn(() => say(500));
    expect(verdict.runs).toBe(1);
  });
});

test('no run is begun once the requests of the requirement are spent', async () => {
  const { open, asked } = createToyTarget();
  const verdict = await judge(asksNumber, {
    open,
    world: nowhere,
    allowance: { runs: 50, requests: 7, shrinkRequests: 0 },
  });
  expect(verdict).toEqual({ outcome: 'passed', runs: 7, requests: 7 });
  expect(asked).toHaveLength(7);
});
