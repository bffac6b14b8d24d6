import { expect, test } from 'vitest';
import { gapOf, gaps, isGapId } from '../../contract/gaps.js';

test('no two gaps share an id', () => {
  expect(new Set(gaps.map(({ id }) => id)).size).toBe(gaps.length);
});

test.each(gaps)('$id asks a question and decides it', ({ id, question, decision, source }) => {
  expect(id).toMatch(/^gap\.[a-z]+(-[a-z]+)*(\.[a-z]+(-[a-z]+)*)*$/);
  expect(question).toMatch(/^[A-Z].*\?$/);
  expect(decision).toMatch(/\.$/);
  expect(source).not.toBe('');
});

test('names are distinguished from other text', () => {
  expect(isGapId('gap.delete')).toBe(true);
  expect(isGapId('gap.remove')).toBe(false);
  expect(gapOf('gap.per-page.maximum').decision).toContain('1 to 100');
});
