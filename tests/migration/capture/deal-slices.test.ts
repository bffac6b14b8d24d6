import { describe, expect, test } from 'vitest';
import { blankProfile } from '../../../adapter/profile/target-profile.js';
import { dealSlices, findGaps, toWindows } from '../../../migration/capture/deal-slices.js';
import type { List, Reader, Window } from '../../../migration/capture/snapshot-reader.js';

const profile = blankProfile({ root: '', namespace: 'vendor/events/v1', languageParameter: 'ml_language' });

const list: List = { collection: 'events', language: '', status: '' };

/** 9,000 events on 900 days, ever more of them a day. */
const days = Array.from({ length: 9_000 }, (_, index) =>
  new Date(1.9e12 + Math.floor(900 * Math.sqrt(index / 9_000)) * 86_400_000).toISOString().slice(0, 10),
);

/** Days that bounds take in, or leave out. */
const isIn = (day: string, { from, to }: Window, isInclusive: boolean): boolean =>
  isInclusive ? day >= from && day <= to : day > from && day < to;

/** A reader of events by day. */
const calendarOf = (isInclusive: boolean): Reader => ({
  profile,
  origin: 'http://127.0.0.1',
  identities: [],
  send: () => Promise.reject(new Error('nothing is sent')),
  async page({ window = { from: '1900-01-01', to: '2200-01-01' } }) {
    return { items: [], total: days.filter((day) => isIn(day, window, isInclusive)).length };
  },
});

const dealAll = (count: number, { isInclusive = true, total = days.length, of = list } = {}) =>
  Promise.all(
    Array.from({ length: count }, (_, at) =>
      dealSlices({ reader: calendarOf(isInclusive), shard: { index: at + 1, count } }, of, total),
    ),
  );

const windowsOf = (dealt: Awaited<ReturnType<typeof dealAll>>) =>
  dealt.flat().flatMap(({ slice }) => toWindows([slice]));

describe.each([true, false])('windows of days, with bounds that are inclusive: %s', (isInclusive) => {
  test.each([1, 2, 3, 8])('hold every event and every day in %i shards', async (count) => {
    const windows = windowsOf(await dealAll(count, { isInclusive }));
    expect([...new Set(days)].filter((day) => !windows.some((window) => isIn(day, window, isInclusive)))).toEqual([]);
    expect(findGaps(windows)).toEqual([]);
  });

  test('are short enough to be read in one go', async () => {
    const [whole = []] = await dealAll(1, { isInclusive });
    expect(whole.length).toBeGreaterThan(3);
    expect(Math.max(...whole.map(({ total }) => total))).toBeLessThan(2_100);
  });
});

test('shards read each window once, and about as many events as each other', async () => {
  const [whole = []] = await dealAll(1);
  const dealt = await dealAll(3);
  const names = (slices: typeof whole) => slices.map(({ slice }) => JSON.stringify(slice)).sort();
  expect(names(dealt.flat())).toEqual(names(whole));
  const loads = dealt.map((slices) => slices.reduce((sum, { total }) => sum + total, 0));
  expect(Math.max(...loads) - Math.min(...loads)).toBeLessThan(2_100);
});

test.each([
  ['another collection', { ...list, collection: 'venues' as const }, 9_000],
  ['events without a total', list, Number.NaN],
])('%s: one shard reads all', async (_, of, total) => {
  const dealt = await dealAll(4, { of, total });
  expect(dealt.flat().map(({ slice }) => slice)).toEqual([of]);
});

test('lists that are not cut do not all go to one shard', async () => {
  const statuses = ['', 'draft', 'future', 'pending', 'private', 'publish'];
  const dealt = await Promise.all(statuses.map((status) => dealAll(3, { total: 20, of: { ...list, status } })));
  const readers = dealt.map((shards) => shards.findIndex((slices) => slices.length > 0));
  expect(new Set(readers).size).toBe(3);
});

test.each<[string, readonly Window[], readonly Window[]]>([
  ['nothing', [], [{ from: '1900-01-01', to: '2200-01-01' }]],
  ['all', [{ from: '1900-01-01', to: '2200-01-01' }], []],
  [
    'windows that touch, in any order',
    [
      { from: '2000-01-01', to: '2200-01-01' },
      { from: '1900-01-01', to: '1999-12-31' },
    ],
    [],
  ],
  [
    'windows that overlap, one within another',
    [
      { from: '1900-01-01', to: '2150-01-01' },
      { from: '2000-01-01', to: '2001-01-01' },
      { from: '2149-12-31', to: '2200-01-01' },
    ],
    [],
  ],
  [
    'windows a day apart, and none at the ends',
    [
      { from: '1950-01-01', to: '1999-12-30' },
      { from: '2000-01-01', to: '2100-12-31' },
    ],
    [
      { from: '1900-01-01', to: '1949-12-31' },
      { from: '1999-12-31', to: '1999-12-31' },
      { from: '2101-01-01', to: '2200-01-01' },
    ],
  ],
])('gaps of %s', (_, windows, gaps) => {
  expect(findGaps(windows)).toEqual(gaps);
});
