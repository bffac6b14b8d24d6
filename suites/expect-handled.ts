import { type Exchange, headerValue, type WireResponse } from '../harness/exchange.js';
import { expectResponse, expectThat, observe } from '../harness/expectations.js';

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
