import type { Conforming } from '../zoo/variant.js';
import { defectsOf } from './fault-row.js';
import type { Cell, CaseResult } from './told.js';

/** A requirement that failed on a conforming target. */
export interface Blame {
  readonly requirement: string;
  readonly expected: string;
  readonly observed: string;
}

/** A requirement that passes on the bare target, and of which nothing can be told here. */
export interface Loss {
  readonly requirement: string;
  readonly reason: string;
  /** Why that is as it should be; left out when nobody said so. */
  readonly allowed?: string;
}

/** One row of the false-alarm matrix: who blames a conforming target, and how much can be told of it. */
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
export interface ConformingRowOptions {
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
