import { explainNominated } from '../../kernel/causes/explain-nominated.js';
import { isJsonObject } from '../../wire/json.js';
import type { ReportedFailure, ReportedRequirement, ReportedVerdict } from '../run-report-schema.js';
import type { JudgedInShard } from './joined-requirement.js';
import { toExplainable } from './reported-evidence.js';

/**
 * What a monitor nominated and a shard found to be a failure follows from another failure, where that was judged in
 * another shard: one run would not have tried it.
 */
export function withoutExplained(one: JudgedInShard, judged: readonly ReportedRequirement[]): JudgedInShard {
  const { requirement, use } = one;
  const { verdict } = requirement;
  const { evidence, ...asked } = toExplainable(requirement);
  if (!('counterexample' in verdict) || !evidence) return one;
  const cause = explainNominated(judged.map(toExplainable), { ...asked, evidence });
  if (cause === undefined) return one;
  const reason = `what was seen in ${toSource(verdict)} follows from another failure`;
  return {
    requirement: { ...requirement, verdict: toInconclusive(verdict, reason, cause) },
    ...(use && { use: { ...use, state: 'notJudged', why: `is inconclusive: ${reason}` } }),
  };
}

function toInconclusive({ requests, counterexample }: ReportedFailure, reason: string, cause: string): ReportedVerdict {
  const { exchange: number, ...seen } = counterexample.deviation;
  const exchange = counterexample.exchanges.find((one) => one.number === number);
  return { outcome: 'cantTell', reason, requests, obstacle: { ...seen, ...(exchange && { exchange }) }, cause };
}

/** The requirement that sent what shows it. */
function toSource({ counterexample: { value } }: ReportedFailure): string {
  return isJsonObject(value) && typeof value['by'] === 'string' ? value['by'] : 'another requirement';
}
