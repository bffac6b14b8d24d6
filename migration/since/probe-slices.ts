import { seedOf } from '../../kernel/seed.js';
import { toEntry } from '../capture/read-slice.js';
import type { Page, Reader } from '../capture/snapshot-reader.js';
import type { KnownSlice } from './known-slices.js';

/** How slices are probed. */
export interface Probing {
  readonly reader: Reader;
  /** Draws the pages that are read. */
  readonly seed: number;
  /** Records a page to ask for. */
  readonly size: number;
  /** Records that such a page shows. */
  readonly shown: number;
}

/** What a few requests show of a slice. */
export interface Probe {
  readonly known: KnownSlice;
  /** It is not what it was, or so small that it is read whole. */
  readonly isMoved: boolean;
  /** The records of the sample, as entries. */
  readonly sample: readonly string[];
}

/** One page is sampled of so many records. */
const ONE_PAGE_IN = 2_000;

/** Slices probed side by side; the client holds their requests back where fewer may be under way. */
const TOGETHER = 16;

/** Reads the total of each slice that an earlier snapshot read, and with it a page that the seed draws. */
export async function* probeSlices(all: readonly KnownSlice[], probing: Probing): AsyncGenerator<Probe> {
  for (let at = 0; at < all.length; at += TOGETHER)
    yield* await Promise.all(all.slice(at, at + TOGETHER).map((known) => probe(known, probing)));
}

async function probe(known: KnownSlice, probing: Probing): Promise<Probe> {
  const pages = Math.ceil(known.records / probing.shown);
  // One page is as soon read as sampled.
  if (pages === 1) return { known, isMoved: true, sample: [] };
  const numbers = pages === 0 ? [1] : drawPages(known, pages, probing.seed);
  const seen = await Promise.all(numbers.map((page) => readPage(known, page, probing)));
  const isMoved = seen.some(({ total, items }) => total !== known.records || (items.length === 0 && pages > 0));
  const sample = seen.flatMap(({ items }) => items.map((item) => toEntry(item, known.slice)));
  return { known, isMoved, sample: isMoved ? [] : sample };
}

function drawPages({ name, records }: KnownSlice, pages: number, seed: number): readonly number[] {
  const drawn = Array.from({ length: Math.ceil(records / ONE_PAGE_IN) }, (_, at) => seedOf(seed, `${name} ${at}`));
  return [...new Set(drawn.map((number) => (number % pages) + 1))];
}

/** A page that is refused shows nothing and has no total: its slice is read whole, which states why it cannot be. */
async function readPage({ slice, records }: KnownSlice, page: number, { reader, size }: Probing): Promise<Page> {
  const read = await reader.page(slice, { page, size: records === 0 ? 1 : size });
  return 'refused' in read ? { items: [], total: undefined } : read;
}
