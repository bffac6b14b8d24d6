import { statusOf } from '../../wire/status.js';
import type { DeviationDetails } from '../deviation.js';
import type { Judged } from '../run-event.js';
import type { Evidence, Explainable } from '../causes/evidence.js';
import { findCauses } from '../causes/find-causes.js';

/** Names the cause of each failed and each inconclusive verdict that another failure explains. */
export function groupByCause(judged: readonly Judged[]): readonly Judged[] {
  const causes = findCauses(judged.map(toExplainable));
  return judged.map((one) => withCause(one, causes.get(one.requirement.id)));
}

function withCause(one: Judged, cause: string | undefined): Judged {
  const { verdict } = one;
  if (cause === undefined || (verdict.outcome !== 'failed' && verdict.outcome !== 'cantTell')) return one;
  return { ...one, verdict: { ...verdict, cause } };
}

/** What a cause is found by. */
export function toExplainable({ requirement, verdict }: Judged): Explainable {
  const { outcome } = verdict;
  if (verdict.outcome === 'failed') {
    return { requirement, outcome, evidence: toEvidence(verdict.counterexample.deviation) };
  }
  if (verdict.outcome !== 'cantTell') return { requirement, outcome };
  const { need, obstacle } = verdict;
  return {
    requirement,
    outcome,
    ...(need !== undefined && { need }),
    ...(obstacle && { evidence: toEvidence(obstacle) }),
  };
}

/** What a deviation shows, as far as failures with one root are found by it. */
export function toEvidence({ kind, about, exchange }: DeviationDetails): Evidence {
  const status = exchange && statusOf(exchange.outcome);
  return {
    kind,
    ...(about && { about }),
    ...(status !== undefined && { status }),
    ...(exchange && { method: exchange.request.method, exchange: exchange.number }),
  };
}
