import { isDeepStrictEqual } from 'node:util';
import { jsonOf } from '../../harness/body.js';
import type { Interceptor, Outcome } from '../../harness/exchange.js';
import type { Case } from '../../proof/case.js';
import { type JudgeCaseOptions, judgeCase } from './judge-case.js';
import type { ProofSetup } from './stage.js';

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
