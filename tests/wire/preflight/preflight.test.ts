import type { RequestListener } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { type AddressInfo, createServer as createTcpServer } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterEach, describe, expect, test } from 'vitest';
import { toSentence } from '../../../wire/preflight/diagnosis.js';
import { preflight, type PreflightOptions } from '../../../wire/preflight/preflight.js';
import { listen } from '../laws.js';
import { certificate } from '../transports/certificate.js';

const closing: (() => Promise<unknown> | void)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

async function serve(listener: RequestListener): Promise<string> {
  const { origin, close } = await listen(listener);
  closing.push(close);
  return origin;
}

/** The rendered diagnosis of a URL, with HERE for the address of the test's server. */
async function visit(url: string, options: Partial<PreflightOptions> = {}): Promise<string> {
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

describe('a response in JSON', () => {
  test.each([
    ['as it is', answer(200, json, '{}')],
    ['of another type', answer(200, { 'Content-Type': 'text/plain' }, '[]')],
    ['after a byte order mark', answer(200, json, '\uFEFF{}')],
  ])('will do: %s', async (_, listener) => {
    expect(await visit(await serve(listener))).toBe('answered');
  });

  test('is read in a coding that we did not ask for', async () => {
    const listener: RequestListener = (_, response) =>
      response.setHeader('Content-Encoding', 'gzip').end(gzipSync('{}'));
    expect(await visit(await serve(listener))).toBe('answered');
  });
});

describe('a wrong address', () => {
  test.each([
    ['', 'Use a URL such as'],
    ['not a url', 'Use a URL such as'],
    ['http://', 'Use a URL such as'],
    ['http://a b', 'Use a URL such as'],
    ['ftp://example.org', 'ftp:// URLs are not supported.'],
    ['example.org/wp-json', 'Write https://example.org/wp-json instead.'],
    ['localhost:8080', 'Write http://localhost:8080 instead.'],
    ['127.0.0.2:8080/x', 'Write http://127.0.0.2:8080/x instead.'],
    ['calendar:8080', 'Write https://calendar:8080 instead.'],
  ])('%j', async (url, expected) => {
    expect(await visit(url)).toContain(expected);
  });

  test('a URL with credentials is not repeated', async () => {
    const sentence = await visit('http://user:secret@example.org/');
    expect(sentence).toContain('--basic');
    expect(sentence).not.toContain('secret');
  });
});

describe('no connection', () => {
  test('nothing listens', async () => {
    const { origin, close } = await listen(() => {});
    await close();
    expect(await visit(origin)).toBe(
      'HERE refuses connections: nothing listens there. Start the service, or check the host and port.',
    );
  });

  test('the port does not use TLS', async () => {
    const origin = await serve(answer(200, json, '{}'));
    expect(await visit(origin.replace('http:', 'https:'))).toContain('Try the same address with http://');
  });

  test('the port requires TLS', async () => {
    const server = createTlsServer(certificate, answer(200, json, '{}'));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    closing.push(() => new Promise((resolve) => server.close(resolve)));
    const url = `127.0.0.1:${(server.address() as AddressInfo).port}`;
    expect(await visit(`http://${url}`)).toContain('https://');
    expect(await visit(`https://${url}`)).toContain('--ca FILE, or trust any with --insecure.');
    expect(await visit(`https://${url}`, { insecure: true })).toBe('answered');
    expect(await visit(`https://${url}`, { ca: certificate.cert })).toBe('answered');
  });

  test('the port does not use HTTP', async () => {
    const server = createTcpServer((socket) => socket.resume().end('220 mail.example.org ESMTP\r\n'));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    closing.push(() => new Promise((resolve) => server.close(resolve)));
    expect(await visit(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)).toContain(
      'does not answer with HTTP',
    );
  });
});

describe('no complete response', () => {
  test('it does not come in time', async () => {
    const origin = await serve(() => {});
    expect(await visit(origin, { timeoutMs: 100 })).toBe(
      'HERE accepted the request but did not answer within 100 ms. Check that the service works; --timeout allows more time, up to 8 s for this first request.',
    );
  });

  test('the connection is closed', async () => {
    const origin = await serve((request) => request.socket.destroy());
    expect(await visit(origin)).toContain('HERE closed the connection without a response.');
  });

  test('it is cut off', async () => {
    const origin = await serve((request) => request.socket.end('HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n{}'));
    expect(await visit(`${origin}/api`)).toContain('HERE/api cuts its response off');
  });
});

describe('a response of another kind', () => {
  test.each([
    [answer(200, json), 'HERE/ answers 200 with an empty body.'],
    [answer(204, {}), 'HERE/ answers 204 with an empty body.'],
    [
      answer(200, html, '<!doctype html><title> My  site </title>'),
      'an HTML page, "My site", not with JSON. Use the REST root',
    ],
    [answer(200, html, '<title>Sign in</title>'), 'with a login page, "Sign in", not with JSON. Pass credentials'],
    [answer(200, json, '<br />Warning: {}'), 'an HTML page, not with JSON'],
    [answer(200, json, '{"a":'), 'invalid JSON'],
    [answer(200, json, '['.repeat(100_000)), 'nested deeper than 1,000 levels'],
    [answer(200, { 'Content-Type': 'text/plain' }, 'pong'), 'does not answer with JSON (text/plain)'],
    [answer(200, { 'Content-Encoding': 'gzip' }, 'not gzip'), 'cannot be decoded (gzip)'],
    [answer(200, { 'Content-Encoding': 'unheard-of' }, '{}'), 'cannot be decoded (unheard-of)'],
    [
      answer(401, { 'WWW-Authenticate': 'Basic realm="x"' }),
      'needs a login (401). Pass credentials with --basic env:VARIABLE (it holds user:password).',
    ],
    [answer(401, { 'WWW-Authenticate': 'Bearer' }), 'Pass a token with --bearer'],
    [answer(401, {}), 'Pass credentials with --basic env:VARIABLE (it holds user:password) or --bearer'],
    [answer(403, {}), 'denies access (403). Pass credentials'],
    [answer(404, json, '{}'), 'was not found (404). Check the path'],
    [answer(418, {}), 'answers unexpectedly (418).'],
    [answer(429, {}), 'lower --rate'],
    [answer(500, {}), 'fails (500). Check its log'],
    [answer(502, {}), 'Check that the service behind it runs.'],
    [answer(400, {}, 'The plain HTTP request was sent to HTTPS port'), 'Write https:// instead.'],
    [answer(302, { Location: 'http://' }), 'redirects to http://, which is not an http or https URL.'],
  ])('%#', async (listener, expected) => {
    expect(await visit(await serve(listener))).toContain(expected);
  });

  test('rejected credentials', async () => {
    const origin = await serve(answer(401, { 'WWW-Authenticate': 'Basic' }));
    expect(await visit(origin, { headers: [['Authorization', 'Basic x']] })).toContain('rejects the credentials');
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

  test('names the address to use', async () => {
    const origin = await serve(redirects({ '/a': '/b#part', '/b': '/c/' }, answer(200, json, '{}')));
    expect(await visit(`${origin}/a`)).toBe('HERE/a redirects to HERE/c/. Use HERE/c/ instead.');
  });

  test('names the address to use, also when that needs a login', async () => {
    const origin = await serve(redirects({ '/a': '/b' }, answer(401, {})));
    expect(await visit(`${origin}/a`)).toContain('Use HERE/b instead.');
  });

  test('is reported with the trouble at its end', async () => {
    const origin = await serve(redirects({ '/a': '/login' }, answer(200, html, '<title>Welcome</title>')));
    expect(await visit(`${origin}/a`)).toContain(
      'HERE/a redirects, and finally HERE/login answers with a login page, "Welcome", not with JSON. Pass credentials',
    );
  });

  test('goes in a circle', async () => {
    const origin = await serve(redirects({ '/a': '/b', '/b': '/c', '/c': '/b' }, answer(200, json, '{}')));
    expect(await visit(`${origin}/a`)).toContain('HERE/a redirects in a circle: HERE/b, HERE/c, HERE/b.');
  });

  test('goes to itself', async () => {
    const origin = await serve(redirects({ '/a': '/a' }, answer(200, json, '{}')));
    expect(await visit(`${origin}/a`)).toContain('in a circle: HERE/a, HERE/a.');
  });

  test('goes on and on', async () => {
    const origin = await serve((request, response) => response.writeHead(302, { Location: `${request.url}x` }).end());
    expect(await visit(`${origin}/a`)).toContain('HERE/a redirects more than 10 times');
  });

  test.each(['/b', ''])('to another origin is named, and nothing is asked there', async (path) => {
    const asked: (string | undefined)[] = [];
    const other = await serve((request, response) => {
      asked.push(request.url);
      response.end('<title>of somebody else</title>');
    });
    const origin = await serve(redirects({ '/a': '/b', '/b': `${other}${path}` }, answer(200, json, '{}')));
    const sentence = await visit(`${origin}/a`, { below: '/b' });
    expect(sentence).toBe(
      `HERE/a redirects to another origin: HERE${path || '/'}. If that is the target, use HERE${path ? '' : '/'} instead; nothing was requested there.`,
    );
    expect(asked).toEqual([]);
  });
});

test('the credentials go to the address itself', async () => {
  let seen: string | undefined;
  const origin = await serve((request, response) => {
    seen = request.headers.authorization;
    response.end('{}');
  });
  await visit(origin, { headers: [['Authorization', 'Basic x']] });
  expect(seen).toBe('Basic x');
});
