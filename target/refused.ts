import type { Exchange } from '../harness/exchange.js';

/** Statuses that say nothing of what was asked for: who asks, too slow, too many. */
const UNINFORMATIVE = [401, 408, 429];

/** Whether an exchange was answered with a status of 4xx: the request is refused, whatever the reason. */
export const isRefused = ({ outcome }: Exchange): boolean =>
  outcome.kind === 'response' && outcome.response.status >= 400 && outcome.response.status < 500;

/** Whether what was asked for is not there; of a list, that may be how one of nothing is told. */
export const isNotFound = ({ outcome }: Exchange): boolean =>
  outcome.kind === 'response' && outcome.response.status === 404;

/** Whether a page after the first is refused because there is none: with which status is open (gap.page.past-the-end). */
export const isNoPage = (exchange: Exchange): boolean =>
  isRefused(exchange) &&
  exchange.outcome.kind === 'response' &&
  !UNINFORMATIVE.includes(exchange.outcome.response.status);
