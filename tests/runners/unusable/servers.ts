import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, request as ask, type RequestListener } from 'node:http';
import { createServer as createTlsServer, type ServerOptions } from 'node:https';
import { connect, createServer as createTcpServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { onTestFinished } from 'vitest';

/** Host and port on which a server listens until the test ends. */
export async function listenOn(server: Server): Promise<string> {
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => sockets.add(socket.on('error', () => {})));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(async () => {
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
  });
  const address = server.address();
  if (typeof address !== 'object' || !address) throw new Error('the server has no address');
  return `127.0.0.1:${address.port}`;
}

/** A server over TLS. */
export const listenTls = (options: ServerOptions, listener: RequestListener): Promise<string> =>
  listenOn(createTlsServer(options, listener).on('tlsClientError', () => {}));

/** A server that speaks whatever it likes, once it was spoken to. */
export const listenTcp = (speak: (socket: Socket) => void): Promise<string> =>
  listenOn(createTcpServer((socket) => socket.once('data', () => speak(socket))));

/** Host and port where nobody listens. */
export async function nobody(): Promise<string> {
  const server = createTcpServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return `127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
}

/** Listens and never accepts, so that connections beyond the first few are dropped without a word. */
const deaf = `
  const { parentPort } = require('node:worker_threads');
  const server = require('node:net').createServer();
  server.listen({ port: 0, host: '127.0.0.1', backlog: 1 }, () => {
    parentPort.postMessage(server.address().port);
    setTimeout(() => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0), 20);
  });`;

/** Host and port that swallow what is sent there, as a firewall does. */
export async function listenDeaf(): Promise<string> {
  const worker = new Worker(deaf, { eval: true });
  const port = await new Promise<number>((resolve) => worker.once('message', resolve));
  await new Promise((resolve) => setTimeout(resolve, 100));
  const fillers = Array.from({ length: 4 }, () => connect(port, '127.0.0.1').on('error', () => {}));
  await new Promise((resolve) => fillers[0]?.once('connect', resolve));
  onTestFinished(async () => {
    for (const filler of fillers) filler.destroy();
    await worker.terminate();
  });
  return `127.0.0.1:${port}`;
}

/** A forward proxy, and the requests that were made of it. */
export interface TestProxy {
  readonly at: string;
  readonly asked: readonly string[];
}

/** A proxy for tunnels and for plain requests; it may want a login, as the value of Proxy-Authorization. */
export async function listenProxy(login?: string, answer?: number): Promise<TestProxy> {
  const asked: string[] = [];
  const statusFor = (given: string | undefined): number => answer ?? (given === login ? 200 : 407);
  const server = createServer((request, response) => {
    asked.push(`${request.method} ${request.url}`);
    const status = statusFor(request.headers['proxy-authorization']);
    if (status !== 200) return void response.writeHead(status).end();
    const { host, pathname, search } = new URL(request.url ?? '');
    forward({ host, path: pathname + search }, request, response);
  });
  server.on('connect', (request, socket: Socket) => {
    asked.push(`CONNECT ${request.url}`);
    const status = statusFor(request.headers['proxy-authorization']);
    socket.on('error', () => {});
    if (status !== 200) return void socket.end(`HTTP/1.1 ${status} No\r\n\r\n`);
    const [host, port] = (request.url ?? '').split(':');
    const onward = connect(Number(port), host, () => {
      socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
      onward.pipe(socket).pipe(onward);
    });
    onward.on('error', () => socket.destroy());
  });
  return { at: await listenOn(server), asked };
}

interface Onward {
  readonly host: string;
  readonly path: string;
}

function forward({ host, path }: Onward, ...[request, response]: Parameters<RequestListener>): void {
  const [hostname, port] = host.split(':');
  const { 'proxy-authorization': _, ...headers } = request.headers;
  const onward = ask({ hostname, port, path, headers, method: request.method }, (answer) => {
    response.writeHead(answer.statusCode ?? 0, answer.rawHeaders);
    answer.pipe(response);
  });
  request.pipe(onward);
}

/** The path of a file with this text, until the test ends. */
export function fileOf(text: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'calproof-file-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const path = join(folder, 'file.pem');
  writeFileSync(path, text);
  return path;
}
