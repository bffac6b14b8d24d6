import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { DoesNotApply, WorldLacks } from '../../kernel/deviation.js';
import { expectSuccess, expectThat } from '../../kernel/expectations.js';
import { judge, type JudgeOptions } from '../../kernel/judge.js';
import type { Draw } from '../../kernel/requirement.js';
import { witness } from '../../kernel/tally.js';
import type { Verdict } from '../../kernel/verdict.js';
import { HarnessError, Inconclusive } from '../../wire/errors.js';
import {
  askingOnce,
  createToyTarget,
  type Nowhere,
  nowhere,
  say,
  type Script,
  type Toy,
  type ToyRequirement,
  toyRequirement,
} from './toy.js';

type Options = Partial<Omit<JudgeOptions<Toy, Nowhere>, 'open' | 'world'>>;

const allowance = { runs: 20, requests: 1000, shrinkRequests: 60 };

/** Judges on a scripted target; gives the verdict and what was asked for. */
async function judgeOn(script: Script, requirement: ToyRequirement, options: Options = {}) {
  const { open, asked } = createToyTarget(script);
  const verdict = await judge(requirement, { open, world: nowhere, allowance, ...options });
  return { verdict, asked };
}

const failedOf = (verdict: Verdict) => {
  if (verdict.outcome !== 'failed') throw new Error(`not failed but ${JSON.stringify(verdict)}`);
  return verdict;
};

const lacking = askingOnce(() => Promise.reject(new WorldLacks('no such event')));
const isGranted = askingOnce(async ({ ask }) => void expectSuccess(await ask('/'), 'a toy'));

describe('a failure', () => {
  test('is intermittent when it passed on a replay and never showed again', async () => {
    const { verdict } = await judgeOn((_, at) => say(at === 0 ? 500 : 200), isGranted);
    expect(failedOf(verdict).intermittent).toBe(true);
  });

  test('is none when a connection was closed three times without a response, and not again', async () => {
    const closed = { kind: 'reset', message: 'closed' } as const;
    const { verdict } = await judgeOn((_, at) => (at < 3 ? closed : say(200)), isGranted);
    expect(verdict).toMatchObject({ outcome: 'cantTell', reason: expect.stringContaining('repeats were answered') });
    const { verdict: again } = await judgeOn(() => closed, isGranted);
    expect(failedOf(again).intermittent).toBe(false);
  });

  test('is not intermittent when every repeat is inconclusive', async () => {
    const { verdict } = await judgeOn((_, at) => say(at === 0 ? 500 : 429), isGranted);
    expect(failedOf(verdict).intermittent).toBe(false);
  });
});

describe('a verdict', () => {
  test('is passed, with all runs and requests counted', async () => {
    const { verdict } = await judgeOn(() => say(200), isGranted);
    expect(verdict).toEqual({ outcome: 'passed', runs: 20, requests: 20 });
  });

  test('is failed, with the exchange that shows it', async () => {
    const { verdict } = await judgeOn(() => say(500, 'broken'), isGranted);
    const { counterexample, intermittent } = failedOf(verdict);
    expect(intermittent).toBe(false);
    expect(counterexample.deviation).toMatchObject({ kind: 'status', observed: '500 with broken' });
    expect(counterexample.exchanges.map(({ request }) => request.target)).toEqual(['/']);
  });

  test('is inconclusive when every run is, with the need that stood in the way', async () => {
    const blocked = askingOnce(() => Promise.reject(new Inconclusive('no way', 'tags.create')));
    const { verdict } = await judgeOn(() => say(200), blocked);
    expect(verdict).toEqual({ outcome: 'cantTell', reason: 'no way', need: 'tags.create', requests: 0 });
  });

  test('is inapplicable where the target is otherwise than presupposed, whatever the world', async () => {
    const without = askingOnce(() => Promise.reject(new DoesNotApply('no totals are stated')));
    const { verdict } = await judgeOn(() => say(200), without);
    const expected = { outcome: 'inapplicable', capability: 'target', reason: 'no totals are stated', requests: 0 };
    expect(verdict).toEqual(expected);
  });

  test('is inapplicable where the world was taken as found and cannot decide it', async () => {
    const { verdict } = await judgeOn(() => say(200), lacking, { sampled: true });
    expect(verdict).toEqual({ outcome: 'inapplicable', capability: 'world', reason: 'no such event', requests: 0 });
  });

  test('is inconclusive where the world was made and cannot decide it, and on a need that is not met', async () => {
    const { verdict } = await judgeOn(() => say(200), lacking);
    expect(verdict).toEqual({ outcome: 'cantTell', reason: 'no such event', requests: 0 });
    const blocked = askingOnce(() => Promise.reject(new Inconclusive('no way', 'tags.create')));
    expect((await judgeOn(() => say(200), blocked, { sampled: true })).verdict.outcome).toBe('cantTell');
  });

  test('passes when only some runs are inconclusive', async () => {
    const { verdict } = await judgeOn((_, at) => say(at === 0 ? 429 : 200), isGranted);
    expect(verdict).toMatchObject({ outcome: 'passed', runs: 19 });
  });

  test('is inconclusive when the world lacks what it draws from', async () => {
    const drawsNothing = toyRequirement<string>({
      given: ({ words }) => {
        if (words.length === 0) throw new Inconclusive('no words');
        return fc.constantFrom(...words);
      },
      check: async () => {},
    });
    const { verdict, asked } = await judgeOn(() => say(200), drawsNothing);
    expect(verdict).toEqual({ outcome: 'cantTell', reason: 'no words', requests: 0 });
    expect(asked).toEqual([]);
  });

  test('is inconclusive when that shows only while it draws', async () => {
    const drawsNothing = toyRequirement<string>({
      given: () =>
        fc.constant(0).chain((): fc.Arbitrary<string> => {
          throw new WorldLacks('no words after all');
        }),
      check: async () => {},
    });
    const { verdict, asked } = await judgeOn(() => say(200), drawsNothing);
    expect(verdict).toEqual({ outcome: 'cantTell', reason: 'no words after all', requests: 0 });
    expect(asked).toEqual([]);
  });

  test('is inconclusive when arranging deviates, and names the deviation', async () => {
    const arranged = toyRequirement<null, void>({
      given: () => fc.constant(null),
      arrange: async ({ ask }) => void expectSuccess(await ask('/make'), 'what it needs'),
      check: async ({ ask }) => void expectSuccess(await ask('/'), 'a toy'),
    });
    const { verdict, asked } = await judgeOn(({ target }) => say(target === '/make' ? 500 : 200), arranged);
    expect(verdict).toMatchObject({ outcome: 'cantTell', reason: expect.stringContaining('what it needs') });
    expect(asked).not.toContain('check /');
  });

  test('is inconclusive when too few inputs meet its preconditions', async () => {
    const never = askingOnce(async () => fc.pre(false));
    const { verdict } = await judgeOn(() => say(200), never);
    expect(verdict).toMatchObject({ outcome: 'cantTell', reason: expect.stringContaining('too few generated inputs') });
  });

  test('is untested when no request was left', async () => {
    const { verdict } = await judgeOn(() => say(200), isGranted, { allowance: { ...allowance, requests: 0 } });
    expect(verdict).toMatchObject({ outcome: 'untested', requests: 0 });
  });

  test('is untested when the run ended first', async () => {
    const { verdict, asked } = await judgeOn(() => say(500), isGranted, { signal: AbortSignal.abort() });
    expect(verdict).toMatchObject({ outcome: 'untested' });
    expect(asked).toEqual([]);
  });

  test('of a failure stands also when the run is ended while it is shrunk', async () => {
    const controller = new AbortController();
    const script: Script = (_, at) => {
      if (at === 1) controller.abort();
      return say(500);
    };
    const { verdict } = await judgeOn(script, isGranted, { signal: controller.signal });
    expect(verdict.outcome).toBe('failed');
  });
});

describe('a pass means something', () => {
  const filtered = (events: readonly string[]): ToyRequirement =>
    askingOnce(
      async ({ ask }) => {
        for (const event of events) witness(event);
        expectSuccess(await ask('/'), 'a toy');
      },
      { witnesses: ['something came back', 'something was left out'] },
    );

  test('when all that must be witnessed was', async () => {
    const { verdict } = await judgeOn(() => say(200), filtered(['something came back', 'something was left out']));
    expect(verdict.outcome).toBe('passed');
  });

  test('and is inconclusive otherwise', async () => {
    const { verdict } = await judgeOn(() => say(200), filtered(['something came back']));
    expect(verdict).toMatchObject({
      outcome: 'cantTell',
      reason: expect.stringMatching(/^no input was conclusive: in none something was left out/),
    });
  });

  test('so a check without an expectation is a defect of ours', async () => {
    const idle = askingOnce(async ({ ask }) => void (await ask('/')));
    await expect(judgeOn(() => say(200), idle)).rejects.toThrow(HarnessError);
  });

  test('and what is thrown besides is a defect of ours, not a failure of the target', async () => {
    const buggy = askingOnce(async () => {
      expectThat(true, { kind: 'value', expected: '', observed: '' });
      throw new TypeError('a bug');
    });
    await expect(judgeOn(() => say(200), buggy)).rejects.toThrow('a bug');
  });
});

describe('what is drawn', () => {
  interface Drawing {
    readonly id?: string;
    given?(world: Nowhere, draw: Draw): fc.Arbitrary<number>;
  }

  const drawing = (drawn: number[], { id = 'toy.rule', given = () => fc.nat() }: Drawing): ToyRequirement =>
    toyRequirement<number>({
      id,
      given,
      check: async (_, value) => {
        drawn.push(value);
        expectThat(true, { kind: 'value', expected: '', observed: '' });
      },
    });

  async function drawnBy(how: Drawing, options: Options = {}): Promise<readonly number[]> {
    const drawn: number[] = [];
    await judgeOn(() => say(200), drawing(drawn, how), options);
    return drawn;
  }

  test('is the same in each run', async () => {
    const drawn = await drawnBy({});
    expect(await drawnBy({})).toEqual(drawn);
    expect(new Set(drawn).size).toBeGreaterThan(15);
  });

  test('differs from requirement to requirement', async () => {
    expect(await drawnBy({ id: 'toy.one' })).not.toEqual(await drawnBy({ id: 'toy.other' }));
  });

  test('goes through the cases in order, from the first again after the last', async () => {
    const given: Drawing['given'] = (_, { turn }) => fc.constant(1 + (turn % 3));
    const five = { ...allowance, runs: 5 };
    expect(await drawnBy({ given }, { allowance: five })).toEqual([1, 2, 3, 1, 2]);
  });

  test('leaves out a case that the world offers nothing for', async () => {
    const given: Drawing['given'] = (_, { turn }) => {
      if (turn === 1) throw new Inconclusive('there is none');
      return fc.constant(turn);
    };
    expect(await drawnBy({ given }, { allowance: { ...allowance, runs: 3 } })).toEqual([0, 2]);
  });
});
