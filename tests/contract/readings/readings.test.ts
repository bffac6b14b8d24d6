import { describe, expect, expectTypeOf, test } from 'vitest';
import {
  type AlternativeOf,
  isAlternativeOf,
  isReadingId,
  literalChoice,
  readingOf,
  readings,
} from '../../../contract/readings/readings.js';

test('no two readings share an id', () => {
  expect(new Set(readings.map(({ id }) => id)).size).toBe(readings.length);
});

describe.each(readings)('$id', ({ id, question, clauses, alternatives }) => {
  test('has a readable id, a question and distinct alternatives', () => {
    expect(id).toMatch(/^[a-z]+(-[a-z]+)*(\.[a-z]+(-[a-z]+)*)+$/);
    expect(question).toMatch(/^[A-Z].*\?$/);
    expect(new Set(alternatives.map((alternative) => alternative.id)).size).toBe(alternatives.length);
    expect(alternatives.map(({ text }) => text)).toEqual(alternatives.map(() => expect.stringMatching(/\.$/)));
    expect(new Set<string>(clauses).size).toBe(clauses.length);
  });

  test('begins with what the words support', () => {
    expect(alternatives[0].supported).toBe(true);
  });
});

test('the literal choice is the first alternative', () => {
  expect(literalChoice('list.start-date')).toBe('on-day');
  expect(literalChoice('body.unknown-id')).toBe('refused');
});

test('names are distinguished from other text', () => {
  expect(isReadingId('list.start-date')).toBe(true);
  expect(isReadingId('list.begin-date')).toBe(false);
  expect(isAlternativeOf('list.start-date', 'lower-bound')).toBe(true);
  expect(isAlternativeOf('list.start-date', 'upper-bound')).toBe(false);
  expect(readingOf('id.space').question).toContain('same id');
});

test('a wrong id does not compile', () => {
  expectTypeOf<AlternativeOf<'id.space'>>().toEqualTypeOf<'one' | 'per-kind'>();
  // @ts-expect-error There is no such reading.
  expect(() => readingOf('id.time')).toThrow('no reading is called id.time');
});
