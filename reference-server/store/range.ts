import type { Spanned } from './timeline.js';

/** Half-open bounds on start and end: `from <= time < before`, compared as text. */
export interface Range {
  readonly startFrom: string;
  readonly startBefore: string;
  readonly endFrom: string;
  readonly endBefore: string;
}

const FIRST = '';
/** Sorts after every date. */
const NEVER = '~';

/** The range that every event lies in. */
export const allTime: Range = { startFrom: FIRST, startBefore: NEVER, endFrom: FIRST, endBefore: NEVER };

const later = (a: string, b: string): string => (a > b ? a : b);
const earlier = (a: string, b: string): string => (a < b ? a : b);

/** What both ranges allow. As no event ends before it starts, a bound on one also bounds the other. */
export function intersect(a: Range, b: Partial<Range>): Range {
  const startFrom = later(a.startFrom, b.startFrom ?? FIRST);
  const endBefore = earlier(a.endBefore, b.endBefore ?? NEVER);
  return {
    startFrom,
    startBefore: earlier(earlier(a.startBefore, b.startBefore ?? NEVER), endBefore),
    endFrom: later(later(a.endFrom, b.endFrom ?? FIRST), startFrom),
    endBefore,
  };
}

/** Whether an event starts and ends within a range. */
export const contains = (range: Range, { start, end }: Spanned): boolean =>
  start >= range.startFrom && start < range.startBefore && end >= range.endFrom && end < range.endBefore;
