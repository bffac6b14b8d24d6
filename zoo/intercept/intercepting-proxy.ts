import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { HeaderPairs, Interceptor, Outcome, Send, WireRequest, WireResponse } from '../../wire/exchange.js';
import { createRemoteTransport } from '../../wire/transports/remote.js';
import { before } from './intercept-operation.js';

/** What concerns one connection alone (RFC 9110 section 7.6.1); framing is done anew on each side. */
const hopByHop = ['connection', 'keep-alive', 'te', 'trailer', 'transfer-encoding', 'upgrade', 'expect'];

const endToEnd = (headers: HeaderPairs): HeaderPairs =>
  headers.filter(([name]) => !hopByHop.includes(name.toLowerCase()));

/** Reads a whole request, as it came. */
async function receive(request: IncomingMessage): Promise<WireRequest> {
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
function give(outcome: Outcome, { socket }: IncomingMessage, response: ServerResponse): void {
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

/** Where a proxy listens, what it forwards to, and what it changes on the way. */
interface ProxyOptions {
  /** Scheme, host and port of the target. */
  readonly origin: string;
  readonly intercept: Interceptor;
  /** A free one by default. */
  readonly port?: number;
  /** The address to listen on; 127.0.0.1 by default. */
  readonly host?: string;
  /** How long the target may take for an answer; 30 s by default. */
  readonly timeoutMs?: number;
}

/** A proxy that listens, at `origin`, until it is closed. */
export interface Proxy {
  readonly origin: string;
  close(): Promise<void>;
}

/**
 * Puts a fault on the wire: listens and passes on what comes, octet by octet, through the interceptor.
 * The Host of a request is kept, so that a target's links point back here. Rejects when it cannot listen.
 */
export async function openProxy(options: ProxyOptions): Promise<Proxy> {
  const { origin, intercept, port = 0, host = '127.0.0.1', timeoutMs = 30_000 } = options;
  const transport = createRemoteTransport({ origin, timeoutMs, connections: 16 });
  const send = before(transport.send, intercept);
  const server = createServer((request, response) => void pass(send, request, response));
  server.on('clientError', (_, socket) => socket.end('HTTP/1.1 400 Bad Request\r\nConnection: close\r\n\r\n'));
  const bound = await listen(server, { port, host }).catch(async (error: unknown) => {
    await transport.close();
    throw error;
  });
  return {
    origin: toOrigin(host, bound),
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await transport.close();
    },
  };
}

/** The origin by which a client of this machine reaches what listens on an address, also on all of them. */
function toOrigin(host: string, port: number): string {
  const reachable = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host;
  return `http://${reachable.includes(':') ? `[${reachable}]` : reachable}:${port}`;
}

function listen(server: Server, at: { readonly port: number; readonly host: string }): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(at, () => {
      const address = server.address();
      resolve(address && typeof address === 'object' ? address.port : at.port);
    });
  });
}

async function pass(send: Send, request: IncomingMessage, response: ServerResponse): Promise<void> {
  try {
    give(await send(await receive(request)), request, response);
  } catch {
    // A client that went away, or a request that cannot be passed on.
    response.destroy();
  }
}
