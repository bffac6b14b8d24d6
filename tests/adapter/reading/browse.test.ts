import { describe, expect, test } from 'vitest';
import { browse, readTightPage } from '../../../adapter/reading/browse.js';
import { tryBrowse } from '../../../adapter/reading/try-browse.js';
import { pageSizesOf } from '../../../adapter/profile/target-profile.js';
import { Deviation } from '../../../kernel/deviation.js';
import { Inconclusive } from '../../../wire/errors.js';
import type { Outcome, WireRequest } from '../../../wire/exchange.js';
import { answer } from '../other-targets.js';
import { scripted } from '../ownership/scripted.js';

const ids = (from: number, count: number) =>
  Array.from({ length: count }, (_, index) => ({ id: from + index, name: 'x' }));

const pageOf = ({ target }: WireRequest): number => Number(/[?&]page=(\d+)/.exec(target)?.[1] ?? 1);

interface Listing {
  readonly pastTheEnd?: 'empty' | 'refused';
}

/** A list of so many records. */
const listing =
  (records: number, { pastTheEnd = 'empty' }: Listing = {}) =>
  (request: WireRequest): Outcome => {
    const size = Number(/per_page=(\d+)/.exec(request.target)?.[1] ?? 10);
    const start = (pageOf(request) - 1) * size;
    if (start >= records && pageOf(request) > 1 && pastTheEnd === 'refused') return answer(404, { code: 'no page' });
    return answer(200, ids(start, Math.max(0, Math.min(size, records - start))));
  };

const withTotal =
  (records: number, most: number) =>
  (request: WireRequest): Outcome => {
    const { target } = request;
    const size = Math.min(most, Number(/per_page=(\d+)/.exec(target)?.[1] ?? 10));
    const start = (pageOf(request) - 1) * size;
    return answer(200, { tags: ids(start, Math.min(size, records - start)), total: records });
  };

const totals = {
  tags: { record: [], items: ['tags'], id: ['id'], fields: {}, total: { in: 'body', path: ['total'] } },
} as const;

test.each([
  ['an empty page', { pastTheEnd: 'empty' }],
  ['a refusal', { pastTheEnd: 'refused' }],
] as const)('a list is followed to %s', async (_, options) => {
  const { calendar, lines } = scripted(listing(20, options));
  const { items, pages } = await browse(calendar, 'tags', { per_page: 10, search: 'x' });
  expect(items.map(({ id }) => id)).toEqual(ids(0, 20).map(({ id }) => String(id)));
  expect(pages.length).toBe(options.pastTheEnd === 'empty' ? 3 : 2);
  expect(lines().slice(0, 2)).toEqual(['GET /tags?per_page=10&search=x', 'GET /tags?per_page=10&search=x&page=2']);
});

test('a list ends at a page that is shorter than the first', async () => {
  const { calendar, lines } = scripted(listing(14));
  expect((await browse(calendar, 'tags', { per_page: 10 })).items).toHaveLength(14);
  expect(lines()).toHaveLength(2);
});

test('a list ends when its total is reached, even if pages are smaller than requested', async () => {
  const { calendar, lines } = scripted(withTotal(7, 3), { profile: { shapes: totals } });
  expect((await browse(calendar, 'tags', { per_page: 50 })).items).toHaveLength(7);
  expect(lines()).toHaveLength(3);
});

test('a page with another total than the first is read again: others have written in between', async () => {
  let asked = 0;
  const { calendar, lines } = scripted(
    (request) => {
      asked += 1;
      // A record of somebody else stands before all others whenever an odd request is answered.
      const all = [...(asked % 2 === 1 ? ids(99, 1) : []), ...ids(0, 4)];
      const start = (pageOf(request) - 1) * 3;
      return answer(200, { tags: all.slice(start, start + 3), total: all.length });
    },
    { profile: { shapes: totals } },
  );
  const { items } = await browse(calendar, 'tags', { per_page: 3 });
  expect(items.map(({ id }) => id)).toEqual(['99', '0', '1', '2', '3']);
  expect(lines()).toHaveLength(3);
});

test('the page size of the target is requested, unless the query states another', async () => {
  const { calendar, lines } = scripted(listing(0), { profile: { pageSizes: pageSizesOf(25) } });
  await browse(calendar, 'tags', {});
  expect(lines()).toEqual(['GET /tags?per_page=25']);
});

test('without a total, a page with fewer records than another is the last', async () => {
  const { calendar, lines } = scripted(() => answer(200, ids(0, 7)), { profile: { fullest: { tags: 8 } } });
  expect((await browse(calendar, 'tags', {})).items).toHaveLength(7);
  expect(lines()).toHaveLength(1);
});

test('a refused first page and a page that is no list are deviations', async () => {
  await expect(browse(scripted(() => answer(400, {})).calendar, 'tags', {})).rejects.toThrow(Deviation);
  await expect(browse(scripted(() => answer(200, { tags: 5 })).calendar, 'tags', {})).rejects.toThrow(Deviation);
});

test('a list without end is inconclusive', async () => {
  const { calendar } = scripted(() => answer(200, ids(0, 10)));
  await expect(browse(calendar, 'tags', { per_page: 10 })).rejects.toThrow(Inconclusive);
});

test('probing uses the default page size if a larger one is refused', async () => {
  const { calendar, lines } = scripted((request) =>
    /per_page=50/.test(request.target) ? answer(400, {}) : listing(4)(request),
  );
  expect(await tryBrowse(calendar, 'tags', {})).toHaveLength(4);
  expect(lines().slice(0, 2)).toEqual(['GET /tags?per_page=50', 'GET /tags?per_page=10']);
});

test('probing sees each record once in a list that ignores the page', async () => {
  const { calendar, lines } = scripted(() => answer(200, ids(0, 10)));
  expect(await tryBrowse(calendar, 'tags', { per_page: 10 })).toHaveLength(10);
  expect(lines()).toHaveLength(2);
});

test('probing sees what came before a contradiction', async () => {
  const { calendar } = scripted((request) => (pageOf(request) > 1 ? answer(500) : answer(200, ids(0, 10))));
  expect(await tryBrowse(calendar, 'tags', { per_page: 10 })).toHaveLength(10);
});

test('probing sees nothing in a list that fails', async () => {
  expect(await tryBrowse(scripted(() => answer(500)).calendar, 'tags', {})).toBeUndefined();
  await expect(tryBrowse(scripted(() => answer(500), { quota: 0 }).calendar, 'tags', {})).rejects.toThrow('spent');
});

describe('a page that the known records fill', () => {
  test.each([
    ['is the whole list where its total says so', 3, 3, true],
    ['is not where the total says that there is more', 4, 3, false],
    ['has room for none where none are known', 0, 0, true],
  ])('%s', async (_, records, known, isWhole) => {
    const { calendar, lines } = scripted(withTotal(records, 50), { profile: { shapes: totals } });
    expect(await readTightPage(calendar, 'tags', { search: 'x' }, { known })).toMatchObject({ isWhole });
    expect(lines()).toEqual([`GET /tags?search=x&per_page=${Math.max(1, known)}`]);
  });

  test.each([
    [3, true],
    [4, false],
  ])('has room for one more where there are no totals: %i records of 3', async (records, isWhole) => {
    const { calendar, lines } = scripted(listing(records));
    expect(await readTightPage(calendar, 'tags', { search: 'x' }, { known: 3 })).toMatchObject({ isWhole });
    expect(lines()).toEqual(['GET /tags?search=x&per_page=4']);
  });

  test('is left short by a filter that is applied to a page that was cut', async () => {
    const late = (request: WireRequest): Outcome => answer(200, { tags: [], total: pageOf(request) });
    const { calendar } = scripted(late, { profile: { shapes: totals } });
    expect(await readTightPage(calendar, 'tags', { search: 'x' }, { known: 1 })).toMatchObject({ isWhole: false });
  });

  test('is not asked for where so many do not fit on a page, or another size is asked for', async () => {
    const { calendar, lines } = scripted(listing(3));
    expect(await readTightPage(calendar, 'tags', {}, { known: 1000 })).toBeUndefined();
    expect(await readTightPage(calendar, 'tags', { per_page: 5 }, { known: 3 })).toBeUndefined();
    expect(lines()).toEqual([]);
  });
});
