import { expect, test } from 'vitest';
import { toKnownSlices } from '../../../migration/since/known-slices.js';

const list = { collection: 'events', language: 'nl', status: '' } as const;

const windowOf = (days: string) => ({ name: `events nl ${days}`, records: 9, digest: 'a' });

/** The days of the slices, and the records in them. */
const slicesOf = (...names: readonly string[]) =>
  toKnownSlices(list, [
    { name: 'events default 1900-01-01..2200-01-01', records: 1, digest: 'b' },
    ...names.map(windowOf),
  ])
    .map(({ slice: { window }, records }) => `${window?.from}..${window?.to} ${records}`)
    .toSorted();

test('the days between the windows of a list are known to be empty', () => {
  expect(slicesOf('2020-01-01..2020-06-30', '2020-09-01..2100-12-31')).toEqual([
    '1900-01-01..2019-12-31 0',
    '2020-01-01..2020-06-30 9',
    '2020-07-01..2020-08-31 0',
    '2020-09-01..2100-12-31 9',
    '2101-01-01..2200-01-01 0',
  ]);
});

test('where windows overlap, so do those of the days between', () => {
  expect(slicesOf('1900-01-01..2020-06-30', '2020-06-29..2020-12-31', '2021-03-01..2200-01-01')).toEqual([
    '1900-01-01..2020-06-30 9',
    '2020-06-29..2020-12-31 9',
    '2020-12-31..2021-03-01 0',
    '2021-03-01..2200-01-01 9',
  ]);
});

test('a list that is not cut is one slice, and one that was not there has none', () => {
  const venues = { collection: 'venues', language: '', status: '', as: 'reader' } as const;
  const windows = [{ name: 'venues @reader default', records: 3, digest: 'c', read: '2026-11-21T09:00:00.000Z' }];
  expect(toKnownSlices(venues, windows)).toEqual([
    { slice: venues, name: 'venues @reader default', records: 3, read: '2026-11-21T09:00:00.000Z' },
  ]);
  expect(toKnownSlices({ ...venues, as: 'editor' }, windows)).toEqual([]);
});
