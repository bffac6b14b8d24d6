import { once } from 'node:events';
import { createServer as createHttpServer, request as ask, type IncomingMessage } from 'node:http';
import type { AddressInfo, Server, Socket } from 'node:net';
import { createReferenceServer } from '../../reference-server/index.js';
import {
  type Asked,
  type Honest,
  type HostileRow,
  type Phase,
  phases,
  type RawResponse,
  type SpeakingRow,
} from './hostile-row.js';

/** A hostile target that listens, and the server behind it. */
export interface RawTarget {
  readonly url: string;
  /** How many records the server holds. */
  count(): number;
  /** From now on it is honest. */
  mend(): void;
  close(): Promise<void>;
}

/** Starts the target of a row: hostile from the first request on, or after good responses of the reference server. */
export async function startRawTarget(row: HostileRow, phase: Phase): Promise<RawTarget> {
  const reference = createReferenceServer();
  const origin = (await reference.listen()).url;
  let good: number = phases[phase];
  const honest: Honest = {
    respond(request, response) {
      good -= 1;
      // What is hostile in a connection shows in the next one.
      if (good === 0) response.shouldKeepAlive = false;
      reference.handler(request, response);
    },
    isGood: () => good > 0,
  };
  const server = 'serve' in row ? row.serve(honest) : serveRow(row, { ...honest, origin });
  const closing = await listen(server);
  const host = row.lookups === undefined ? '127.0.0.1' : 'calendar.test';
  const { port } = server.address() as AddressInfo;
  return {
    url: `${'serve' in row ? row.scheme : 'http'}://${host}:${port}`,
    count: () => Object.values(reference.counts()).reduce((sum, count) => sum + count, 0),
    mend() {
      good = Number.POSITIVE_INFINITY;
    },
    async close() {
      await closing();
      await reference.close();
    },
  };
}

/** The reference server behind a target, and its address. */
interface Behind extends Honest {
  readonly origin: string;
}

function serveRow({ speak }: SpeakingRow, { respond, isGood, origin }: Behind): Server {
  return createHttpServer((request, response) => {
    if (isGood()) return respond(request, response);
    const asked: Asked = { request, honest: () => forward(request, origin) };
    // A connection that was ended meanwhile needs no response.
    Promise.resolve(speak(request.socket, asked)).catch(() => request.socket.destroy());
  });
}

/** Listens on a free port, and gives what ends it. */
async function listen(server: Server): Promise<() => Promise<void>> {
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    sockets.add(socket.on('error', () => {}));
    socket.on('close', () => sockets.delete(socket));
  });
  server.on('tlsClientError', () => {});
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return async () => {
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
  };
}

/** What an honest server sends, its body whole and with its length. */
async function forward(request: IncomingMessage, origin: string): Promise<RawResponse> {
  const { method, headers, url } = request;
  const onward = ask(`${origin}${url}`, { method, headers, agent: false });
  request.pipe(onward);
  const [response] = (await once(onward, 'response')) as [IncomingMessage];
  const chunks: Buffer[] = [];
  for await (const chunk of response) chunks.push(chunk as Buffer);
  const { statusCode, statusMessage, rawHeaders } = response;
  const fields = rawHeaders.flatMap((name, at) => (at % 2 === 0 ? `${name}: ${rawHeaders[at + 1]}\r\n` : []));
  const kept = fields.filter((field) => !/^(connection|keep-alive|transfer-encoding):/i.test(field));
  return { head: `HTTP/1.1 ${statusCode} ${statusMessage}\r\n${kept.join('')}\r\n`, body: Buffer.concat(chunks) };
}
