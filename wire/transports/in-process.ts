import {
  Agent,
  type ClientRequest,
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
} from 'node:http';
import supertest from 'supertest';
import type { Send, Transport, WireRequest } from '../exchange.js';
import { createReception, type Reception } from './reception.js';
import { chunksOf, toFreshRetry, toGuarded, toHeaderPairs, withIdentityCoding } from './sending.js';

/** A handler that is called without a network; an exchange that takes longer than `timeoutMs` has stalled. */
export interface InProcessOptions {
  readonly handler: RequestListener;
  /** From sending to the end of the response. */
  readonly timeoutMs: number;
}

/** Carries requests to a handler over supertest: it listens once, on a free port of 127.0.0.1. */
export function createInProcessTransport({ handler, timeoutMs }: InProcessOptions): Transport {
  const server = createServer(handler);
  const origin = listen(server);
  const kept = new Agent({ keepAlive: true });
  const fresh = new Agent({ keepAlive: false });
  const sendOver =
    (agent: Agent): Send =>
    async (request) =>
      exchange({ request, agent, timeoutMs, origin: await origin });
  return {
    send: toGuarded(toFreshRetry(sendOver(kept), sendOver(fresh))),
    async close() {
      await origin;
      kept.destroy();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function listen(server: Server): Promise<string> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      if (address && typeof address === 'object') resolve(`http://127.0.0.1:${address.port}`);
    });
  });
}

interface Sending {
  readonly origin: string;
  readonly request: WireRequest;
  readonly agent: Agent;
  readonly timeoutMs: number;
}

function exchange({ origin, request, agent, timeoutMs }: Sending): ReturnType<Send> {
  const test = new supertest.Test(origin, request.method, '/').agent(agent);
  const reception = createReception({ timeoutMs, abort: () => void test.abort() });
  // superagent rewrites, decodes, parses and judges, so this uses Node's request below it.
  test.on('request', () => {
    const wire = test.req as ClientRequest;
    write(wire, request);
    receive(wire, reception);
  });
  reception.connected();
  test.end((error) => error && reception.fail(error));
  return reception.outcome;
}

function write(wire: ClientRequest, request: WireRequest): void {
  const { method, target, headers, body } = request;
  wire.method = method;
  wire.path = target;
  for (const [name] of headers) wire.removeHeader(name);
  wire.removeHeader('accept-encoding');
  for (const [name, value] of withIdentityCoding(headers)) wire.appendHeader(name, value);
  if (!body?.length) return;
  const chunks = chunksOf(request);
  if (!chunks && !wire.hasHeader('content-length')) wire.setHeader('content-length', body.length);
  for (const part of chunks ?? [body]) wire.write(part);
}

function receive(wire: ClientRequest, reception: Reception): void {
  wire.removeAllListeners('response');
  wire.prependListener('error', (error) => reception.fail(error));
  wire.on('response', (answer: IncomingMessage) => {
    reception.begin(answer.statusCode ?? 0, toHeaderPairs(answer.rawHeaders));
    answer.on('data', (chunk: Buffer) => reception.add(chunk));
    answer.on('end', () => reception.complete());
    answer.on('error', (error) => reception.fail(error));
  });
}
