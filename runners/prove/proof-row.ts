import { isDeepStrictEqual } from 'node:util';
import type { RequirementInfo } from '../../kernel/requirement.js';
import type { Interceptor, Outcome } from '../../wire/exchange.js';
import type { Case, CaseResult } from '../../zoo/proof/case-result.js';
import { type ConformingRow, type FaultRow, toConformingRow, toFaultRow } from '../../zoo/proof/matrix-row.js';
import { alike } from './effect-watch.js';
import { type PointRow, toPointRow } from '../../zoo/proof/sample.js';
import { type CaseAnswer, judgeCase, type JudgeCaseOptions } from './judge-case.js';
import { findComposition, findFault, findVariant, pointOf } from './proof-cases.js';
import type { ProofSetup } from './proof-setup.js';

/** What the row of a case is compared with. */
interface ToRowOptions {
  readonly bare: CaseResult;
  readonly requirements: readonly RequirementInfo[];
}

export type RowOf =
  | { readonly type: 'point'; readonly row: PointRow }
  | { readonly type: 'fault'; readonly row: FaultRow }
  | { readonly type: 'conforming'; readonly row: ConformingRow };

/** The row of a case. One that could not be judged has no verdicts, and the reason as a defect. */
export function toRow(answer: CaseAnswer, { bare, requirements }: ToRowOptions): RowOf {
  const result = answer.kind === 'judged' ? answer.result : { ...bare, case: answer.case, cells: {}, requests: 0 };
  const read = toRowOf(result, { bare, requirements });
  if (answer.kind === 'judged') return read;
  return withDefects(read, [answer.message]);
}

function withDefects(read: RowOf, defects: readonly string[]): RowOf {
  switch (read.type) {
    case 'point':
      return { type: 'point', row: { ...read.row, defects } };
    case 'fault':
      return { type: 'fault', row: { ...read.row, defects } };
    case 'conforming':
      return { type: 'conforming', row: { ...read.row, defects } };
  }
}

function toRowOf(result: CaseResult, { bare, requirements }: ToRowOptions): RowOf {
  const { kind, id } = result.case;
  if (kind === 'point') return { type: 'point', row: toPointRow(pointOf(id), { bare, result, requirements }) };
  if (kind === 'fault') return { type: 'fault', row: toFaultRow(findFault(id), { bare, result, requirements }) };
  const { named, parts } = describe(result.case);
  const about = { kind: kind === 'bare' ? 'variant' : kind, parts, bare, result } as const;
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

/** Sends as the fault does, and calls `differs` when its response is not that of the target. */
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

/** Whether a response differs from those right before and after; where these two differ, somebody else writes. */
const changesReading: ChangeCheck = async (fault, request, next) => {
  const before = await next(request);
  const answer = await fault(request, next);
  const isStill = alike(before, await next(request));
  return { answer, isChanged: isStill && !alike(before, answer) };
};

/** Whether a write was not passed on unchanged, or its response not passed back. */
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
 * Judges a missed fault again beside the plain responses of its target, and returns whether it changed none of them.
 * Example: ids with the same number of digits have one order, as text and as numbers.
 */
export async function isWithoutEffect(one: Case, setup: ProofSetup, options: JudgeCaseOptions): Promise<boolean> {
  let changed = false;
  const around = (fault: Interceptor): Interceptor => watching(fault, () => (changed = true));
  await judgeCase(one, { ...setup, concurrency: 1 }, { ...options, around });
  return !changed;
}
