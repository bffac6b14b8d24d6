import type { RequirementInfo } from '../harness/requirement.js';
import type { Fault } from '../zoo/fault.js';
import { isAbout } from '../zoo/is-about.js';
import type { Cell, CaseResult } from './told.js';

/** A requirement that failed on a target with a fault, and is about the fault. */
export interface Catch {
  readonly requirement: string;
  /** All that were sent for it, shrinking included. */
  readonly requests: number;
  /** Requests of its counterexample, those that only arrange left out. */
  readonly shown: number;
}

/** One row of the kill matrix: who catches a fault. */
export interface FaultRow {
  readonly id: string;
  readonly clause: string;
  readonly statement: string;
  /** The composition that it stands behind. */
  readonly behind?: string;
  readonly caughtBy: readonly Catch[];
  /** Requirements that failed as well and are about something else. */
  readonly alsoFailed: readonly string[];
  /** Requirements about the fault that pass on the bare target: nobody else could catch it. */
  readonly able: number;
  /**
   * Where it changed no answer of the target at all, the requirements about it, which so could not catch it; looked into
   * where a fault of somebody's service was missed.
   */
  readonly withoutEffect?: readonly string[];
  /** Why calproof failed on some requirements, if it did. */
  readonly defects: readonly string[];
}

/** The results of one fault beside those of the bare target. */
export interface FaultRowOptions {
  readonly bare: CaseResult;
  readonly result: CaseResult;
  readonly requirements: readonly RequirementInfo[];
}

/** Reads a row of the kill matrix. What does not pass on the bare target can catch nothing. */
export function toFaultRow(fault: Fault, { bare, result, requirements }: FaultRowOptions): FaultRow {
  const { id, clause, statement } = fault;
  const sound = requirements.filter((one) => bare.cells[one.id]?.outcome === 'passed');
  const failed = sound.flatMap((one) => toCatch(one, result.cells[one.id]));
  const about = new Set(sound.filter((one) => isAbout(fault, one)).map((one) => one.id));
  const { behind } = result.case;
  return {
    id,
    clause,
    statement,
    ...(behind !== undefined && { behind }),
    caughtBy: failed.filter(({ requirement }) => about.has(requirement)),
    alsoFailed: failed.map(({ requirement }) => requirement).filter((one) => !about.has(one)),
    able: about.size,
    defects: defectsOf(result),
  };
}

const toCatch = ({ id }: RequirementInfo, cell: Cell | undefined): readonly Catch[] =>
  cell?.outcome === 'failed' ? [{ requirement: id, requests: cell.requests, shown: cell.shown }] : [];

/** What calproof itself failed on in a case, with the reason. */
export const defectsOf = ({ cells }: CaseResult): readonly string[] =>
  Object.entries(cells).flatMap(([id, cell]) =>
    cell.outcome === 'untested' && cell.defect ? [`${id}: ${cell.reason}`] : [],
  );
