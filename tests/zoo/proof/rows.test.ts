import { describe, expect, test } from 'vitest';
import type { Fault } from '../../../zoo/fault.js';
import { toConformingRow, toFaultRow } from '../../../zoo/proof/matrix-row.js';
import { isMissed } from '../../../zoo/proof/proof.js';
import { about, resultOf } from './case-results.js';

const requirements = [
  about('tags.list.search', 'tag.list.search'),
  about('tags.list.slug', 'tag.list.slug'),
  about('tags.read', 'tag.read'),
];
const fault: Fault = {
  id: 'tags.list.search-ignored',
  clause: 'tag.list.search',
  neighbours: ['tags.read'],
  statement: 'A search finds everything.',
  create: () => (request, next) => next(request),
};
const bare = resultOf({ 'tags.list.search': 'passed', 'tags.list.slug': 'passed', 'tags.read': 'failed' });

describe('a fault', () => {
  const rowOf = (outcomes: Parameters<typeof resultOf>[0]) =>
    toFaultRow(fault, { bare, result: resultOf(outcomes, { kind: 'fault', id: fault.id }), requirements });

  test('is caught by what is about it, and by nothing else', () => {
    const row = rowOf({ 'tags.list.search': 'failed', 'tags.list.slug': 'failed' });
    expect(row.caughtBy).toEqual([{ requirement: 'tags.list.search', requests: 7, shown: 2 }]);
    expect(row.alsoFailed).toEqual(['tags.list.slug']);
  });

  test('keeps as causes only the failures that no other explains', () => {
    const row = rowOf({ 'tags.list.search': 'failed', 'tags.list.slug': 'echo' });
    expect(row.alsoFailed).toEqual(['tags.list.slug']);
    expect(row.causes).toEqual(['tags.list.search']);
  });

  test('is not caught by an inconclusive requirement', () => {
    expect(rowOf({ 'tags.list.search': 'cantTell', 'tags.list.slug': 'failed' }).caughtBy).toEqual([]);
  });

  test('is not caught by what fails without it as well', () => {
    const row = rowOf({ 'tags.list.search': 'passed', 'tags.read': 'failed' });
    expect(row.caughtBy).toEqual([]);
    expect(row.able).toBe(1);
  });

  test('is not missed where it changes nothing, or where nobody could catch it', () => {
    const missed = rowOf({ 'tags.list.search': 'passed' });
    expect([missed, { ...missed, withoutEffect: [] }, { ...missed, able: 0 }].map(isMissed)).toEqual([
      true,
      false,
      false,
    ]);
  });

  test('is out of reach where the only one about it that passes cannot see it', () => {
    const unseen = { ...fault, unseenBy: ['tags.list.search'] };
    const result = resultOf({ 'tags.list.search': 'cantTell' }, { kind: 'fault', id: fault.id });
    const row = toFaultRow(unseen, { bare, result, requirements });
    expect([row.able, isMissed(row)]).toEqual([0, false]);
  });

  test('shows defects of ours', () => {
    expect(rowOf({ 'tags.list.search': 'defect' }).defects).toEqual(['tags.list.search: a bug of ours']);
  });
});

describe('a conforming target', () => {
  const allowances = [{ requirement: 'tags.list', reason: 'it has no lists' }];
  const rowOf = (outcomes: Parameters<typeof resultOf>[0]) =>
    toConformingRow(
      { id: 'v', statement: 'It differs.', allowances },
      { kind: 'variant', bare, result: resultOf(outcomes) },
    );

  test('is blamed by what fails, unless that fails without it as well', () => {
    const row = rowOf({ 'tags.list.search': 'failed', 'tags.list.slug': 'passed', 'tags.read': 'failed' });
    expect(row.blamed).toEqual([{ requirement: 'tags.list.search', expected: 'one', observed: 'two' }]);
    expect([row.passed, row.bare]).toEqual([1, 2]);
  });

  test('gives the reason of an inconclusive requirement', () => {
    const row = rowOf({ 'tags.list.search': 'cantTell', 'tags.list.slug': 'passed' });
    expect(row.lost).toEqual([
      { requirement: 'tags.list.search', reason: 'nothing to see', allowed: 'it has no lists' },
    ]);
  });

  test('that could not be judged has lost everything', () => {
    expect(rowOf({}).lost.map(({ requirement }) => requirement)).toEqual(['tags.list.search', 'tags.list.slug']);
  });
});
