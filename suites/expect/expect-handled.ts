import { expectResponse, expectThat, observe } from '../../kernel/expectations.js';
import { Inconclusive } from '../../wire/errors.js';
import { type Exchange, headerValue, type WireResponse } from '../../wire/exchange.js';

/** Sees to it that a write was refused: what is taken all the same is another matter. @throws CannotTell when it was. */
export function requireRefused({ outcome }: Exchange): void {
  if (outcome.kind === 'response' && outcome.response.status < 300) throw new Inconclusive('the write was accepted');
}

/** Unknown methods may be called not implemented, and whoever says when to come back is not at fault. */
const isExcused = ({ status, headers }: WireResponse): boolean =>
  status === 501 || status === 505 || (status === 503 && headerValue(headers, 'retry-after') !== undefined);

/** Expects a request to be accepted or refused, as a matter of the client, and not to break the server (RFC 9110 15.6). */
export function expectHandled(exchange: Exchange, what: string): WireResponse {
  const response = expectResponse(exchange);
  expectThat(response.status < 500 || isExcused(response), {
    kind: 'status',
    expected: `${what} to be accepted or refused (2xx to 4xx)`,
    observed: observe(response),
    exchange,
  });
  return response;
}

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
