import { isSilent, type Outage, toAway } from '../wire/client/outage.js';
import type { Exchange } from '../wire/exchange.js';
import type { Verdict } from './verdict.js';

/** A verdict, when it was reached and how long that took, in ms of the clock. */
export interface Reached {
  readonly verdict: Verdict;
  readonly at: number;
  readonly ms?: number;
}

/**
 * Whether a verdict is worth reaching anew: the target went away while it was judged, and is back. A failure counts
 * only where it rests on an exchange of that time.
 */
export function isDisturbed({ verdict, at, ms = 0 }: Reached, outages: readonly Outage[]): boolean {
  const over = outages.filter(({ to }) => to !== undefined);
  if (verdict.outcome === 'failed') return over.some((one) => isTaken(deciding(verdict), one));
  return verdict.outcome === 'cantTell' && over.some(({ since }) => since >= at - ms && since <= at);
}

/**
 * Takes back what was said of a target while it was away: a failure that rests on an exchange of that time, and
 * whatever could not be told once it did not come back. What was judged before stays.
 */
export function discardOutageVerdict({ verdict, at }: Reached, outages: readonly Outage[]): Verdict {
  const outage = outages.find((one) =>
    verdict.outcome === 'failed' ? isTaken(deciding(verdict), one) : isEnd(one, at),
  );
  if (!outage || verdict.outcome === 'passed' || verdict.outcome === 'inapplicable') return verdict;
  return { outcome: 'untested', reason: toAway(outage), requests: verdict.requests };
}

const isEnd = ({ to, since }: Outage, at: number): boolean => to === undefined && at >= since;

/** The exchange that a failure rests on. */
const deciding = ({ counterexample }: Extract<Verdict, { outcome: 'failed' }>): Exchange | undefined =>
  counterexample.deviation.exchange ?? counterexample.exchanges.at(-1);

/** Whether an exchange fell into an outage and came to nothing there. */
const isTaken = (exchange: Exchange | undefined, { from, to = Number.POSITIVE_INFINITY }: Outage): boolean =>
  exchange !== undefined && exchange.number >= from && exchange.number <= to && isSilent(exchange.outcome);
