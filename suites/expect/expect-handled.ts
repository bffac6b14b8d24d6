import { DoesNotApply } from '../../kernel/deviation.js';
import { expectResponse, expectThat, observe } from '../../kernel/expectations.js';
import { Inconclusive } from '../../wire/errors.js';
import { type Exchange, headerValue, type WireResponse } from '../../wire/exchange.js';
import { INCONCLUSIVE, isGranted, isSuccess, UNIMPLEMENTED } from '../../wire/status.js';

/** Sees to it that a write was refused: what is taken all the same is another matter. @throws Inconclusive when it was. */
export function requireRefused(exchange: Exchange): void {
  if (isGranted(exchange)) throw new DoesNotApply('the write was accepted');
}

/** Unknown methods may be called not implemented, and whoever says when to come back is not at fault. */
export const isExcused = ({ status, headers }: WireResponse): boolean =>
  UNIMPLEMENTED.includes(status) || (status === 503 && headerValue(headers, 'retry-after') !== undefined);

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

/** Whether a valid request was granted; expects it not to break the server, whatever else is under way. */
export function wasGranted(exchange: Exchange, what: string): boolean {
  const { status } = expectHandled(exchange, what);
  if (INCONCLUSIVE.includes(status)) throw new Inconclusive(`${what} was answered with ${status}`);
  return isSuccess(status);
}
