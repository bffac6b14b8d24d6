import { validateHeaderName, validateHeaderValue } from 'node:http';
import { HarnessError } from '../errors.js';
import { type HeaderPairs, headerValues, isSafe, type Send, type WireRequest } from '../exchange.js';

/** The transport alone sets the fields that concern one connection (RFC 9110 section 7.6.1). */
const reserved = ['connection', 'expect', 'keep-alive', 'te', 'trailer', 'upgrade'];

/**
 * Sends only valid requests, and throws a HarnessError for any other. undici checks too, but a Pool stops for good
 * after a request that it refused.
 */
export function toGuarded(send: Send): Send {
  return async (request) => {
    const fault = faultOf(request);
    if (fault !== undefined) throw new HarnessError(`a request that cannot be sent: ${fault}`);
    return send(request);
  };
}

function faultOf({ method, target, headers, body }: WireRequest): string | undefined {
  if (!/^[!#$%&'*+\-.^_`|~\w]+$/.test(method)) return `the method ${JSON.stringify(method)}`;
  if (!/^\/[\u0021-\u00ff]*$/.test(target)) return `the target ${JSON.stringify(target)}`;
  const field = headers.find(([name, value]) => !isField(name, value) || reserved.includes(name.toLowerCase()));
  if (field) return `the header ${JSON.stringify(field[0])}`;
  if (headerValues(headers, 'host').length > 1) return 'more than one host';
  const codings = headerValues(headers, 'transfer-encoding');
  if (codings.length > 0) return codings.join() === 'chunked' && body?.length ? undefined : 'a wrong transfer coding';
  const length = String(body?.length ?? 0);
  return headerValues(headers, 'content-length').every((value) => value === length) ? undefined : 'a wrong length';
}

/** A body that is sent in chunks, without a length (RFC 9112 section 7.1): in two of them. Undefined for any other. */
export function chunksOf({ headers, body }: WireRequest): readonly Uint8Array[] | undefined {
  if (!body?.length || headerValues(headers, 'transfer-encoding').length === 0) return undefined;
  const border = borderIn(body);
  return [body.slice(0, border), body.slice(border)];
}

/** Chunks know nothing of characters: the border lies within the first that takes several octets, else in the middle. */
function borderIn(body: Uint8Array): number {
  const wide = body.findIndex((octet) => octet >= 0xc0);
  return wide === -1 ? Math.ceil(body.length / 2) : wide + 1;
}

function isField(name: string, value: string): boolean {
  try {
    validateHeaderName(name);
    validateHeaderValue(name, value);
    return true;
  } catch {
    return false;
  }
}

/** Pairs up a flat list of names and values, as Node and undici give raw headers; octets are read as Latin-1. */
export function toHeaderPairs(flat: readonly (string | Buffer)[]): HeaderPairs {
  const text = flat.map((item) => (typeof item === 'string' ? item : item.toString('latin1')));
  return text.flatMap((name, at) => (at % 2 === 0 ? [[name, text[at + 1] ?? ''] as const] : []));
}

/** Asks for no content coding, unless the request names codings itself: no field means any (RFC 9110 12.5.3). */
export function withIdentityCoding(headers: HeaderPairs): HeaderPairs {
  const named = headers.some(([name]) => name.toLowerCase() === 'accept-encoding');
  return named ? headers : [...headers, ['accept-encoding', 'identity']];
}

/**
 * Sends over kept connections, and once more over a connection of its own when a read was reset before any answer: the
 * server may close an idle connection while we use it, which is no fault (RFC 9112 section 9.3.1). A write is never
 * sent twice; after such a close all requests get connections of their own, so that it cannot happen to a write. So
 * they do once `isBroken`: a kept connection was closed or spoken on out of turn, and the next one could be in a write.
 */
export function toFreshRetry(kept: Send, fresh: Send, isBroken: () => boolean = () => false): Send {
  let keeps = true;
  return async (request) => {
    if (!keeps || isBroken()) return fresh(request);
    const outcome = await kept(request);
    if (outcome.kind !== 'reset' || !isSafe(request.method)) return outcome;
    const again = await fresh(request);
    if (again.kind === 'response') keeps = false;
    return again;
  };
}
