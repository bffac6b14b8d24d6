import { expect, test } from 'vitest';
import { isOverrun } from '../../../adapter/reading/browse.js';
import type { ShownPage } from '../../../adapter/reading/lens.js';
import type { Exchange } from '../../../wire/exchange.js';

const exchange: Exchange = {
  number: 1,
  phase: 'check',
  request: { method: 'GET', target: '/', headers: [] },
  outcome: { kind: 'response', response: { status: 200, headers: [], body: new Uint8Array() } },
  ms: 1,
};

type Totals = Partial<Pick<ShownPage, 'total' | 'totalPages'>>;

/** Pages of these records, each a letter, with the same totals. */
const toPages = (texts: readonly string[], { total, totalPages }: Totals): readonly ShownPage[] =>
  texts.map((text) => ({
    items: (text.match(/\w/g) ?? []).map((id) => ({ collection: 'tags', id, json: { id } })),
    total,
    totalPages,
    exchange,
  }));

/** Whether the last of some pages is past the end. */
function isLastPast(texts: readonly string[], totals: Totals): boolean {
  const pages = toPages(texts, totals);
  const last = pages.at(-1);
  return last !== undefined && isOverrun(last, pages.slice(0, -1));
}

test.each<readonly [string, readonly string[], Totals]>([
  ['the last page again', ['a b', 'c d', 'c d'], { total: 4 }],
  ['the last page again, where pages are counted', ['a b', 'c d', 'c d'], { totalPages: 2 }],
  ['the first page again', ['a b', 'c d', 'a b'], { total: 4, totalPages: 2 }],
  ['the only page again', ['a b', 'a b'], { total: 2 }],
  ['the page before again, without totals', ['a b', 'c d', 'c d'], {}],
])('%s is past the end', (_, texts, totals) => {
  expect(isLastPast(texts, totals)).toBe(true);
});

test.each<readonly [string, readonly string[], Totals]>([
  ['a page that shows something new', ['a b', 'c d', 'd e'], { total: 4 }],
  ['a page that is repeated before the end', ['a b', 'a b'], { total: 4 }],
  ['a page that is repeated before the last', ['a b', 'a b'], { totalPages: 2 }],
  ['the first page twice, without totals', ['a b', 'a b'], {}],
  ['an earlier page, without totals', ['a b', 'c d', 'a b'], {}],
  ['an empty page', ['a b', ''], { total: 2 }],
])('%s is not past the end', (_, texts, totals) => {
  expect(isLastPast(texts, totals)).toBe(false);
});
