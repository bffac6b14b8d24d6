import type { RequestListener, ServerResponse } from 'node:http';
import { answerTroubles, contentTroubles } from '../../../wire/preflight/trouble-catalogue.js';
import type { Case } from '../input/case.js';
import { answering, listen } from '../targets.js';
import { listenTcp } from './servers.js';

const at = (listener: RequestListener) => async () => {
  const { url, requests } = await listen(listener);
  return { line: `${url}/api --timeout 2s`, requests };
};

const json = { 'content-type': 'application/json' };

/** Redirects to an address that depends on the requested one. */
const redirecting =
  (next: (path: string) => string | undefined, end = answering(200, json, '[]')): RequestListener =>
  (request, response) => {
    const location = next(request.url ?? '');
    if (location === undefined) end(request, response);
    else answering(301, { location })(request, response);
  };

const drip: RequestListener = (_, response) => {
  response.writeHead(200, json);
  const timer = setInterval(() => response.write('[1,'), 20);
  response.on('close', () => clearInterval(timer));
};

const flood: RequestListener = (_, response) => {
  const chunk = Buffer.alloc(1_000_000, ' ');
  const pour = (): void => {
    while (!response.destroyed && response.write(chunk));
  };
  response.on('drain', pour);
  pour();
};

const { stalled, unended, reset, notHttp, invalidHttp, truncated, plainToTls } = answerTroubles;
const { redirects, redirectsWithin, redirectsElsewhere, redirectsAway, circle, tooManyRedirects } = answerTroubles;

const cut = (_: unknown, response: ServerResponse): unknown =>
  response.socket?.end('HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n{}');

export const answerCases: readonly Case[] = [
  {
    about: 'no answer',
    trouble: stalled,
    open: async () => `${(await listen(() => {})).url} --timeout 300ms`,
    says: 'within 300 ms',
  },
  {
    about: 'an answer that never ends, drop by drop',
    trouble: unended,
    open: async () => `${(await listen(drip)).url} --timeout 500ms`,
    says: 'octets within 500 ms',
  },
  {
    about: 'an answer that never ends, in floods',
    trouble: contentTroubles.excessive,
    open: async () => (await listen(flood)).url,
  },
  { about: 'a connection that is closed', trouble: reset, open: at((request) => void request.socket.destroy()) },
  {
    about: 'SSH',
    trouble: notHttp,
    open: async () => `http://${await listenTcp((socket) => socket.end('SSH-2.0-OpenSSH_9.2\r\n'))}`,
  },
  {
    about: 'a head that never ends',
    trouble: invalidHttp,
    open: async () =>
      `http://${await listenTcp((socket) => socket.end(`HTTP/1.1 200 OK\r\nX-Long: ${'x'.repeat(200_000)}`))}`,
  },
  ...(
    [
      ['two lengths', 'Content-Length: 2\r\nContent-Length: 5', 'after Content-Length contradicts it'],
      ['a length and chunks', 'Content-Length: 2\r\nTransfer-Encoding: chunked', 'after Content-Length contradicts it'],
      ['chunks and a length', 'Transfer-Encoding: chunked\r\nContent-Length: 2', "Content-Length can't be present"],
    ] as const
  ).map(([about, fields, says]) => ({
    about,
    trouble: invalidHttp,
    open: async () => `http://${await listenTcp((socket) => socket.write(`HTTP/1.1 200 OK\r\n${fields}\r\n\r\n{}`))}`,
    says,
  })),
  { about: 'an answer that is cut off', trouble: truncated, open: at(cut) },
  {
    about: 'TLS where plain HTTP is expected',
    trouble: plainToTls,
    open: at(answering(400, {}, 'The plain HTTP request was sent to HTTPS port')),
  },
  {
    about: 'a redirect to another REST root',
    trouble: redirects,
    open: at(redirecting((path) => (path.startsWith('/api/') ? path.replace('/api/', '/new/') : undefined))),
    says: '/new instead.',
  },
  {
    about: 'a redirect to the same REST root',
    trouble: redirectsWithin,
    open: at(redirecting((path) => (path.endsWith('/') ? undefined : `${path}/`))),
  },
  {
    about: 'a redirect to another host',
    trouble: redirectsElsewhere,
    open: at(redirecting(() => 'http://169.254.169.254/latest/meta-data')),
    says: 'to another origin: http://169.254.169.254/latest/meta-data.',
  },
  { about: 'a redirect out of HTTP', trouble: redirectsAway, open: at(redirecting(() => 'ftp://example.org/')) },
  { about: 'a redirect in a circle', trouble: circle, open: at(redirecting((path) => path)) },
  { about: 'redirects without end', trouble: tooManyRedirects, open: at(redirecting((path) => `${path}x`)) },
];
