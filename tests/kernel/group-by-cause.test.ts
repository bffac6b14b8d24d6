import { describe, expect, test } from 'vitest';
import { groupByCause } from '../../kernel/group-by-cause.js';
import type { Judged } from '../../kernel/run-event.js';
import type { Verdict } from '../../kernel/verdict.js';
import { askingOnce } from './toy.js';

const failed: Verdict = {
  outcome: 'failed',
  runs: 1,
  requests: 1,
  intermittent: false,
  counterexample: {
    value: null,
    deviation: { kind: 'status', expected: 'a', observed: 'b' },
    exchanges: [],
    shrinks: 0,
    seed: 1,
    path: '0',
  },
};
const passed: Verdict = { outcome: 'passed', runs: 1, requests: 1 };
const inconclusive: Verdict = { outcome: 'cantTell', reason: 'no tag', requests: 1 };

const judged = (id: string, verdict: Verdict, more: Parameters<typeof askingOnce>[1] = {}): Judged => ({
  requirement: askingOnce(async () => {}, { id, ...more }),
  verdict,
});

const brokenCreate = judged('tags.create.basic', failed, { needs: ['tags.create'], establishes: 'tags.create' });

/** The cause that folding names for the last of what was judged. */
function causeOfLast(...all: readonly Judged[]): string | undefined {
  const verdict = groupByCause(all).at(-1)?.verdict;
  return verdict && 'cause' in verdict ? verdict.cause : undefined;
}

describe('folding names the broken operation as the cause', () => {
  test('of a failure that needs it', () => {
    const dependent = judged('tags.read.basic', failed, { needs: ['tags.create', 'tags.read'] });
    expect(causeOfLast(brokenCreate, dependent)).toBe('tags.create.basic');
  });

  test('of an inconclusive verdict that blames it, whatever else that needs', () => {
    const dependent = judged('events.list.tags', { ...inconclusive, need: 'tags.create' }, { needs: ['events.list'] });
    expect(causeOfLast(brokenCreate, dependent)).toBe('tags.create.basic');
  });

  test('wherever it stands in the catalogue', () => {
    const dependent = judged('a', failed, { needs: ['tags.create'] });
    const [first] = groupByCause([dependent, brokenCreate]);
    expect(first?.verdict).toMatchObject({ cause: 'tags.create.basic' });
  });
});

describe('folding names no cause', () => {
  test('of the failure that establishes the operation', () => {
    expect(causeOfLast(brokenCreate)).toBeUndefined();
  });

  test('of a pass', () => {
    expect(causeOfLast(brokenCreate, judged('a', passed, { needs: ['tags.create'] }))).toBeUndefined();
  });

  test('where the operation works', () => {
    const works = judged('tags.create.basic', passed, { establishes: 'tags.create' });
    expect(causeOfLast(works, judged('a', failed, { needs: ['tags.create'] }))).toBeUndefined();
  });

  test('of what needs another operation', () => {
    expect(causeOfLast(brokenCreate, judged('a', failed, { needs: ['venues.create'] }))).toBeUndefined();
  });

  test('of an inconclusive verdict that blames a need which it does not declare', () => {
    const other = judged('a', { ...inconclusive, need: 'venues.create' }, { needs: ['tags.create'] });
    expect(causeOfLast(brokenCreate, other)).toBeUndefined();
  });
});
