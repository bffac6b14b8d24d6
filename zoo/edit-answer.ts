import { jsonOf } from '../harness/body.js';
import type { HeaderPairs, Outcome, WireResponse } from '../harness/exchange.js';
import type { JsonValue } from '../harness/json.js';

/** Rewrites a whole response; other outcomes stay as they are. */
export const editResponse = (outcome: Outcome, edit: (response: WireResponse) => WireResponse): Outcome =>
  outcome.kind === 'response' ? { kind: 'response', response: edit(outcome.response) } : outcome;

/** A response with another body, uncoded, its Content-Length set to the octets of it. */
export const withBody = ({ status, headers }: WireResponse, body: Uint8Array): WireResponse => ({
  status,
  headers: withHeader(withoutHeader(headers, 'Content-Encoding'), 'Content-Length', String(body.length)),
  body,
});

/** Rewrites the JSON body of a response, whatever its status; what holds no JSON stays as it is. */
export const editJson = (outcome: Outcome, edit: (body: JsonValue) => JsonValue): Outcome =>
  editResponse(outcome, (response) => {
    const body = jsonOf(outcome);
    return body === undefined ? response : withBody(response, Buffer.from(JSON.stringify(edit(body))));
  });

/** The status of a response; 0 where there was none. */
export const statusOf = (outcome: Outcome): number => (outcome.kind === 'response' ? outcome.response.status : 0);

/** Whether a request was granted: a status of 2xx. */
export const isGranted = (outcome: Outcome): boolean => statusOf(outcome) >= 200 && statusOf(outcome) < 300;

/** A response with another status. */
export const withStatus = (outcome: Outcome, status: number): Outcome =>
  editResponse(outcome, (response) => ({ ...response, status }));

const isNamed =
  (name: string) =>
  ([field]: HeaderPairs[number]) =>
    field.toLowerCase() === name.toLowerCase();

/** Header fields without those of a name. */
export const withoutHeader = (headers: HeaderPairs, name: string): HeaderPairs =>
  headers.filter((pair) => !isNamed(name)(pair));

/** Header fields with one value for a name, at the place where it stood. */
export function withHeader(headers: HeaderPairs, name: string, value: string): HeaderPairs {
  if (!headers.some(isNamed(name))) return [...headers, [name, value]];
  const at = headers.findIndex(isNamed(name));
  return headers.flatMap((pair, index) =>
    index === at ? [[pair[0], value] as const] : isNamed(name)(pair) ? [] : [pair],
  );
}

/** A response with another status and no body at all (RFC 9110 section 15.3.5 for 204). */
export const withoutBody = ({ headers }: WireResponse, status: number): WireResponse => ({
  status,
  headers: withoutHeader(withoutHeader(withoutHeader(headers, 'Content-Length'), 'Content-Type'), 'Content-Encoding'),
  body: new Uint8Array(),
});

/** A JSON answer that no server gave. */
export function toJsonResponse(status: number, value: JsonValue): Outcome {
  const body = Buffer.from(JSON.stringify(value));
  const headers = [['Content-Type', 'application/json'] as const];
  return { kind: 'response', response: withBody({ status, headers, body }, body) };
}

/** A refusal in the error format of the reference server. */
export const toRefusal = (status: number): Outcome =>
  toJsonResponse(status, { code: 'refused', message: 'This is refused.', data: { status } });
