import { expect, test } from 'vitest';
import { type FlagStyle, toBody, toQueryPairs } from '../../generators/encode.js';
import { isRef, MARK, ref } from '../../generators/wire-value.js';

const ids: Readonly<Record<string, number>> = { v1: 11, v2: 22 };
const id = ({ key }: { readonly key: string }) => ids[key] ?? 0;
const mark = 'cp3k9x2-17';

test('a body is sent with ids and the marker, at any depth', () => {
  const payload = {
    title: `Harbor ${MARK} ${MARK}`,
    venue: [ref('venues', 'v2'), ref('venues', 'v1')],
    parent: ref('categories', 'v1'),
    author: { unexpected: [MARK, ref('venues', 'v2'), null] },
    all_day: false,
    cost: 0,
    image: null,
  };
  expect(toBody(payload, { id, mark })).toEqual({
    title: `Harbor ${mark} ${mark}`,
    venue: [22, 11],
    parent: 11,
    author: { unexpected: [mark, 22, null] },
    all_day: false,
    cost: 0,
    image: null,
  });
});

const query = {
  search: 'a,b & c',
  featured: false,
  venue: [ref('venues', 'v1'), ref('venues', 'v2')],
  event: ref('events', 'v1'),
};

test('a query is sent with lists as CSV by default', () => {
  expect(toQueryPairs(query, { id })).toEqual([
    ['search', 'a,b & c'],
    ['featured', 'false'],
    ['venue', '11,22'],
    ['event', '11'],
  ]);
});

test('a query can send lists in brackets or repeated', () => {
  const venue = { venue: query.venue };
  expect(toQueryPairs(venue, { id, list: 'brackets' })).toEqual([
    ['venue[]', '11'],
    ['venue[]', '22'],
  ]);
  expect(toQueryPairs(venue, { id, list: 'repeated' })).toEqual([
    ['venue', '11'],
    ['venue', '22'],
  ]);
});

test('a query can search for the marker', () => {
  expect(toQueryPairs({ search: MARK }, { id, mark })).toEqual([['search', mark]]);
});

test('a reference is distinguished from other values', () => {
  expect(isRef(ref('tags', 't1'))).toBe(true);
  for (const value of [null, 'tags', ['tags', 't1'], {}, { ref: 'tags' }, { unexpected: 'abc' }]) {
    expect(isRef(value)).toBe(false);
  }
});

test('a query writes flags as words, as digits, or as digits where the default is stated so', () => {
  const flags = { hide_empty: false, featured: true };
  const written = (style: FlagStyle) => toQueryPairs(flags, { id, flags: style }).map(([, value]) => value);
  expect(written('words')).toEqual(['false', 'true']);
  expect(written('digits')).toEqual(['0', '1']);
  expect(written('digits-as-stated')).toEqual(['0', 'true']);
});
