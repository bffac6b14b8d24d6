import type { RequirementInfo } from '../../kernel/requirement.js';
import { type Fault, isAbout } from '../fault.js';
import type { Conforming } from '../variant.js';
import type { CaseResult, Cell } from './case-result.js';

/** A requirement that failed on a target with a fault, and is about the fault. */
export interface Catch {
  readonly requirement: string;
  /** All that were sent for it, shrinking included. */
  readonly requests: number;
  /** Requests of its counterexample, those that only arrange left out. */
  readonly shown: number;
  /** It was seen, and not again. */
  readonly intermittent?: true;
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
  /** Failed requirements that no other failure explains; unknown of a run that ended at the first that caught the fault. */
  readonly causes?: readonly string[];
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
interface FaultRowOptions {
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
  const { behind, until } = result.case;
  return {
    id,
    clause,
    statement,
    ...(behind !== undefined && { behind }),
    caughtBy: failed.filter(({ requirement }) => about.has(requirement)),
    alsoFailed: failed.map(({ requirement }) => requirement).filter((one) => !about.has(one)),
    ...(!until && { causes: failed.map(({ requirement }) => requirement).filter((one) => isRoot(result.cells[one])) }),
    able: about.size,
    defects: defectsOf(result),
  };
}

const toCatch = ({ id }: RequirementInfo, cell: Cell | undefined): readonly Catch[] =>
  cell?.outcome === 'failed'
    ? [
        {
          requirement: id,
          requests: cell.requests,
          shown: cell.shown,
          ...(cell.intermittent && { intermittent: true }),
        },
      ]
    : [];

const isRoot = (cell: Cell | undefined): boolean => cell?.outcome === 'failed' && cell.cause === undefined;

/** What calproof itself failed on in a case, with the reason. */
const defectsOf = ({ cells }: CaseResult): readonly string[] =>
  Object.entries(cells).flatMap(([id, cell]) =>
    cell.outcome === 'untested' && cell.defect ? [`${id}: ${cell.reason}`] : [],
  );

/** A requirement that failed on a conforming target. */
interface Blame {
  readonly requirement: string;
  readonly expected: string;
  readonly observed: string;
}

/** A requirement that passes on the bare target, and reaches no verdict here. */
interface Loss {
  readonly requirement: string;
  readonly reason: string;
  /** Why that is as it should be; left out when nobody said so. */
  readonly allowed?: string;
}

/** One row of the false-alarm matrix: who blames a conforming target, and how many verdicts are reached on it. */
export interface ConformingRow {
  readonly id: string;
  readonly statement: string;
  readonly kind: 'variant' | 'zone' | 'composition';
  /** What a composition is made of. */
  readonly parts: readonly string[];
  /** Requirements that pass on the bare target. */
  readonly bare: number;
  /** Those of them that pass here as well. */
  readonly passed: number;
  readonly blamed: readonly Blame[];
  readonly lost: readonly Loss[];
  readonly defects: readonly string[];
}

type Named = Pick<Conforming, 'id' | 'statement' | 'allowances'>;

/** The results of one conforming target beside those of the bare one. */
interface ConformingRowOptions {
  readonly kind: ConformingRow['kind'];
  readonly parts?: readonly string[];
  readonly bare: CaseResult;
  readonly result: CaseResult;
}

/** Reads a row of the false-alarm matrix. What fails on the bare target already blames nobody here. */
export function toConformingRow(
  conforming: Named,
  { kind, parts = [], bare, result }: ConformingRowOptions,
): ConformingRow {
  const { id, statement, allowances = [] } = conforming;
  const passing = Object.keys(bare.cells).filter((one) => bare.cells[one]?.outcome === 'passed');
  const reasonFor = (requirement: string): string | undefined =>
    allowances.find((one) => requirement.startsWith(one.requirement))?.reason;
  return {
    id,
    statement,
    kind,
    parts,
    bare: passing.length,
    passed: passing.filter((one) => result.cells[one]?.outcome === 'passed').length,
    blamed: Object.entries(result.cells).flatMap(([one, cell]) => toBlame(one, cell, bare.cells[one])),
    lost: passing.flatMap((one) => toLoss(one, result.cells[one], reasonFor(one))),
    defects: defectsOf(result),
  };
}

const toBlame = (requirement: string, cell: Cell, bare: Cell | undefined): readonly Blame[] =>
  cell.outcome === 'failed' && bare?.outcome !== 'failed'
    ? [{ requirement, expected: cell.expected, observed: cell.observed }]
    : [];

function toLoss(requirement: string, cell: Cell | undefined, allowed: string | undefined): readonly Loss[] {
  if (cell?.outcome === 'passed' || cell?.outcome === 'failed') return [];
  const reason = cell?.reason ?? 'it was not judged';
  return [{ requirement, reason, ...(allowed !== undefined && { allowed }) }];
}
