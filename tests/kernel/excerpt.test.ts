import { expect, test } from 'vitest';
import { contrast, excerpt } from '../../kernel/excerpt.js';

const long = 'a'.repeat(300);

test('a short text stays as it is, on one line', () => {
  expect(excerpt(' a\n b ')).toBe('a b');
  expect(excerpt(' ')).toBe('an empty body');
});

test('of a long text, the beginning is shown, or what is around a place', () => {
  expect(excerpt(long)).toBe(`${'a'.repeat(160)}...`);
  expect(excerpt(`${long}here${long}`, 300)).toBe(`...${'a'.repeat(40)}here${'a'.repeat(116)}...`);
  expect(excerpt(`${long}here`, 300)).toMatch(/^\.{3}a+here$/);
});

test('two long texts are shown where they differ', () => {
  const [one, other] = contrast(`${long}1`, `${long}2`);
  expect(one).toMatch(/^\.{3}a{40}1 \(301 characters\)$/);
  expect(other).toMatch(/^\.{3}a{40}2 \(301 characters\)$/);
});

test('a text that was cut is shown from the same place, and ends there', () => {
  const words = 'some more words of it '.repeat(20);
  const [whole, cut] = contrast(JSON.stringify(words), JSON.stringify(words.slice(0, 255)));
  expect(whole).toMatch(/^\.{3}.{160}\.{3} \(440 characters\)$/);
  expect(cut).toMatch(/^\.{3}.{41} \(255 characters\)$/);
  expect(whole.slice(0, 43)).toBe(cut.slice(0, 43));
});
