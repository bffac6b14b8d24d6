import { IncomingMessage, type OutgoingHttpHeader, type RequestListener, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import type { HeaderPairs, Outcome, Transport, WireRequest, WireResponse } from '../../harness/exchange.js';
import { toHeaderPairs, withIdentityCoding } from '../../harness/transports/header-pairs.js';
import { toGuarded } from '../../harness/transports/sendable.js';

const HOST = '127.0.0.1';

/**
 * Carries requests to the handler of our own server without a connection: a proof sends a million of them, and the wire
 * itself is not what it is about. The handler must write its head and its body at once, as the reference server does.
 */
export const createDirectTransport = (handler: RequestListener): Transport => ({
  send: toGuarded((request) => hand(handler, request)),
  close: async () => {},
});

function hand(handler: RequestListener, wire: WireRequest): Promise<Outcome> {
  return new Promise((resolve) => {
    const request = toMessage(wire);
    handler(
      request,
      createResponse(request, (response) => resolve({ kind: 'response', response })),
    );
  });
}

function toMessage({ method, target, headers, body }: WireRequest): IncomingMessage {
  const message = new IncomingMessage(new Socket());
  const sent: HeaderPairs = [
    ['host', HOST],
    ...withIdentityCoding(headers),
    ['content-length', String(body?.length ?? 0)],
  ];
  message.method = method;
  message.url = target;
  message.rawHeaders = sent.flat();
  message.headers = Object.fromEntries(sent.map(([name, value]) => [name.toLowerCase(), value]));
  if (body && body.length > 0) message.push(body);
  message.push(null);
  message.complete = true;
  return message;
}

/** Statuses without a body, whatever is written (RFC 9110 section 6.4.1). */
const EMPTY = [204, 304];

/** A response that keeps what is written to it. Node itself would add the date, and leave out what HEAD has no body for. */
function createResponse(request: IncomingMessage, give: (response: WireResponse) => void): ServerResponse {
  const response = new ServerResponse(request);
  let head: Pick<WireResponse, 'status' | 'headers'> = { status: 500, headers: [] };
  response.writeHead = (status: number, list?: unknown) => {
    head = { status, headers: toHeaderPairs((Array.isArray(list) ? list : []) as OutgoingHttpHeader[] as string[]) };
    return response;
  };
  response.end = (chunk?: unknown) => {
    const isEmpty = request.method === 'HEAD' || EMPTY.includes(head.status) || !(chunk instanceof Uint8Array);
    give({ ...head, headers: [...head.headers, ['Date', new Date().toUTCString()]], body: isEmpty ? NOTHING : chunk });
    return response;
  };
  return response;
}

const NOTHING = new Uint8Array();
