import type { Effort } from '../harness/plan.js';
import type { ConformingRow } from './conforming-row.js';
import type { FaultRow } from './fault-row.js';

/** The name and version of the format; the version grows when a reader of the old one would be misled. */
export const PROOF_FORMAT = 'calproof.proof/1';

/** How much the requirements see and how often they blame the innocent, on one target. */
export interface Proof {
  readonly format: typeof PROOF_FORMAT;
  readonly version: string;
  /** The URL of the REST root, or `the embedded reference server`. */
  readonly target: string;
  readonly effort: Effort;
  /** Beginnings of the ids of the faults and variants that were tried; all were when empty. */
  readonly only: readonly string[];
  readonly seed: number;
  /** The time that the runs took for the present, ISO 8601. */
  readonly now: string;
  /** The target with nothing before it. */
  readonly bare: Bare;
  readonly faults: readonly FaultRow[];
  /** Faults behind compositions. */
  readonly behind: readonly FaultRow[];
  /** Variants, site zones and compositions. */
  readonly conforming: readonly ConformingRow[];
}

export interface Bare {
  /** Requests of one whole run. */
  readonly requests: number;
  readonly passed: readonly string[];
  readonly failed: readonly string[];
  /** What could not be told, or does not apply, each with the reason. */
  readonly untold: readonly { readonly requirement: string; readonly reason: string }[];
}

/** Requirements that catch at least one fault, with the faults. */
export function catchersOf({ faults, behind }: Proof): ReadonlyMap<string, readonly string[]> {
  const catchers = new Map<string, string[]>();
  for (const { id, caughtBy } of [...faults, ...behind]) {
    for (const { requirement } of caughtBy) catchers.set(requirement, [...(catchers.get(requirement) ?? []), id]);
  }
  return catchers;
}

/**
 * Requirements that pass on the bare target and have caught nothing, though all faults were tried and each of those about
 * them changed something.
 */
export function idleOf(proof: Proof): readonly string[] {
  if (proof.only.length > 0) return [];
  const catchers = catchersOf(proof);
  const excused = new Set(proof.faults.flatMap(({ withoutEffect = [] }) => withoutEffect));
  return proof.bare.passed.filter((id) => !catchers.has(id) && !excused.has(id));
}

/** Whether a fault was caught. */
export const isCaught = ({ caughtBy }: FaultRow): boolean => caughtBy.length > 0;

/** Whether a target can show a fault: it changes something, and anything that passes on the bare target is about it. */
export const isWithinReach = ({ able, withoutEffect }: FaultRow): boolean => able > 0 && !withoutEffect;

/** Whether a fault got away that could have been caught. */
export const isMissed = (row: FaultRow): boolean => isWithinReach(row) && !isCaught(row) && row.defects.length === 0;
