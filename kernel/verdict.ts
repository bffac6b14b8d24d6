import type { Exchange } from '../wire/exchange.js';
import type { DeviationDetails } from './deviation.js';

/** The outcomes of a test in EARL 1.0, the W3C's vocabulary for evaluation results. */
export const outcomes = ['passed', 'failed', 'cantTell', 'inapplicable', 'untested'] as const;
export type VerdictOutcome = (typeof outcomes)[number];

/** The smallest input found that still fails in the same way, and the exchanges that show it. */
export interface Counterexample {
  readonly value: unknown;
  readonly deviation: DeviationDetails;
  readonly exchanges: readonly Exchange[];
  readonly shrinks: number;
  /** Where fast-check finds it again: its seed and path. */
  readonly seed: number;
  readonly path: string;
  /** Which of the drawn commands ran, where the value is made of commands: fast-check needs it besides the path. */
  readonly replayPath?: string;
}

/** What a requirement came to on a target. `requests` counts all that were sent for it. */
export type Verdict =
  | { readonly outcome: 'passed'; readonly runs: number; readonly requests: number }
  | {
      readonly outcome: 'failed';
      readonly runs: number;
      readonly requests: number;
      readonly counterexample: Counterexample;
      /** Seen on records of our own, but not again when repeated. */
      readonly intermittent: boolean;
      /** The failed requirement that explains this one. */
      readonly cause?: string;
    }
  | {
      readonly outcome: 'cantTell';
      readonly reason: string;
      readonly requests: number;
      /** The operation that stood in the way. */
      readonly need?: string;
      /** The failed requirement that explains this one. */
      readonly cause?: string;
    }
  | {
      readonly outcome: 'inapplicable';
      readonly reason: string;
      readonly capability: string;
      readonly requests: number;
    }
  | {
      readonly outcome: 'untested';
      readonly reason: string;
      readonly requests: number;
      /** calproof itself failed on it: no word about the target, and no run that ended in order. */
      readonly defect?: true;
    };
