import { expect, test } from 'vitest';
import type { DeviationDetails } from '../../kernel/deviation.js';
import type { RequirementInfo } from '../../kernel/requirement.js';
import type { Judged } from '../../kernel/run-event.js';
import { explainNomination } from '../../kernel/run/explain-nomination.js';
import type { Exchange } from '../../wire/exchange.js';
import { say } from './toy.js';

const info = (id: string): RequirementInfo => ({
  id,
  level: 'MUST',
  clause: `${id}.clause`,
  operations: [],
  profile: 'core',
  needs: [],
  effects: 'reads',
  statement: 'A toy answers.',
  cost: 1,
});

const exchange = (number: number, status = 200, method = 'GET'): Exchange => ({
  number,
  phase: 'check',
  request: { method, target: '/', headers: [] },
  outcome: say(status),
  ms: 1,
});

const deviation = (more: Partial<DeviationDetails>): DeviationDetails => ({
  kind: 'value',
  expected: 'this',
  observed: 'that',
  ...more,
});

const failed = (id: string, more: Partial<DeviationDetails>): Judged => ({
  requirement: info(id),
  verdict: {
    outcome: 'failed',
    runs: 1,
    requests: 1,
    intermittent: false,
    counterexample: { value: null, deviation: deviation(more), exchanges: [], shrinks: 0, seed: 1, path: '0:0' },
  },
});

const explain = (judged: readonly Judged[], more: Partial<DeviationDetails>): string | undefined =>
  explainNomination(judged, info('toy.anywhere'), deviation(more));

const at = (operation: string, field?: string) => ({ about: { operation, ...(field !== undefined && { field }) } });

test('nothing explains a nomination where nothing failed', () => {
  expect(explain([], { exchange: exchange(1) })).toBeUndefined();
});

test('a failure by the same exchange explains it, and one by another does not', () => {
  const all = [failed('toy.rule', { exchange: exchange(7), ...at('toys.item.GET', 'toy.name') })];
  expect(explain(all, { exchange: exchange(7) })).toBe('toy.rule');
  expect(explain(all, { exchange: exchange(8) })).toBeUndefined();
});

test('a failure in the same field explains it, wherever that is shown', () => {
  const all = [failed('toy.rule', at('toys.item.GET', 'toy.name'))];
  expect(explain(all, at('toys.all.GET', 'toy.name'))).toBe('toy.rule');
  expect(explain(all, at('toys.all.GET', 'toy.size'))).toBeUndefined();
});

test('a failure by the same status of an operation explains it', () => {
  const broken = (number: number, status: number) =>
    ({ kind: 'status', exchange: exchange(number, status), ...at('toys.item.GET') }) as const;
  const all = [failed('toy.rule', broken(1, 500))];
  expect(explain(all, broken(2, 500))).toBe('toy.rule');
  expect(explain(all, broken(2, 502))).toBeUndefined();
});

test('a failure in the answers to the same write explains it, also in another field', () => {
  const answer = (number: number, field: string, method: string) => ({
    exchange: exchange(number, 200, method),
    ...at(`toys.all.${method}`, field),
  });
  expect(explain([failed('toy.rule', answer(1, 'toy.name', 'POST'))], answer(2, 'toy.size', 'POST'))).toBe('toy.rule');
  expect(explain([failed('toy.rule', answer(1, 'toy.name', 'GET'))], answer(2, 'toy.size', 'GET'))).toBeUndefined();
});

test('three failures of one kind at an operation explain a fourth', () => {
  const all = ['a', 'b', 'c'].map((name) => failed(`toy.${name}`, at('toys.item.GET', `toy.${name}`)));
  expect(explain(all, at('toys.item.GET', 'toy.size'))).toBe('toy.a');
  expect(explain(all.slice(1), at('toys.item.GET', 'toy.size'))).toBeUndefined();
});
