import { describe, expect, test } from 'vitest';
import { type SlugAct, slugModel } from '../../../suites/concurrency/concurrent-creates.js';
import { findLegalOrder, type RecordAct, recordModel, type Timed } from '../../../suites/concurrency/legal-order.js';

const model = recordModel(['title', 'cost']);
const isLegal = (...acts: readonly RecordAct[]): boolean => findLegalOrder(model, inTurn(acts)) !== undefined;
const isLegalAtOnce = (...acts: readonly RecordAct[]): boolean => findLegalOrder(model, atOnce(acts)) !== undefined;

const inTurn = <Act>(acts: readonly Act[]): readonly Timed<Act>[] =>
  acts.map((act, index) => ({ act, begun: 2 * index, ended: 2 * index + 1 }));
/** All but the last at the same time. */
const atOnce = <Act>(acts: readonly Act[]): readonly Timed<Act>[] =>
  acts.map((act, index) =>
    index === acts.length - 1 ? { act, begun: 99, ended: 100 } : { act, begun: index, ended: 98 },
  );

const patch = (write: number, ...fields: readonly string[]): RecordAct => ({
  kind: 'update',
  write,
  fields,
  granted: true,
});
const refused = (act: RecordAct): RecordAct => (act.kind === 'update' ? { ...act, granted: false } : act);
const remove = (answer: 'granted' | 'conflict' | 'refused'): RecordAct => ({ kind: 'remove', answer });
const read = (title: readonly number[], cost: readonly number[]): RecordAct => ({
  kind: 'read',
  shows: { title, cost },
});
const miss: RecordAct = { kind: 'miss' };

describe('a record', () => {
  test('shows what it was made with, then what was written last, field by field', () => {
    expect(isLegal(read([0], [0]), patch(1, 'title'), read([1], [0]), patch(2, 'cost'), read([1], [2]))).toBe(true);
    expect(isLegal(patch(1, 'title'), patch(2, 'cost'), read([0], [2]))).toBe(false);
  });

  test('shows a value that several wrote', () => {
    expect(isLegal(patch(1, 'title'), patch(2, 'title'), read([1, 2], [0]))).toBe(true);
  });

  test('shows no mixture of two updates', () => {
    const both = [patch(1, 'title', 'cost'), patch(2, 'title', 'cost')];
    expect(isLegalAtOnce(...both, read([1], [1]))).toBe(true);
    expect(isLegalAtOnce(...both, read([2], [2]))).toBe(true);
    expect(isLegalAtOnce(...both, read([1], [2]))).toBe(false);
    expect(isLegalAtOnce(...both, read([0], [0]))).toBe(false);
  });

  test('is not changed by what was refused', () => {
    expect(isLegal(refused(patch(1, 'title')), read([0], [0]))).toBe(true);
    expect(isLegal(refused(patch(1, 'title')), read([1], [0]))).toBe(false);
  });

  test('is gone for good once a DELETE was granted', () => {
    expect(isLegal(remove('granted'), miss, remove('refused'), remove('granted'), refused(patch(1, 'title')))).toBe(
      true,
    );
    expect(isLegal(remove('granted'), read([0], [0]))).toBe(false);
    expect(isLegal(remove('granted'), patch(1, 'title'))).toBe(false);
    expect(isLegalAtOnce(patch(1, 'title'), remove('granted'), read([1], [0]))).toBe(false);
    expect(isLegalAtOnce(patch(1, 'title'), remove('granted'), miss)).toBe(true);
  });

  test('is there until then, and its DELETE is refused in a conflict alone', () => {
    expect(isLegal(miss)).toBe(false);
    expect(isLegal(remove('refused'))).toBe(false);
    expect(isLegal(remove('conflict'), read([0], [0]))).toBe(true);
  });
});

describe('a slug', () => {
  const given = (...got: readonly (string | undefined)[]): boolean =>
    findLegalOrder(slugModel, atOnce<SlugAct>([...got, 'last'].map((one) => ({ sent: 'x', got: one })))) !== undefined;

  test('is given once, and others are ended otherwise or refused', () => {
    expect(given('x', 'x-2', 'x-3')).toBe(true);
    expect(given(undefined, 'x', undefined)).toBe(true);
    expect(given('x', 'x')).toBe(false);
    expect(given('x', 'x-2', 'x-2')).toBe(false);
  });

  test('is not refused to all', () => {
    expect(given(undefined, undefined)).toBe(false);
  });
});
