import type { Explainable } from '../../kernel/causes/evidence.js';
import type { ReportedExchange } from '../exchange-schema.js';
import type { ReportedRequirement } from '../run-report-schema.js';

/** What a cause is found by; a failure that a baseline knows is a failure here. */
export function toExplainable(requirement: ReportedRequirement): Explainable {
  const { verdict } = requirement;
  if ('counterexample' in verdict) {
    const { deviation, exchanges } = verdict.counterexample;
    const { exchange } = deviation;
    const shown = exchanges.find(({ number }) => number === exchange);
    return { requirement, outcome: 'failed', evidence: { ...deviation, ...toStatus(shown) } };
  }
  if (verdict.outcome !== 'cantTell') return { requirement, outcome: verdict.outcome };
  const { outcome, need, obstacle } = verdict;
  return {
    requirement,
    outcome,
    ...(need !== undefined && { need }),
    ...(obstacle && { evidence: { ...obstacle, ...toStatus(obstacle.exchange) } }),
  };
}

const toStatus = (exchange: ReportedExchange | undefined): { readonly status?: number } =>
  exchange && 'response' in exchange.outcome ? { status: exchange.outcome.response.status } : {};
