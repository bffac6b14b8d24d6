import type { Exchange } from '../../wire/exchange.js';
import type { Permission } from '../profile/rights.js';

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

/** The status of an answer; 0 where there was none. */
export const statusOf = ({ outcome }: Exchange): number => (outcome.kind === 'response' ? outcome.response.status : 0);

/** What tells whoever asked that it may not; a record may also be denied to be there. */
const REFUSALS = [401, 403, 404];

/** What the answer to a valid request says of the rights of who sent it; undefined where it says nothing of them. */
export function permissionOf(exchange: Exchange): Permission | undefined {
  const status = statusOf(exchange);
  if (status >= 200 && status < 300) return 'granted';
  return REFUSALS.includes(status) ? 'refused' : undefined;
}

/** Whether an answer says that it is the rights of who asked that do not suffice. */
export const isForbidden = (exchange: Exchange): boolean => [401, 403].includes(statusOf(exchange));
