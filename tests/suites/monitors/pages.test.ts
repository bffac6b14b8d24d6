import { expect, test } from 'vitest';
import { nominated } from './streams.js';

const pages = 'coherence.pages.anywhere';

const list = (query: string, ids: readonly number[], total?: number) => {
  const tags = ids.map((id) => ({ id, name: `Tag ${id}` }));
  return nominated([[`GET /tags${query}`, { show: { tags, ...(total !== undefined && { total }) } }]])[pages];
};

test.each([
  ['a full page', '?per_page=2', [1, 2], 5],
  ['the last page', '?per_page=2&page=3', [5], 5],
  ['a page past the end', '?per_page=2&page=9', [5], 5],
  ['no total', '?per_page=2', [1], undefined],
  ['a size that is more than the target gives', '?per_page=50', [1, 2, 3, 4, 5, 6, 7, 8, 9, 10], 12],
  ['a size that is none', '?per_page=-1', [1, 2, 3], 9],
  ['a size that is sent twice', '?per_page=1&per_page=2', [1, 2], 9],
  ['a page that is none', '?per_page=2&page=0', [1], 9],
  ['no size', '', [1, 2], 5],
  ['an empty list', '?per_page=2', [], 0],
] as const)('nothing is nominated on %s', (_, query, ids, total) => {
  expect(list(query, ids, total)).toEqual([]);
});

test.each([
  [
    'a record that is on it twice',
    '',
    [1, 2, 1],
    undefined,
    'expected each record once on a page, observed 1 more than once',
  ],
  ['more records than were asked for', '?per_page=2', [1, 2, 3], 9, 'expected at most 2 records on a page, observed 3'],
  ['a hole', '?per_page=3', [1, 2], 5, 'expected 3 of 5 records on page 1, observed 2'],
  ['a total of none', '?per_page=3', [1, 2], 0, 'expected 2 records in all at least, observed 0'],
  ['a total that counts fewer, of any size', '', [1, 2], 1, 'expected 2 records in all at least, observed 1'],
  ['a total that counts more', '?per_page=3&page=2', [4], 5, 'expected 2 of 5 records on page 2, observed 1'],
] as const)('a page is nominated for %s', (_, query, ids, total, expected) => {
  expect(list(query, ids, total)).toEqual([expected]);
});

const TAGS = '/api/vendor/events/v1/tags';

/** What is nominated of a page of three that has such links. */
const linked = (query: string, links: Readonly<Record<string, string>>) =>
  nominated([[`GET /tags${query}`, { show: { tags: [{ id: 1, name: 'Tag 1' }], total_pages: 3, ...links } }]])[pages];

test.each([
  ['the page after it', '?page=2', { next_rest_url: `http://a.test${TAGS}?page=3` }],
  ['the page before it', '?page=2&per_page=1', { previous_rest_url: `${TAGS}?per_page=1&page=1` }],
  ['another page, past the end', '?page=9', { next: `${TAGS}?page=2`, previous_rest_url: `${TAGS}?page=2` }],
  ['itself as the next one, at the end', '?page=3', { next: `${TAGS}?page=3` }],
  ['itself as the previous one, at the beginning', '', { prev: `${TAGS}?page=1` }],
  ['no page by a number', '?page=2', { next: `${TAGS}?page=abc` }],
  ['a page in a way of its own', '?page=2', { next: `${TAGS}?page=2&cursor=abc` }],
  ['a page of another list', '?page=2', { next: `${TAGS}/7/events?page=2` }],
  ['a page beside one that is none', '?page=0', { next: `${TAGS}?page=5` }],
] as const)('a link to %s is not nominated', (_, query, links) => {
  expect(linked(query, links)).toEqual([]);
});

test.each([
  ['itself', '?page=2', { next: `${TAGS}?page=2` }, 'page 2 to page 3 as the next one, observed one to page 2'],
  ['the first', '', { next: `${TAGS}?page=1` }, 'page 1 to page 2 as the next one, observed one to page 1'],
  [
    'the one after the next',
    '',
    { next: `${TAGS}?page=3` },
    'page 1 to page 2 as the next one, observed one to page 3',
  ],
  [
    'itself again',
    '?page=2',
    { prev: `${TAGS}?page=2` },
    'page 2 to page 1 as the previous one, observed one to page 2',
  ],
  ['the first', '?page=3', { prev: `${TAGS}?page=1` }, 'page 3 to page 2 as the previous one, observed one to page 1'],
  [
    'itself, in another language',
    '?ml_language=nl&page=2',
    { next: `${TAGS}?ml_language=nl&page=2` },
    'page 2 to page 3 as the next one, observed one to page 2',
  ],
] as const)('a link to %s is nominated', (_, query, links, expected) => {
  expect(linked(query, links)).toEqual([`expected a link from ${expected}`]);
});

test('what is no list is not judged', () => {
  expect(nominated([['GET /tags', { show: { message: 'no' } }]])[pages]).toBeUndefined();
  expect(nominated([['GET /tags', { status: 404, show: { tags: [{ id: 1 }, { id: 1 }] } }]])[pages]).toBeUndefined();
});

test('pages are judged in any language, and whoever asks', () => {
  const show = { tags: [{ id: 1 }, { id: 1 }] };
  expect(nominated([['GET /tags?ml_language=nl', { show }]])[pages]).toHaveLength(1);
  expect(nominated([['GET /tags', { show, as: 'reader' }]])[pages]).toHaveLength(1);
});

/** What is nominated of two pages of a list, each with a link to the next one. */
const linkedInTurn = (first: string, second: string) =>
  nominated(
    [first, second].map((next, at) => {
      const tags = [{ id: at + 1, name: `Tag ${at + 1}` }];
      return [`GET /tags?search=a&per_page=1&page=${at + 1}`, { show: { tags, next: `${TAGS}?${next}` } }];
    }),
  )[pages];

test('links of one list that repeat the same are not nominated, whatever that is', () => {
  expect(linkedInTurn('search=a&per_page=1&page=2', 'per_page=1&page=3&search=a')).toEqual([]);
  expect(linkedInTurn('page=2', 'page=3')).toEqual([]);
});

test('a link that loses what that of another page repeats is nominated', () => {
  expect(linkedInTurn('search=a&per_page=1&page=2', 'per_page=1&page=3')).toEqual([
    'expected the links of each page to repeat search, as those of another page do, observed one without it, or with another value',
  ]);
});
