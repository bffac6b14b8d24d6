import fc from 'fast-check';
import { expect, test } from 'vitest';
import { plainFirst } from '../../generators/plain-first.js';
import { richTextsFor } from '../../generators/rich-texts.js';

const rich = richTextsFor('events', 'description').join(' ');
const bodies = fc.record({
  title: fc.string({ minLength: 9 }),
  more: fc.constant(`Read ${rich} {mark}`),
});

/** The bodies that shrinking tries in turn, each where the last one was refused, until one is `taken`. */
const triedFrom = (taken: (body: { readonly title: string; readonly more: string }) => boolean): readonly string[] => {
  const tried: string[] = [];
  const fails = fc.property(plainFirst(bodies), (body) => {
    tried.push(body.more);
    return !taken(body);
  });
  fc.check(fails, { numRuns: 1, seed: 1 });
  return tried;
};

test('what was drawn is rich, and what shrinking tries first has plain words alone', () => {
  expect(triedFrom(() => true).slice(0, 2)).toEqual([`Read ${rich} {mark}`, 'Read {mark}']);
});

test('once a failure was seen without rich texts, none come back', () => {
  expect(new Set(triedFrom(() => true).slice(1))).toEqual(new Set(['Read {mark}']));
});

test('where a failure is about rich texts, the words alone are tried once', () => {
  const tried = triedFrom(({ more }) => more.includes('R&B'));
  expect(tried.filter((more) => more === 'Read {mark}')).toHaveLength(1);
  expect(tried.at(-1)).toContain('R&B');
});

test('what is no text stays what it is', () => {
  const date = new Date(0);
  const [value] = fc.sample(plainFirst(fc.constant({ date, flags: [true, null] })), { seed: 1, numRuns: 1 });
  expect(value).toEqual({ date, flags: [true, null] });
});
