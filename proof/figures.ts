import type { FaultRow } from './fault-row.js';
import { isCaught, isWithinReach, type Proof } from './proof.js';

/** The most requests beyond arranging that a counterexample should need. */
export const SHORT = 3;

/** A proof in numbers. */
export interface Figures {
  readonly faults: number;
  readonly caught: number;
  /** Faults whose every counterexample has at most `SHORT` requests beyond arranging. */
  readonly short: number;
  /** Faults that one run catches, for every 1,000 requests that it sends. */
  readonly perThousand: number;
  readonly conforming: number;
  readonly unblamed: number;
  /** The least share of what passes on the bare target that passes on a conforming one. */
  readonly leastConclusive: number;
}

/** Counts what a proof shows. */
export function figuresOf({ faults, conforming, bare }: Proof): Figures {
  const caught = faults.filter(isCaught);
  return {
    faults: faults.filter(isWithinReach).length,
    caught: caught.length,
    short: caught.filter(isShort).length,
    perThousand: (caught.length * 1000) / Math.max(1, bare.requests),
    conforming: conforming.length,
    unblamed: conforming.filter(({ blamed }) => blamed.length === 0).length,
    leastConclusive: Math.min(1, ...conforming.map((row) => row.passed / Math.max(1, row.bare))),
  };
}

const isShort = ({ caughtBy }: FaultRow): boolean => caughtBy.every(({ shown }) => shown <= SHORT);
