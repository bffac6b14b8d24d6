import fc from 'fast-check';
import { expect } from 'vitest';
import { drawnOf, droppable, someOf } from '../../generators/droppable.js';
import { plainFirst } from '../../generators/plain-first.js';
import { email, enriched, kindOf, markedPhrase, phone, phrase, slug, website } from '../../generators/drawn-text.js';
import { dateFilter, dateTimeFilter } from '../../generators/parameter-value.js';
import { loneEnd, loneStart, pastTime, schedule, zone } from '../../generators/schedule-times.js';
import { varied } from '../../generators/varied.js';
import { MARK } from '../../generators/wire-value.js';
import { aWorld } from './a-world.js';
import { type Lawful, lawful } from './lawful.js';

const { from, to } = aWorld.span;
const isWithin = (time: string): void => {
  expect(time).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/);
  expect(time > from && time < to).toBe(true);
};
const WORDS = /^[A-Z][a-z]*( [a-z]+)*$/;
const texts = { values: phrase, rich: ['R&B'], alone: ['0042'] };
const marked = (text: string): readonly string[] => text.split(MARK);

/** What draws texts and times. */
export const lawfulScalars: readonly Lawful[] = [
  lawful(
    ['phrase', 'text'],
    () => phrase,
    (text) => expect(text).toMatch(WORDS),
  ),
  lawful(
    ['varied', 'text'],
    () => varied(phrase, aWorld),
    (text) => expect(text).toMatch(WORDS),
  ),
  lawful(
    ['plainFirst', 'text'],
    () => plainFirst(phrase),
    (text) => expect(text).toMatch(WORDS),
  ),
  lawful(
    ['droppable', 'phrases'],
    () => droppable([phrase, phrase, phrase]),
    (texts) => {
      expect(texts.length).toBeLessThanOrEqual(3);
      for (const text of texts) expect(text).toMatch(WORDS);
    },
  ),
  lawful(
    ['someOf', 'phrases, one of which is kept'],
    () =>
      someOf([
        { value: phrase, odds: [], isKept: true },
        { value: phrase, odds: [2] },
      ]),
    (texts) => {
      expect([1, 2]).toContain(texts.length);
      for (const text of texts) expect(text).toMatch(WORDS);
    },
  ),
  lawful(
    ['drawnOf', 'phrases, one of which is kept'],
    () =>
      drawnOf([
        { value: phrase, odds: [], isKept: true },
        ...[2, 5].map((cases) => ({ value: phrase, odds: [cases] })),
      ]),
    (drawn) => {
      expect([[0], [0, 1], [0, 2], [0, 1, 2]]).toContainEqual(drawn.map(([at]) => at));
      for (const [, text] of drawn) expect(text).toMatch(WORDS);
    },
  ),
  lawful(
    ['enriched', 'text'],
    () => enriched(texts),
    (text) => expect(text).toMatch(/^[A-Z][a-z]*( [a-z]+)*( R&B)?$/),
  ),
  ...[/^[A-Z][a-z]*( [a-z]+)*$/, /^[A-Z][a-z]*( [a-z]+)* R&B$/, /^0042$/].map((pattern, kind) =>
    lawful(
      ['kindOf', `texts of kind ${kind}, and again after all others`],
      () => fc.oneof(kindOf(texts, kind), kindOf(texts, kind + 3)),
      (text) => expect(text).toMatch(pattern),
    ),
  ),
  lawful(
    ['markedPhrase', 'text'],
    () => markedPhrase,
    (text) => {
      expect(marked(text)).toHaveLength(2);
      expect(marked(text)[0]?.trimEnd()).toMatch(WORDS);
    },
  ),
  lawful(
    ['slug', 'text'],
    () => slug,
    (text) => {
      expect(marked(text)).toHaveLength(2);
      expect(marked(text)[0]).toMatch(/^([a-z]+-)+$/);
    },
  ),
  lawful(
    ['website', 'text'],
    () => website,
    (text) => {
      expect(marked(text)).toHaveLength(2);
      expect(URL.parse(text)?.protocol).toMatch(/^https?:$/);
    },
  ),
  lawful(
    ['email', 'text'],
    () => email,
    (text) => expect(text).toMatch(/^[\w.+-]+@([a-z-]+\.)*example\.(org|com)$/),
  ),
  lawful(
    ['phone', 'text'],
    () => phone,
    (text) => expect(text).toMatch(/^\+\d[\d ]+$/),
  ),
  lawful(['loneStart', 'time'], () => loneStart(aWorld.span), isWithin),
  lawful(['loneEnd', 'time'], () => loneEnd(aWorld.span), isWithin),
  lawful(
    ['schedule', 'times'],
    () => schedule(aWorld.span),
    ({ start_date: start, end_date: end }) => {
      for (const time of [start, end]) isWithin(time);
      expect(end > start).toBe(true);
    },
  ),
  lawful(
    ['pastTime', 'time'],
    () => pastTime,
    (time) => expect(time < '2025').toBe(true),
  ),
  lawful(
    ['zone', 'zone'],
    () => zone,
    (name) => expect(() => new Intl.DateTimeFormat('en', { timeZone: name })).not.toThrow(),
  ),
  lawful(
    ['dateTimeFilter', 'time'],
    () => dateTimeFilter(aWorld),
    (time) => expect(time).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/),
  ),
  lawful(
    ['dateFilter', 'time'],
    () => dateFilter(aWorld),
    (time) => expect(time).toMatch(/^\d{4}-\d\d-\d\d( \d\d:\d\d:\d\d)?$/),
  ),
];
