import type { RequestListener } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { type AddressInfo, createServer as createTcpServer } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterEach, describe, expect, test } from 'vitest';
import { toSentence } from '../../../wire/preflight/diagnosis.js';
import { preflight, type PreflightOptions } from '../../../wire/preflight/preflight.js';
import { certificate } from '../../kernel/transports/certificate.js';
import { listen } from '../laws.js';

const closing: (() => Promise<unknown> | void)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

async function serve(listener: RequestListener): Promise<string> {
  const { origin, close } = await listen(listener);
  closing.push(close);
  return origin;
}

/** One sentence of what was seen and one of advice, with the address of the test's server taken out. */
async function tell(url: string, options: Partial<PreflightOptions> = {}): Promise<string> {
  const result = await preflight({ url, timeoutMs: 1_000, ...options });
  if (result.kind === 'answered') return 'answered';
  const { seen, advice } = result.diagnosis.trouble;
  expect(seen).toMatch(/^\S.*\.$/);
  expect(advice).toMatch(/^[A-Z].*\.$/);
  return toSentence(result.diagnosis, (text) => text).replaceAll(/(https?:\/\/)?127\.0\.0\.1:\d+/g, 'HERE');
}

const answer =
  (status: number, headers: Record<string, string>, body = ''): RequestListener =>
  (_, response) =>
    response.writeHead(status, headers).end(body);
const json = { 'Content-Type': 'application/json' };
const html = { 'Content-Type': 'text/html' };

describe('an answer in JSON', () => {
  test.each([
    ['as it is', answer(200, json, '{}')],
    ['of another type', answer(200, { 'Content-Type': 'text/plain' }, '[]')],
    ['after a byte order mark', answer(200, json, '\uFEFF{}')],
  ])('will do: %s', async (_, listener) => {
    expect(await tell(await serve(listener))).toBe('answered');
  });

  test('will do in a coding that we did not ask for', async () => {
    const listener: RequestListener = (_, response) =>
      response.setHeader('Content-Encoding', 'gzip').end(gzipSync('{}'));
    expect(await tell(await serve(listener))).toBe('answered');
  });
});

describe('a wrong address', () => {
  test.each([
    ['', 'Give one as in'],
    ['not a url', 'Give one as in'],
    ['http://', 'Give one as in'],
    ['http://a b', 'Give one as in'],
    ['ftp://example.org', 'ftp:// addresses are not spoken here.'],
    ['example.org/wp-json', 'Write https://example.org/wp-json instead.'],
    ['localhost:8080', 'Write http://localhost:8080 instead.'],
    ['127.0.0.2:8080/x', 'Write http://127.0.0.2:8080/x instead.'],
    ['calendar:8080', 'Write https://calendar:8080 instead.'],
  ])('%j', async (url, expected) => {
    expect(await tell(url)).toContain(expected);
  });

  test('one that holds a login is not repeated', async () => {
    const told = await tell('http://user:secret@example.org/');
    expect(told).toContain('--basic');
    expect(told).not.toContain('secret');
  });
});

describe('no connection', () => {
  test('nobody listens', async () => {
    const { origin, close } = await listen(() => {});
    await close();
    expect(await tell(origin)).toBe(
      'HERE refuses connections: nothing listens there. Start the service, or check host and port.',
    );
  });

  test('TLS is not spoken', async () => {
    const origin = await serve(answer(200, json, '{}'));
    expect(await tell(origin.replace('http:', 'https:'))).toContain('Try the same address with http://');
  });

  test('plain HTTP is not spoken', async () => {
    const server = createTlsServer(certificate, answer(200, json, '{}'));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    closing.push(() => new Promise((resolve) => server.close(resolve)));
    const url = `127.0.0.1:${(server.address() as AddressInfo).port}`;
    expect(await tell(`http://${url}`)).toContain('https://');
    expect(await tell(`https://${url}`)).toContain('--ca FILE, or trust any with --insecure.');
    expect(await tell(`https://${url}`, { insecure: true })).toBe('answered');
    expect(await tell(`https://${url}`, { ca: certificate.cert })).toBe('answered');
  });

  test('HTTP is not spoken', async () => {
    const server = createTcpServer((socket) => socket.resume().end('220 mail.example.org ESMTP\r\n'));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    closing.push(() => new Promise((resolve) => server.close(resolve)));
    expect(await tell(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)).toContain(
      'does not answer in HTTP',
    );
  });
});

describe('no whole answer', () => {
  test('it does not come in time', async () => {
    const origin = await serve(() => {});
    expect(await tell(origin, { timeoutMs: 100 })).toBe(
      'HERE took the request but did not answer within 100 ms. Check that the service is well; --timeout allows more time, up to 8 s for this first look.',
    );
  });

  test('the connection is closed', async () => {
    const origin = await serve((request) => request.socket.destroy());
    expect(await tell(origin)).toContain('HERE closed the connection without an answer.');
  });

  test('it is cut off', async () => {
    const origin = await serve((request) => request.socket.end('HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n{}'));
    expect(await tell(`${origin}/api`)).toContain('HERE/api cuts its answer off');
  });
});

describe('an answer of another kind', () => {
  test.each([
    [answer(200, json), 'HERE/ answers 200 with a blank page.'],
    [answer(204, {}), 'HERE/ answers 204 with a blank page.'],
    [
      answer(200, html, '<!doctype html><title> My  site </title>'),
      'an HTML page, "My site", not with JSON. Give the REST root',
    ],
    [answer(200, html, '<title>Sign in</title>'), 'with a login page, "Sign in", not with JSON. Give a login'],
    [answer(200, json, '<br />Warning: {}'), 'an HTML page, not with JSON'],
    [answer(200, json, '{"a":'), 'broken JSON'],
    [answer(200, { 'Content-Type': 'text/plain' }, 'pong'), 'does not answer with JSON (text/plain)'],
    [answer(200, { 'Content-Encoding': 'gzip' }, 'not gzip'), 'cannot be undone (gzip)'],
    [answer(200, { 'Content-Encoding': 'unheard-of' }, '{}'), 'cannot be undone (unheard-of)'],
    [
      answer(401, { 'WWW-Authenticate': 'Basic realm="x"' }),
      'needs a login (401). Give one with --basic env:VARIABLE (it holds user:password).',
    ],
    [answer(401, { 'WWW-Authenticate': 'Bearer' }), 'Give one with --bearer'],
    [answer(401, {}), 'Give one with --basic env:VARIABLE (it holds user:password) or --bearer'],
    [answer(403, {}), 'refuses access (403). Give a login'],
    [answer(404, json, '{}'), 'is not found (404). Check the path'],
    [answer(418, {}), 'answers unexpectedly (418).'],
    [answer(429, {}), 'lower --rate'],
    [answer(500, {}), 'fails (500). Look into its log'],
    [answer(502, {}), 'Check that the service behind it runs.'],
    [answer(400, {}, 'The plain HTTP request was sent to HTTPS port'), 'Write https:// instead.'],
    [answer(302, { Location: 'http://' }), 'redirects to http://, which is no http or https URL.'],
  ])('%#', async (listener, expected) => {
    expect(await tell(await serve(listener))).toContain(expected);
  });

  test('a login that is not accepted', async () => {
    const origin = await serve(answer(401, { 'WWW-Authenticate': 'Basic' }));
    expect(await tell(origin, { headers: [['Authorization', 'Basic x']] })).toContain('does not accept the login');
  });
});

describe('a redirect', () => {
  const redirects =
    (way: Readonly<Record<string, string>>, end: RequestListener): RequestListener =>
    (request, response) => {
      const location = way[request.url ?? ''];
      if (location === undefined) end(request, response);
      else response.writeHead(301, { Location: location }).end();
    };

  test('leads to the address to give', async () => {
    const origin = await serve(redirects({ '/a': '/b#part', '/b': '/c/' }, answer(200, json, '{}')));
    expect(await tell(`${origin}/a`)).toBe('HERE/a redirects to HERE/c/. Give HERE/c/ instead.');
  });

  test('leads to the address to give, also when that needs a login', async () => {
    const origin = await serve(redirects({ '/a': '/b' }, answer(401, {})));
    expect(await tell(`${origin}/a`)).toContain('Give HERE/b instead.');
  });

  test('leads to trouble', async () => {
    const origin = await serve(redirects({ '/a': '/login' }, answer(200, html, '<title>Welcome</title>')));
    expect(await tell(`${origin}/a`)).toContain(
      'HERE/a redirects, and in the end HERE/login answers with a login page, "Welcome", not with JSON. Give a login',
    );
  });

  test('goes in a circle', async () => {
    const origin = await serve(redirects({ '/a': '/b', '/b': '/c', '/c': '/b' }, answer(200, json, '{}')));
    expect(await tell(`${origin}/a`)).toContain('HERE/a redirects in a circle: HERE/b, HERE/c, HERE/b.');
  });

  test('goes to itself', async () => {
    const origin = await serve(redirects({ '/a': '/a' }, answer(200, json, '{}')));
    expect(await tell(`${origin}/a`)).toContain('in a circle: HERE/a, HERE/a.');
  });

  test('goes on and on', async () => {
    const origin = await serve((request, response) => response.writeHead(302, { Location: `${request.url}x` }).end());
    expect(await tell(`${origin}/a`)).toContain('HERE/a redirects more than 10 times');
  });

  test('does not take credentials to another origin', async () => {
    let seen: string | undefined = 'nothing';
    const other = await serve((request, response) => {
      seen = request.headers.authorization;
      response.end('{}');
    });
    const origin = await serve(redirects({ '/a': other }, answer(200, json, '{}')));
    await tell(`${origin}/a`, { headers: [['Authorization', 'Basic x']] });
    expect(seen).toBeUndefined();
  });
});

test('the credentials go to the address itself', async () => {
  let seen: string | undefined;
  const origin = await serve((request, response) => {
    seen = request.headers.authorization;
    response.end('{}');
  });
  await tell(origin, { headers: [['Authorization', 'Basic x']] });
  expect(seen).toBe('Basic x');
});
