import type { Exchange } from '../wire/exchange.js';
import type { DeviationDetails } from './deviation.js';

/** The outcomes of a test in EARL 1.0, the W3C's vocabulary for evaluation results. */
export type VerdictOutcome = Verdict['outcome'];

/** The smallest input found that still fails in the same way, with its exchanges. */
export interface Counterexample {
  readonly value: unknown;
  readonly deviation: DeviationDetails;
  readonly exchanges: readonly Exchange[];
  readonly shrinks: number;
  /** Where fast-check finds it again: its seed and path. */
  readonly seed: number;
  readonly path: string;
  /** Which of the drawn commands ran, for a value made of commands: fast-check needs it besides the path. */
  readonly replayPath?: string;
}

/** The outcome of one requirement on one target. `requests` counts all that were sent for it. */
export type Verdict =
  | {
      readonly outcome: 'passed';
      readonly runs: number;
      readonly requests: number;
      /** A request that had no response, and had one when it was sent again. */
      readonly stall?: string;
    }
  | {
      readonly outcome: 'failed';
      readonly runs: number;
      readonly requests: number;
      readonly counterexample: Counterexample;
      /** Seen on records of our own, and not again when repeated. */
      readonly intermittent: boolean;
      /** A request that had no response. */
      readonly stall?: string;
      /** The failed requirement that explains this one. */
      readonly cause?: string;
    }
  | {
      readonly outcome: 'cantTell';
      readonly reason: string;
      readonly requests: number;
      /** The operation that stood in the way. */
      readonly need?: string;
      /** What deviated instead, and the exchange that shows it. */
      readonly obstacle?: DeviationDetails;
      /** A request that had no response. */
      readonly stall?: string;
      /** The failed requirement that explains this one. */
      readonly cause?: string;
    }
  | {
      readonly outcome: 'inapplicable';
      readonly reason: string;
      readonly capability: string;
      readonly requests: number;
      /** A request that had no response. */
      readonly stall?: string;
    }
  | {
      readonly outcome: 'untested';
      readonly reason: string;
      readonly requests: number;
      /** calproof itself failed: this says nothing about the target, and the run did not end in order. */
      readonly defect?: true;
    };

/** The verdict of a requirement that failed. */
export type Failed = Extract<Verdict, { outcome: 'failed' }>;

/** Why a requirement for which no requests were left is untested. */
export const BUDGET_EXHAUSTED = 'the request budget was exhausted';
