import { Inconclusive } from '../../harness/errors.js';
import type { Exchange } from '../../harness/exchange.js';
import { expectHandled } from '../expect-handled.js';

/** Who asks, too slow, too many: whether the request had an effect is not known. */
const INCONCLUSIVE = [401, 408, 429];

/** Whether a valid request was granted; expects it not to break the server, whatever else is under way. */
export function wasGranted(exchange: Exchange, what: string): boolean {
  const { status } = expectHandled(exchange, what);
  if (INCONCLUSIVE.includes(status)) throw new Inconclusive(`${what} was answered with ${status}`);
  return status >= 200 && status < 300;
}

/** What is answered by those who let one request at a time get at a record (RFC 9110 15.5.10, RFC 4918 11.3). */
const CONFLICTS = [409, 412, 423, 503];

/** Whether a request was refused because of another one. */
export const isConflict = ({ outcome }: Exchange): boolean =>
  outcome.kind === 'response' && CONFLICTS.includes(outcome.response.status);
