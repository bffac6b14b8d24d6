import { expect, test } from 'vitest';
import { blankProfile } from '../../../adapter/profile/target-profile.js';
import type { Reader } from '../../../migration/capture/snapshot-reader.js';
import { probeSlices } from '../../../migration/since/probe-slices.js';

const profile = blankProfile({ root: '', namespace: 'vendor/events/v1', languageParameter: 'ml_language' });
const slice = { collection: 'venues', language: '', status: '' } as const;

/** A list of so many records, and the pages that it was asked for. */
function listOf(total: number) {
  const pages: number[] = [];
  const reader: Reader = {
    profile,
    origin: 'http://127.0.0.1',
    identities: [],
    send: () => Promise.reject(new Error('nothing is sent')),
    async page(_, { page, size }) {
      pages.push(page);
      const ids = Array.from({ length: total }, (_one, index) => String(index)).slice((page - 1) * size, page * size);
      return { items: ids.map((id) => ({ collection: 'venues', id, fields: {}, other: {} })), total };
    },
  };
  return { pages, reader };
}

async function probe({
  before,
  now,
  seed = 7,
}: {
  readonly before: number;
  readonly now: number;
  readonly seed?: number;
}) {
  const { pages, reader } = listOf(now);
  const known = [{ slice, name: 'venues default', records: before }];
  for await (const { isMoved, sample } of probeSlices(known, { reader, seed, size: 50, shown: 50 }))
    return { isMoved, sample: sample.length, pages };
  throw new Error('nothing was probed');
}

test('an equal total gives a page as a sample, in one request', async () => {
  const { isMoved, sample, pages } = await probe({ before: 1_000, now: 1_000 });
  expect({ isMoved, sample, requests: pages.length }).toEqual({ isMoved: false, sample: 50, requests: 1 });
});

test('the seed draws the page', async () => {
  const pagesOf = async (seed: number) => (await probe({ before: 2_000, now: 2_000, seed })).pages.join();
  expect(await pagesOf(3)).toBe(await pagesOf(3));
  const drawn = new Set(await Promise.all(Array.from({ length: 20 }, (_, seed) => pagesOf(seed))));
  expect(drawn.size).toBeGreaterThan(5);
});

test('of many records more pages are drawn', async () => {
  expect((await probe({ before: 20_000, now: 20_000 })).pages.length).toBeGreaterThan(6);
});

test.each([
  { before: 1_000, now: 1_001 },
  { before: 1_000, now: 0 },
  { before: 0, now: 1 },
])('another total is a move: %o', async (counts) => {
  expect(await probe(counts)).toMatchObject({ isMoved: true, sample: 0 });
});

test('a page is read whole without a probe, and what is empty stays known', async () => {
  expect(await probe({ before: 50, now: 50 })).toEqual({ isMoved: true, sample: 0, pages: [] });
  expect(await probe({ before: 0, now: 0 })).toEqual({ isMoved: false, sample: 0, pages: [1] });
});
