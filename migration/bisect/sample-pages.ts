import { Inconclusive } from '../../wire/errors.js';
import { type Page, toSliceName } from '../capture/snapshot-reader.js';
import type { Bisecting } from './bisect-events.js';
import { type Both, ofBoth, onBoth, type SideName } from './both-sides.js';
import { isEven, isShown, type JointList } from './joint-list.js';
import { drawSome } from './sample-windows.js';

/** Pages of a list that hold the same records on both sides. */
export interface SampledPages {
  readonly list: JointList;
  readonly numbers: readonly number[];
  readonly pages: Both<readonly Page[]>;
}

/** Fewer pages are read whole: a sample saves nothing. */
const FEW_PAGES = 4;

/**
 * Reads some pages of each list of a collection on both sides. Undefined where the collection must be read whole: it is
 * small, it has different totals or none, or a page has other records than its counterpart.
 */
export async function samplePages(bisecting: Bisecting): Promise<readonly SampledPages[] | undefined> {
  const { lists, shown } = bisecting;
  const isLarge = lists.some(({ totals }) => totals.a > FEW_PAGES * shown);
  if (!isLarge || !lists.every((one) => isEven(one) && isShown(one, 'a') && isShown(one, 'b'))) return undefined;
  const sampled: SampledPages[] = [];
  for (const list of lists) {
    const sample = await sampleList(list, bisecting);
    if (!sample) return undefined;
    sampled.push(sample);
  }
  return sampled;
}

/** The first page, and half as many others as the square root of all. */
async function sampleList(list: JointList, bisecting: Bisecting): Promise<SampledPages | undefined> {
  const read = (side: SideName, number: number): Promise<Page> => readPage(list, { side, number }, bisecting);
  const first = await onBoth((side) => read(side, 1));
  const count = Math.ceil(list.totals.a / Math.max(1, first.a.items.length));
  const others = Array.from({ length: count - 1 }, (_, index) => index + 2);
  const some = { seed: bisecting.seed, count: Math.ceil(Math.sqrt(count) / 2) };
  const drawn = drawSome(others, (number) => `${list.name} ${number}`, some);
  const more = await onBoth((side) => Promise.all(drawn.map((number) => read(side, number))));
  const pages = ofBoth((side) => [first[side], ...more[side]]);
  const isSame = pages.a.every((page, at) => idsOf(page) === idsOf(pages.b[at]));
  return isSame ? { list, numbers: [1, ...drawn], pages } : undefined;
}

const idsOf = (page: Page | undefined): string => JSON.stringify(page?.items.map(({ id }) => id).toSorted());

interface Place {
  readonly side: SideName;
  readonly number: number;
}

async function readPage({ list }: JointList, { side, number }: Place, { readers, size }: Bisecting): Promise<Page> {
  const page = await readers[side].page(list, { page: number, size });
  if (!('refused' in page)) return page;
  throw new Inconclusive(`page ${number} of ${toSliceName(list)} was refused with ${page.refused}`);
}
