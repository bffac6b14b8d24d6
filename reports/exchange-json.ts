import type { Exchange, HeaderPairs, Outcome, WireResponse } from '../wire/exchange.js';
import { bodyText } from '../wire/message-body.js';
import type { ReportedExchange, ReportedMessage, ReportedOutcome } from './exchange-schema.js';

/** An exchange as JSON; header fields as pairs, in order. */
export const toExchangeJson = (
  { number, phase, identity, at, traceparent, followed, ms, request, outcome }: Exchange,
  curl: string,
): ReportedExchange => ({
  number,
  phase,
  ...(identity !== undefined && { identity }),
  ...(at !== undefined && { sent: new Date(at).toISOString() }),
  ...(traceparent !== undefined && { traceparent }),
  ...(followed && { followed }),
  ms: Math.round(ms),
  request: { method: request.method, target: request.target, ...toMessage(request.headers, request.body) },
  outcome: toOutcomeJson(outcome),
  curl,
});

function toOutcomeJson(outcome: Outcome): ReportedOutcome {
  if (outcome.kind !== 'response' && outcome.kind !== 'truncated') return { ...outcome };
  return { kind: outcome.kind, response: toResponseJson(outcome.response) };
}

const toResponseJson = ({ status, headers, body }: WireResponse) => ({ status, ...toMessage(headers, body) });

/** A body is `text` where it is UTF-8, else `base64`. */
function toMessage(headers: HeaderPairs, body: Uint8Array | undefined): ReportedMessage {
  const pairs = headers.map(([name, value]) => [name, value] as const);
  if (body === undefined) return { headers: pairs };
  const text = bodyText(body);
  return { headers: pairs, body: text === undefined ? { base64: Buffer.from(body).toString('base64') } : { text } };
}

/** The exchange that a report holds. */
export function fromExchangeJson(reported: ReportedExchange): Exchange {
  const { number, phase, identity, sent, traceparent, followed, ms, request, outcome } = reported;
  const { method, target, headers } = request;
  const body = request.body && { body: toOctets(request) };
  return {
    number,
    phase,
    ...(identity !== undefined && { identity }),
    ...(sent !== undefined && { at: Date.parse(sent) }),
    ...(traceparent !== undefined && { traceparent }),
    ...(followed && { followed }),
    ms,
    request: { method, target, headers, ...body },
    outcome: 'response' in outcome ? { kind: outcome.kind, response: fromResponseJson(outcome.response) } : outcome,
  };
}

const fromResponseJson = (response: ReportedMessage & { readonly status: number }): WireResponse => ({
  status: response.status,
  headers: response.headers,
  body: toOctets(response),
});

/** The octets of a body; none where there is no body. */
export function toOctets({ body = { text: '' } }: ReportedMessage): Uint8Array {
  return 'text' in body ? Buffer.from(body.text) : Buffer.from(body.base64, 'base64');
}

/** Header fields about connection, sender and time, which almost every message has. */
const DULL = ['connection', 'date', 'host', 'keep-alive', 'transfer-encoding', 'user-agent', 'x-powered-by'];

/** Whether a header field may matter to a reader. */
export const isInformativeField = ([name]: HeaderPairs[number]): boolean => !DULL.includes(name.toLowerCase());
