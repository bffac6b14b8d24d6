import type { Exchange, HeaderPairs, Outcome, WireResponse } from '../exchange.js';
import type { JsonObject } from '../json.js';
import { bodyText } from './exchange-lines.js';

/** An exchange as JSON; header fields as pairs, in order. */
export const toExchangeJson = ({ number, phase, ms, request, outcome }: Exchange): JsonObject => ({
  number,
  phase,
  ms: Math.round(ms),
  request: { method: request.method, target: request.target, ...toMessage(request.headers, request.body) },
  outcome: toOutcomeJson(outcome),
});

function toOutcomeJson(outcome: Outcome): JsonObject {
  if (outcome.kind !== 'response' && outcome.kind !== 'truncated') return { ...outcome };
  return { kind: outcome.kind, response: toResponseJson(outcome.response) };
}

const toResponseJson = ({ status, headers, body }: WireResponse): JsonObject => ({
  status,
  ...toMessage(headers, body),
});

/** A body is `text` where it is UTF-8, else `base64`. */
function toMessage(headers: HeaderPairs, body: Uint8Array | undefined): JsonObject {
  const pairs = headers.map(([name, value]) => [name, value]);
  if (body === undefined) return { headers: pairs };
  const text = bodyText(body);
  return { headers: pairs, body: text === undefined ? { base64: Buffer.from(body).toString('base64') } : { text } };
}
