import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { awaitsRefusal } from './body-parser.js';

/** A `node:http` server with limits for clients that are slow or send too much. */
interface Listener {
  /** Gives `http://host:port`, a free port of 127.0.0.1 by default; rejects when it cannot listen there. */
  listen(at: { readonly port?: number; readonly host?: string }): Promise<string>;
  close(): Promise<void>;
}

/** Milliseconds. Idle connections are kept long, so that a client does not meet one that is just being closed. */
const limits = {
  headersTimeout: 10_000,
  requestTimeout: 30_000,
  keepAliveTimeout: 60_000,
  connectionsCheckingInterval: 1_000,
};

/** How long running requests get when the server stops. */
const GRACE = 500;

/** Creates a server for a handler; it listens nowhere yet. */
export function createListener(handler: RequestListener): Listener {
  const server = createServer(limits, handler);
  server.on('checkContinue', (request: IncomingMessage, response: ServerResponse) => {
    // The handler then refuses without reading, and what the client might send all the same is not taken for a request.
    if (awaitsRefusal(request)) response.setHeader('Connection', 'close');
    else response.writeContinue();
    handler(request, response);
  });
  return {
    listen: ({ port = 0, host = '127.0.0.1' }) =>
      new Promise((resolve, reject) => {
        server.once('error', reject);
        server.listen(port, host, () => resolve(originOf(server, host)));
      }),
    close: () => close(server),
  };
}

function originOf(server: Server, host: string): string {
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  const reachable = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host;
  return `http://${reachable.includes(':') ? `[${reachable}]` : reachable}:${port}`;
}

function close(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeIdleConnections();
    setTimeout(() => server.closeAllConnections(), GRACE).unref();
  });
}

/** Answers a request when its turn on the connection has come. */
type EnqueueRequest = <T>(request: IncomingMessage, answer: () => Promise<T>) => Promise<T>;

const isSafe = (method = 'GET'): boolean => ['GET', 'HEAD', 'OPTIONS'].includes(method);

/**
 * Node hands pipelined requests over side by side. What follows a write on its connection must see the effect of it, so
 * it waits until the write is done (RFC 9112 section 9.3.2).
 */
export function createRequestQueue(): EnqueueRequest {
  const writes = new WeakMap<Socket, Promise<unknown>>();
  return (request, answer) => {
    const earlier = writes.get(request.socket);
    const answered = earlier ? earlier.then(answer, answer) : answer();
    if (!isSafe(request.method)) writes.set(request.socket, answered);
    return answered;
  };
}
