import { expect, test } from 'vitest';
import { reportFormats } from '../../../reports/formats/report-formats.js';
import {
  toInstant,
  toList,
  toMilliseconds,
  toOneOf,
  toPositiveNumber,
  toWholeNumber,
} from '../../../runners/options/flags.js';

test.each([
  ['500ms', 500],
  ['30s', 30_000],
  ['30', 30_000],
  ['1.5s', 1_500],
  ['5m', 300_000],
  ['2min', 120_000],
  ['1h', 3_600_000],
])('%s lasts %i ms', (text, ms) => {
  expect(toMilliseconds(text)).toBe(ms);
});

test.each(['', '0s', '-3s', '5 days', 'soon', '1e3'])('%j is no duration', (text) => {
  expect(() => toMilliseconds(text)).toThrow(/such as 500ms/);
});

test.each([
  ['2026-11-21T09:00:00Z', '2026-11-21T09:00:00.000Z'],
  ['2026-11-21T09:00:00', '2026-11-21T09:00:00.000Z'],
  ['2026-11-21T09:00+02:00', '2026-11-21T07:00:00.000Z'],
  ['2026-11-21', '2026-11-21T00:00:00.000Z'],
])('%s is %s wherever it is read', (text, iso) => {
  expect(new Date(toInstant(text)).toISOString()).toBe(iso);
});

test.each(['tomorrow', '21.11.2026', '2026-13-01', '2026-11-21 09:00'])('%j is no time', (text) => {
  expect(() => toInstant(text)).toThrow(/ISO 8601/);
});

test.each(['-1', '1.5', '', 'x', '257'])('%j is not from 0 to 256', (text) => {
  expect(() => toWholeNumber(0, 256)(text)).toThrow(/from 0 to 256/);
});

test('a rate may be a fraction, but not nothing', () => {
  expect(toPositiveNumber('0.5')).toBe(0.5);
  expect(() => toPositiveNumber('0')).toThrow(/above 0/);
});

const efforts = ['quick', 'standard', 'deep'];
const modes = ['readonly', 'sandbox'];

test.each([
  ['spelt like', 'quik', efforts, 'quick'],
  ['of the meaning of', 'fast', efforts, 'quick'],
  ['of the meaning of', 'Full', efforts, 'deep'],
  ['of the meaning of', 'normal', efforts, 'standard'],
  ['of the meaning of', 'ro', modes, 'readonly'],
  ['of the meaning of', 'rw', modes, 'sandbox'],
  ['of the meaning of', 'md', reportFormats, 'markdown'],
  ['of the meaning of', 'xml', reportFormats, 'junit'],
])('a word %s another one is answered with it: %s', (_, word, words, meant) => {
  expect(() => toOneOf(words)(word)).toThrow(`did you mean ${meant}? Valid values: ${words.join(', ')}.`);
});

test.each(['blue', 'x', ''])('%j, of no meaning and like none, is answered with the values alone', (word) => {
  expect(() => toOneOf(efforts)(word)).toThrow(/^expected one of quick, standard, deep\.$/);
});

test('lists may be repeated and hold commas', () => {
  const read = toList();
  expect(read('a,b ,', read('c'))).toEqual(['c', 'a', 'b']);
});
