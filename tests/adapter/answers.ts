import type { Exchange, HeaderPairs } from '../../wire/exchange.js';
import type { JsonValue } from '../../wire/json.js';

/** An exchange that was answered with JSON; without a body when that is undefined. */
export function answered(
  body: JsonValue | undefined,
  { status = 200, headers = [], method = 'GET' }: { status?: number; headers?: HeaderPairs; method?: string } = {},
): Exchange {
  const octets = body === undefined ? new Uint8Array() : Buffer.from(JSON.stringify(body));
  const response = { status, headers: [['content-type', 'application/json'] as const, ...headers], body: octets };
  const request = { method, target: '/vendor/events/v1/tags', headers: [] };
  return { number: 1, phase: 'check', request, outcome: { kind: 'response', response }, ms: 0 };
}
