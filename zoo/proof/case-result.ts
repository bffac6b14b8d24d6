import type { Verdict, VerdictOutcome } from '../../kernel/verdict.js';
import type { WireShapes } from '../intercept/wire-view.js';

/** What stands between harness and target while all requirements are judged once. */
export interface Case {
  readonly kind: 'bare' | 'fault' | 'point' | 'variant' | 'zone' | 'composition';
  /** The id of a fault, a point of a sample, a variant or a composition, or the name of the site's time zone; empty for the bare target. */
  readonly id: string;
  /** The composition that the fault stands behind. */
  readonly behind?: string;
  /** Another fault that is placed at the same time. */
  readonly besides?: string;
  /** The seed of this run, where it is not that of the whole proof. */
  readonly seed?: number;
  /**
   * The ids of requirements that are judged first, one certain failure of which ends the run: with it a fault is caught.
   * All are judged when left out, or when what failed did not fail again.
   */
  readonly until?: readonly string[];
}

/** The target with nothing before it. */
export const bareCase: Case = { kind: 'bare', id: '' };

/** What one requirement came to in one case, without the exchanges. */
export type Cell =
  | {
      readonly outcome: 'failed';
      readonly requests: number;
      readonly expected: string;
      readonly observed: string;
      readonly intermittent: boolean;
      /** The failed requirement that explains this one. */
      readonly cause?: string;
      /** Requests of the counterexample, those that only arrange left out. */
      readonly shown: number;
    }
  | {
      readonly outcome: Exclude<VerdictOutcome, 'failed'>;
      readonly requests: number;
      readonly reason?: string;
      /** calproof itself failed. */
      readonly defect?: true;
    };

/** What all requirements came to in one case, by their ids. */
export interface CaseResult {
  readonly case: Case;
  readonly cells: Readonly<Record<string, Cell>>;
  /** All requests of the run: probing, world, requirements, clean-up. */
  readonly requests: number;
  /** Of a point: whether it changed anything in the run. */
  readonly hasEffect?: boolean;
  /** How the target shows its records; lenses on the wire need it of the bare target. */
  readonly shapes: WireShapes;
}

/** Keeps of a verdict what a proof needs. */
export function toCell(verdict: Verdict): Cell {
  const { requests } = verdict;
  switch (verdict.outcome) {
    case 'failed': {
      const { outcome, intermittent, cause, counterexample } = verdict;
      const { expected, observed } = counterexample.deviation;
      const shown = counterexample.exchanges.filter(({ phase }) => phase === 'check').length;
      return { outcome, requests, expected, observed, intermittent, shown, ...(cause !== undefined && { cause }) };
    }
    case 'passed':
      return { outcome: 'passed', requests };
    case 'untested': {
      const { outcome, reason, defect } = verdict;
      return { outcome, requests, reason, ...(defect && { defect }) };
    }
    case 'cantTell':
    case 'inapplicable':
      return { outcome: verdict.outcome, requests, reason: verdict.reason };
  }
}
