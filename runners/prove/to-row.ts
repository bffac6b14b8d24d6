import type { RequirementInfo } from '../../harness/requirement.js';
import type { Case } from '../../proof/case.js';
import { type ConformingRow, toConformingRow } from '../../proof/conforming-row.js';
import { type FaultRow, toFaultRow } from '../../proof/fault-row.js';
import type { CaseResult } from '../../proof/told.js';
import { findComposition, findFault, findVariant } from './to-intercept.js';
import type { CaseAnswer } from './worker.js';

/** What the row of a case is read against. */
export interface ToRowOptions {
  readonly bare: CaseResult;
  readonly requirements: readonly RequirementInfo[];
}

export type RowOf =
  | { readonly type: 'fault'; readonly row: FaultRow }
  | { readonly type: 'conforming'; readonly row: ConformingRow };

/** Reads the row of a case. One that could not be judged has nothing told, and why as a defect. */
export function toRow(answer: CaseAnswer, { bare, requirements }: ToRowOptions): RowOf {
  const told = answer.kind === 'told' ? answer.told : { ...bare, case: answer.case, cells: {}, requests: 0 };
  const read = toRowOf(told, { bare, requirements });
  if (answer.kind === 'told') return read;
  const defects = [answer.message];
  return read.type === 'fault'
    ? { type: 'fault', row: { ...read.row, defects } }
    : { type: 'conforming', row: { ...read.row, defects } };
}

function toRowOf(told: CaseResult, { bare, requirements }: ToRowOptions): RowOf {
  const { kind, id } = told.case;
  if (kind === 'fault') return { type: 'fault', row: toFaultRow(findFault(id), { bare, result: told, requirements }) };
  const { named, parts } = describe(told.case);
  const about = { kind: kind === 'bare' ? 'variant' : kind, parts, bare, result: told } as const;
  return { type: 'conforming', row: toConformingRow(named, about) };
}

function describe({ kind, id }: Case) {
  if (kind === 'composition') {
    const composition = findComposition(id);
    return { named: composition, parts: composition.variants.map((variant) => variant.id) };
  }
  if (kind === 'variant') return { named: findVariant(id), parts: [] };
  return { named: { id, statement: `The site is in the time zone ${id}.` }, parts: [] };
}
