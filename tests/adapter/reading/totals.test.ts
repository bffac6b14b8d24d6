import { describe, expect, test } from 'vitest';
import { findTotal, findTotalPages, numberAt } from '../../../adapter/reading/list-counts.js';
import type { HeaderPairs } from '../../../wire/exchange.js';
import type { JsonValue } from '../../../wire/json.js';
import { recorded } from '../recorded.js';

const none: HeaderPairs = [];

describe('a total is found', () => {
  test.each<[string, JsonValue, HeaderPairs, unknown]>([
    ['in the body', { tags: [], total: 7 }, none, { in: 'body', path: ['total'] }],
    [
      'deep in the body',
      { meta: { paging: { total_items: 7 } } },
      none,
      { in: 'body', path: ['meta', 'paging', 'total_items'] },
    ],
    ['in camel case', { totalCount: 7 }, none, { in: 'body', path: ['totalCount'] }],
    ['as digits', { total: '7' }, none, { in: 'body', path: ['total'] }],
    ['in a header', [], [['X-WP-Total', '7']], { in: 'header', name: 'x-wp-total' }],
    ['in another header', [], [['x-total-count', '7']], { in: 'header', name: 'x-total-count' }],
    ['rather than the size of the page', { count: 2, total: 7 }, none, { in: 'body', path: ['total'] }],
    ['as the only count there is', { count: 7 }, none, { in: 'body', path: ['count'] }],
  ])('%s', (_, body, headers, place) => expect(findTotal(body, headers)).toEqual(place));

  test('neither in records nor in values that are not numbers', () => {
    expect(findTotal({ tags: [{ count: 3 }] }, none)).toBeUndefined();
    expect(findTotal({ total: 'many', count: null }, [['x-wp-total', 'many']])).toBeUndefined();
  });
});

test('the number of pages is not taken for the total, nor the other way round', () => {
  const body = { total_pages: 3, total: 21 };
  expect(findTotal(body, none)).toEqual({ in: 'body', path: ['total'] });
  expect(findTotalPages(body, none)).toEqual({ in: 'body', path: ['total_pages'] });
  expect(findTotalPages([], [['X-WP-TotalPages', '3']])).toEqual({ in: 'header', name: 'x-wp-totalpages' });
});

test('of a real service the total and the pages are read', () => {
  const { body, headers } = recorded('list-events');
  const [total, pages] = [findTotal(body, headers), findTotalPages(body, headers)];
  expect(total && numberAt(total, body, headers)).toBe(11);
  expect(pages && numberAt(pages, body, headers)).toBe(3);
});

test('a total that this response does not contain is undefined', () => {
  expect(numberAt({ in: 'body', path: ['total'] }, { total: null }, none)).toBeUndefined();
  expect(numberAt({ in: 'header', name: 'x-wp-total' }, [], none)).toBeUndefined();
  expect(numberAt({ in: 'header', name: 'x-wp-total' }, [], [['X-WP-Total', '0']])).toBe(0);
});
