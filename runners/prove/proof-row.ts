import { isDeepStrictEqual } from 'node:util';
import type { RequirementInfo } from '../../kernel/requirement.js';
import type { Interceptor, Outcome } from '../../wire/exchange.js';
import { jsonOf } from '../../wire/message-body.js';
import type { Case, CaseResult } from '../../zoo/proof/case-result.js';
import { type ConformingRow, type FaultRow, toConformingRow, toFaultRow } from '../../zoo/proof/matrix-row.js';
import { judgeCase, type JudgeCaseOptions } from './judge-case.js';
import { findComposition, findFault, findVariant } from './proof-cases.js';
import type { ProofSetup } from './proof-setup.js';
import type { CaseAnswer } from './worker.js';

/** What the row of a case is read against. */
interface ToRowOptions {
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

/** What a client makes of an answer. Octets may differ where JSON was read and written again. */
const meaningOf = (outcome: Outcome): unknown =>
  outcome.kind === 'response' ? [outcome.response.status, jsonOf(outcome)] : outcome;

const alike = (one: Outcome, other: Outcome): boolean => isDeepStrictEqual(meaningOf(one), meaningOf(other));

/** Sends as the fault does, and calls back when what it answers is not what the target says. */
const watching =
  (fault: Interceptor, differs: () => void): Interceptor =>
  async (request, next) => {
    const isReading = ['GET', 'HEAD'].includes(request.method);
    const changed = isReading ? await changesReading(fault, request, next) : await changesWrite(fault, request, next);
    if (changed.isChanged) differs();
    return changed.answer;
  };

type ChangeCheck = (
  fault: Interceptor,
  ...sending: Parameters<Interceptor>
) => Promise<{ readonly answer: Outcome; readonly isChanged: boolean }>;

/** Whether an answer is another than those right before and after; where these differ, somebody writes. */
const changesReading: ChangeCheck = async (fault, request, next) => {
  const before = await next(request);
  const answer = await fault(request, next);
  const isStill = alike(before, await next(request));
  return { answer, isChanged: isStill && !alike(before, answer) };
};

/** Whether a write is not passed on as it is, or its answer is not passed back. */
const changesWrite: ChangeCheck = async (fault, request, next) => {
  const given: Outcome[] = [];
  const answer = await fault(request, async (sent) => {
    const outcome = await next(sent);
    if (isDeepStrictEqual(sent, request)) given.push(outcome);
    return outcome;
  });
  return { answer, isChanged: !given.some((outcome) => alike(outcome, answer)) };
};

/**
 * Judges a fault that was missed once more, beside the plain answers of its target, and tells whether it changed any:
 * of ids that all have as many digits the order as text is that as numbers, for example, and nobody could tell.
 */
export async function isWithoutEffect(one: Case, stage: ProofSetup, options: JudgeCaseOptions): Promise<boolean> {
  let changed = false;
  const around = (fault: Interceptor): Interceptor => watching(fault, () => (changed = true));
  await judgeCase(one, { ...stage, concurrency: 1 }, { ...options, around });
  return !changed;
}
