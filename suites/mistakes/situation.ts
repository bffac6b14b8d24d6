import type { SelectionBits } from './answer.js';

/**
 * How much it is worth to tell something. Every parameter, in every way to give it, is as likely as others to be
 * ignored, and as likely to be mistaken in one of the ways that there are.
 */
export const weights = {
  framed: 80,
  absent: 15,
  ignored: 50,
  mistaken: 60,
  several: 8,
  beside: 30,
  alike: 15,
  lifted: 8,
  order: 3,
  whole: 2,
  empty: 3,
} as const;

/** What a query selects, and what is shown at all beside it. */
export interface Situation {
  readonly truth: SelectionBits;
  readonly shown: SelectionBits;
  /** What else is sent. */
  readonly framing: readonly string[];
  /** How many parameters there are. */
  readonly count: number;
}

/** Takes a mistake that is told, and how much that is worth. */
export type OnMistake = (mistake: string, weight: number) => void;
