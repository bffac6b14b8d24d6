import { stat } from 'node:fs/promises';
import type { RecordRange } from '../../migration/snapshot/record-ranges.js';
import { isGzip, type Span } from './gzip-lines.js';

/** A range, and where it is in the file. */
export interface PlacedRange {
  readonly range: RecordRange;
  readonly from: number;
  readonly to: number;
}

/** Where the ranges are, which end with the file; none of a file in which they do not begin gzip members. */
export async function placeRanges(path: string, ranges: readonly RecordRange[]): Promise<readonly PlacedRange[]> {
  const { size } = await stat(path);
  let at = size - ranges.reduce((sum, { octets }) => sum + octets, 0);
  const placed = ranges.map((range) => {
    const from = at;
    at += range.octets;
    return { range, from, to: at };
  });
  const [first, last] = [placed[0], placed.at(-1)];
  const isThere = async ({ from }: PlacedRange): Promise<boolean> => from > 0 && (await isGzip(path, from));
  return first && last && (await isThere(first)) && (await isThere(last)) ? placed : [];
}

/** Spans that follow each other are read in one go. */
export function joinSpans(spans: readonly PlacedRange[]): readonly Required<Span>[] {
  const joined: { readonly from: number; to: number }[] = [];
  for (const { from, to } of spans) {
    const last = joined.at(-1);
    if (last?.to === from) last.to = to;
    else joined.push({ from, to });
  }
  return joined;
}
