import type { Evidence, Explainable } from '../../kernel/causes/evidence.js';
import type { ReportedExchange } from '../exchange-schema.js';
import type { ReportedRequirement, ReportedVerdict } from '../run-report-schema.js';

/** What a cause is found by; a failure that a baseline knows is a failure here. */
export function toExplainable(requirement: ReportedRequirement): Explainable {
  const { verdict } = requirement;
  if ('counterexample' in verdict) {
    const { deviation, exchanges } = verdict.counterexample;
    const { exchange, ...seen } = deviation;
    const shown = exchanges.find(({ number }) => number === exchange);
    return { requirement, outcome: 'failed', evidence: { ...seen, ...toAnswer(shown) } };
  }
  if (verdict.outcome !== 'cantTell') return { requirement, outcome: verdict.outcome };
  const { outcome, need, obstacle } = verdict;
  return {
    requirement,
    outcome,
    ...(need !== undefined && { need }),
    ...(obstacle && { evidence: toEvidence(obstacle) }),
  };
}

type Obstacle = NonNullable<Extract<ReportedVerdict, { outcome: 'cantTell' }>['obstacle']>;

const toEvidence = ({ exchange, ...seen }: Obstacle): Evidence => ({ ...seen, ...toAnswer(exchange) });

/** The exchange that shows it, without its number: shards count by themselves. */
const toAnswer = (exchange: ReportedExchange | undefined): Pick<Evidence, 'method' | 'status'> =>
  exchange
    ? {
        method: exchange.request.method,
        ...('response' in exchange.outcome && { status: exchange.outcome.response.status }),
      }
    : {};
