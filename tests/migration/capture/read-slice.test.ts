import { expect, test } from 'vitest';
import { blankProfile } from '../../../adapter/profile/target-profile.js';
import { readSlice, Shifted } from '../../../migration/capture/read-slice.js';
import type { Reader } from '../../../migration/capture/snapshot-reader.js';

const profile = blankProfile({ root: '', namespace: 'vendor/events/v1', languageParameter: 'ml_language' });

/** A reader of a list of ids that may change before each request. */
function readerOf(all: readonly string[], change: (ids: string[], page: number) => void = () => {}): Reader {
  const ids = [...all];
  return {
    profile,
    origin: 'http://127.0.0.1',
    identities: [],
    send: () => Promise.reject(new Error('nothing is sent')),
    async page(slice, { page, size }) {
      change(ids, page);
      const items = ids
        .slice((page - 1) * size, page * size)
        .map((id) => ({ collection: slice.collection, id, fields: {}, other: {} }));
      return { items, total: ids.length };
    },
  };
}

const ids = Array.from({ length: 25 }, (_, index) => String(index + 1));
const slice = { collection: 'events', language: '', status: '' } as const;

async function readAll(reader: Reader): Promise<number> {
  let count = 0;
  for await (const entries of readSlice({ reader, slice, size: 4 })) count += entries.length;
  return count;
}

test('a list that stands still is read to its end', async () => {
  expect(await readAll(readerOf(ids))).toBe(25);
});

test('a record that comes while another goes is noticed, though the total stays', async () => {
  let isDone = false;
  const swap = (all: string[], page: number): void => {
    if (page < 6 || isDone) return;
    isDone = true;
    all.splice(0, 1);
    all.push('new');
  };
  await expect(readAll(readerOf(ids, swap))).rejects.toThrow(Shifted);
});

/** A reader of a list that has no total, and refuses pages from a number on. */
const refusingFrom = (first: number, refused: number): Reader => ({
  ...readerOf([]),
  async page(_, { page, size }) {
    // A border is read again alone.
    if (page >= first && size > 1) return { refused };
    const items = ids.slice((page - 1) * size, page * size);
    return { items: items.map((id) => ({ collection: 'events', id, fields: {}, other: {} })), total: undefined };
  },
});

test.each([400, 404])('a page past the end may be refused with %i', async (status) => {
  expect(await readAll(refusingFrom(8, status))).toBe(25);
});

test.each([403, 410, 422, 429, 500])(
  'a page refused with %i may be in the middle: the list is not whole',
  async (status) => {
    await expect(readAll(refusingFrom(3, status))).rejects.toThrow(`was refused with ${status}`);
  },
);
