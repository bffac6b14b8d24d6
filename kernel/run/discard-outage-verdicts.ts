import { isSilent, type Outage, toAway } from '../../wire/client/outage.js';
import type { Exchange } from '../../wire/exchange.js';
import type { Verdict } from '../verdict.js';

/** A verdict, when it was reached and how long that took, in ms of the clock. */
export interface Reached {
  readonly verdict: Verdict;
  readonly at: number;
  readonly ms?: number;
}

/**
 * Whether a requirement is worth judging again: the target was away meanwhile and is back. A failure is judged again
 * only if its exchange fell into the outage.
 */
export function isDisturbed({ verdict, at, ms = 0 }: Reached, outages: readonly Outage[]): boolean {
  const over = outages.filter(({ to }) => to !== undefined);
  if (verdict.outcome === 'failed') return over.some((one) => isTaken(deciding(verdict), one));
  return verdict.outcome === 'cantTell' && over.some(({ since }) => since >= at - ms && since <= at);
}

/**
 * Discards a verdict that an outage explains: a failure with its exchange in the outage, or an inconclusive verdict
 * once the target was gone for good. What was judged before stays.
 */
export function discardOutageVerdict({ verdict, at }: Reached, outages: readonly Outage[]): Verdict {
  const outage = outages.find((one) =>
    verdict.outcome === 'failed' ? isTaken(deciding(verdict), one) : isEnd(one, at),
  );
  if (!outage || verdict.outcome === 'passed' || verdict.outcome === 'inapplicable') return verdict;
  return { outcome: 'untested', reason: toAway(outage), requests: verdict.requests };
}

/** Whether a request without a response may have decided a verdict, so that it is worth judging again alone. */
export const isStalled = ({ verdict }: Reached): boolean =>
  'stall' in verdict && verdict.outcome !== 'passed' && verdict.stall !== undefined;

/** A verdict reached alone, with what the former one cost; a pass says which request had no response before. */
export function withFormer<One extends Reached>(one: One, former: Reached | undefined): One {
  const stall = former && 'stall' in former.verdict ? former.verdict.stall : undefined;
  if (!former || stall === undefined) return one;
  const verdict = { ...one.verdict, requests: former.verdict.requests + one.verdict.requests };
  return { ...one, verdict: verdict.outcome === 'passed' ? { ...verdict, stall } : verdict };
}

const isEnd = ({ to, since }: Outage, at: number): boolean => to === undefined && at >= since;

/** The exchange that shows a failure. */
const deciding = ({ counterexample }: Extract<Verdict, { outcome: 'failed' }>): Exchange | undefined =>
  counterexample.deviation.exchange ?? counterexample.exchanges.at(-1);

/** Whether an exchange fell into an outage and got no response there. */
const isTaken = (exchange: Exchange | undefined, { from, to = Number.POSITIVE_INFINITY }: Outage): boolean =>
  exchange !== undefined && exchange.number >= from && exchange.number <= to && isSilent(exchange.outcome);
