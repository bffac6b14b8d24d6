import type { IncomingMessage, ServerResponse } from 'node:http';
import type { HeaderPairs, Outcome, WireRequest, WireResponse } from '../harness/exchange.js';

/** What concerns one connection alone (RFC 9110 section 7.6.1); framing is done anew on each side. */
const hopByHop = ['connection', 'keep-alive', 'te', 'trailer', 'transfer-encoding', 'upgrade', 'expect'];

const endToEnd = (headers: HeaderPairs): HeaderPairs =>
  headers.filter(([name]) => !hopByHop.includes(name.toLowerCase()));

/** Reads a whole request, as it came. */
export async function receive(request: IncomingMessage): Promise<WireRequest> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(Buffer.from(chunk));
  const { method = 'GET', url = '/', rawHeaders } = request;
  const headers = rawHeaders.flatMap(
    (name, at): HeaderPairs => (at % 2 === 0 ? [[name, rawHeaders[at + 1] ?? '']] : []),
  );
  const body = Buffer.concat(chunks);
  return { method, target: url, headers: endToEnd(headers), ...(body.length > 0 && { body }) };
}

/** Lets the client see an outcome as it would see it of the target itself. */
export function give(outcome: Outcome, { socket }: IncomingMessage, response: ServerResponse): void {
  switch (outcome.kind) {
    case 'response':
      writeHead(response, outcome.response).end(outcome.response.body);
      return;
    case 'truncated':
      writeHead(response, outcome.response).write(outcome.response.body, () => socket.destroy());
      return;
    case 'malformed':
      socket.end('this is not HTTP\r\n\r\n');
      return;
    case 'stalled':
      // The client waits until it, or this proxy, has had enough.
      return;
    case 'reset':
    case 'unreachable':
      socket.resetAndDestroy();
  }
}

const writeHead = (response: ServerResponse, { status, headers }: WireResponse): ServerResponse => {
  response.sendDate = false;
  return response.writeHead(status, endToEnd(headers).flat());
};
