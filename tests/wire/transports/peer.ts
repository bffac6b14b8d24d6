import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { gzipSync } from 'node:zlib';

export const GZIPPED = gzipSync('{"zipped":true}');
export const LARGE = Buffer.alloc(3_000_000, 'large ');

type Behaviour = (request: IncomingMessage, response: ServerResponse, socket: Socket) => void;

/** Sockets that have served a request before: the next one on them meets a close. */
const used = new WeakSet<Socket>();

/** What the peer does, by path: well-behaved answers first, then every way to misbehave. */
const behaviours: Readonly<Record<string, Behaviour>> = {
  '/plain': (_, response) => response.end('plain'),
  '/no-content': (_, response) => response.writeHead(204, { etag: '"a"' }).end(),
  '/not-modified': (_, response) => response.writeHead(304, { etag: '"a"' }).end(),
  '/gzip': (_, response) => response.setHeader('Content-Encoding', 'gzip').end(GZIPPED),
  '/redirect': (_, response) => response.writeHead(302, { Location: '/plain' }).end('elsewhere'),
  '/duplicates': (_, response) =>
    response.writeHead(200, ['X-One', 'b', 'X-One', 'a', 'x-two', '', 'X-One', 'c']).end(),
  '/broken-json': (_, response) => response.setHeader('Content-Type', 'application/json').end('{"broken":'),
  '/multipart': (_, response) => response.setHeader('Content-Type', 'multipart/form-data; boundary=x').end('--x'),
  '/octets': (_, response) => response.setHeader('Content-Type', 'application/json').end(Buffer.from([0xff, 0, 0x80])),
  '/cookie': (_, response) => response.setHeader('Set-Cookie', 'a=b').end(),
  '/fail': (_, response) => response.writeHead(500).end('failed'),
  '/large': (_, response) => response.end(LARGE),
  '/endless': (_, response) => drip(response),
  '/early-hints': (_, response) => {
    response.writeEarlyHints({ link: '</style.css>; rel=preload' });
    response.end('after hints');
  },
  '/chunked': (_, response) => {
    response.write('two ');
    response.end('chunks');
  },
  '/decoded-by-chunk': (request, response) => {
    const texts: string[] = [];
    request.on('data', (chunk: Buffer) => texts.push(chunk.toString())).on('end', () => response.end(texts.join('|')));
  },
  '/close-delimited': (_, __, socket) => socket.end('HTTP/1.1 200 OK\r\nConnection: close\r\n\r\nuntil the end'),
  '/refuse-large': (_, response, socket) =>
    response.writeHead(413, { Connection: 'close' }).end('too large', () => socket.destroySoon()),
  '/reset': (_, __, socket) => socket.resetAndDestroy(),
  '/hang-up': (_, __, socket) => socket.end(),
  '/half-a-head': (_, __, socket) => socket.end('HTTP/1.1 200 OK\r\nContent-Le'),
  '/cut-length': (_, __, socket) => socket.end('HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nonly this'),
  '/cut-length-close': (_, __, socket) =>
    socket.end('HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 100\r\n\r\nonly this'),
  '/cut-chunked': (_, __, socket) =>
    socket.end('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n9\r\nonly this\r\n'),
  '/cut-chunked-close': (_, __, socket) =>
    socket.end('HTTP/1.1 200 OK\r\nConnection: close\r\nTransfer-Encoding: chunked\r\n\r\n9\r\nonly this\r\n'),
  '/cut-by-reset': (_, response, socket) => {
    response.writeHead(200, { 'Content-Length': 100 });
    response.write('only this', () => setTimeout(() => socket.resetAndDestroy(), 50));
  },
  '/stall': () => {},
  '/stall-in-body': (_, response) => {
    response.writeHead(200, { 'Content-Length': 100 });
    response.write('only this');
  },
  '/garbage': (_, __, socket) => socket.end('220 mail.example.org ESMTP ready\r\n'),
  '/garbage-in-body': (_, __, socket) =>
    socket.end('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nnot a size\r\n'),
  '/two-lengths': (_, __, socket) =>
    socket.write('HTTP/1.1 200 OK\r\nContent-Length: 2\r\nContent-Length: 9\r\n\r\n{}'),
  '/length-and-chunks': (_, __, socket) =>
    socket.write('HTTP/1.1 200 OK\r\nContent-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n'),
  '/endless-head': (_, __, socket) => socket.end(`HTTP/1.1 200 OK\r\nX-Long: ${'x'.repeat(200_000)}\r\n\r\n`),
  '/deep': (_, response) => response.end('['.repeat(100_000)),
  '/deep-field': (_, response) => response.end(`{"id":7,"venue":${'['.repeat(6_000)}${']'.repeat(6_000)}}`),
  '/deep-and-coded': (_, response) =>
    response.setHeader('Content-Encoding', 'gzip').end(gzipSync('['.repeat(1_000_000))),
  '/many-values': (_, response) => response.end(`[${'[],'.repeat(1_000_000)}[]]`),
  '/closes-kept': (_, response, socket) => (used.has(socket) ? socket.end() : response.end('fresh')),
};

function drip(response: ServerResponse): void {
  const chunk = Buffer.alloc(1_000_000);
  const write = (): void => {
    while (!response.destroyed && response.write(chunk));
  };
  response.on('drain', write);
  write();
}

function echo(request: IncomingMessage, response: ServerResponse): void {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    const { method, url, rawHeaders } = request;
    response.end(JSON.stringify({ method, url, rawHeaders, body: Buffer.concat(chunks).toString('base64') }));
  });
}

export interface Peer {
  readonly listener: RequestListener;
  /** How many requests came in, by method and path. */
  readonly counts: ReadonlyMap<string, number>;
}

/** A server that behaves as the path says; any other path is answered with the request as it came. */
export function createPeer(): Peer {
  const counts = new Map<string, number>();
  const listener: RequestListener = (request, response) => {
    const key = `${request.method} ${request.url}`;
    counts.set(key, (counts.get(key) ?? 0) + 1);
    const behave = behaviours[request.url ?? ''] ?? echo;
    behave(request, response, request.socket);
    used.add(request.socket);
  };
  return { listener, counts };
}
