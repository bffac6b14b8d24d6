import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { HarnessError } from '../../wire/errors.js';
import { type HeaderPairs, headerValues, type Outcome, type Transport, type WireRequest } from '../../wire/exchange.js';
import { createPeer, GZIPPED, LARGE, type Peer } from './transports/peer.js';

export interface Subject {
  readonly open: (listener: RequestListener, timeoutMs: number) => Promise<Transport>;
}

/** Long enough for every whole answer here, short enough to wait out in the laws about stalling. */
const TIMEOUT_MS = 3_000;
const SHORT_MS = 300;

/** What every transport owes to the kernel: one raw exchange, whatever the peer does. */
export function describeTransport(name: string, { open }: Subject): void {
  describe(`${name} transport`, () => {
    let peer: Peer;
    let transport: Transport;
    let hasty: Transport;
    beforeAll(async () => {
      peer = createPeer();
      transport = await open(peer.listener, TIMEOUT_MS);
      hasty = await open(peer.listener, SHORT_MS);
    });
    afterAll(async () => {
      await transport.close();
      await hasty.close();
    });

    const send = (target: string, request: Partial<WireRequest> = {}): Promise<Outcome> =>
      transport.send({ method: 'GET', headers: [], target, ...request });

    async function answer(target: string, request: Partial<WireRequest> = {}) {
      const outcome = await send(target, request);
      if (outcome.kind !== 'response') throw new Error(`${target}: ${JSON.stringify(outcome)}`);
      return outcome.response;
    }

    async function echoed(target: string, request: Partial<WireRequest> = {}) {
      const { body } = await answer(target, request);
      const echo = JSON.parse(text(body));
      const pairs: HeaderPairs = echo.rawHeaders.flatMap((field: string, at: number, all: string[]) =>
        at % 2 === 0 ? [[field, all[at + 1]]] : [],
      );
      return { ...echo, headers: pairs, body: Buffer.from(echo.body, 'base64') };
    }

    test('gives status, headers and octets', async () => {
      const { status, headers, body } = await answer('/plain');
      expect([status, text(body)]).toEqual([200, 'plain']);
      expect(headerValues(headers, 'content-length')).toEqual(['5']);
    });

    test.each(['/chunked', '/close-delimited', '/early-hints'])('undoes the framing of %s', async (target) => {
      const bodies: Record<string, string> = {
        '/chunked': 'two chunks',
        '/close-delimited': 'until the end',
        '/early-hints': 'after hints',
      };
      const { status, body } = await answer(target);
      expect([status, text(body)]).toEqual([200, bodies[target]]);
    });

    test('gives the head alone of HEAD, and again and again', async () => {
      for (let turn = 0; turn < 3; turn += 1) {
        const { status, headers, body } = await answer('/plain', { method: 'HEAD' });
        expect([status, body.length]).toEqual([200, 0]);
        expect(headerValues(headers, 'date')).toHaveLength(1);
      }
    });

    test.each([
      ['/no-content', 204],
      ['/not-modified', 304],
    ])('takes %s without a body', async (target, status) => {
      const response = await answer(target);
      expect([response.status, response.body.length]).toEqual([status, 0]);
      expect(headerValues(response.headers, 'ETag')).toEqual(['"a"']);
    });

    test('leaves a content coding as it is', async () => {
      const { headers, body } = await answer('/gzip');
      expect(Buffer.from(body).equals(GZIPPED)).toBe(true);
      expect(headerValues(headers, 'content-encoding')).toEqual(['gzip']);
    });

    test('asks for no content coding unless the request does', async () => {
      const codings = async (headers: HeaderPairs) =>
        headerValues((await echoed('/echo', { headers })).headers, 'accept-encoding');
      expect(await codings([])).toEqual(['identity']);
      expect(await codings([['Accept-Encoding', 'gzip']])).toEqual(['gzip']);
    });

    test('does not follow a redirect', async () => {
      const { status, headers, body } = await answer('/redirect');
      expect([status, text(body)]).toEqual([302, 'elsewhere']);
      expect(headerValues(headers, 'location')).toEqual(['/plain']);
    });

    test('does not judge a status', async () => {
      expect((await answer('/fail')).status).toBe(500);
    });

    test('keeps header names, duplicates and empty values in order', async () => {
      const { headers } = await answer('/duplicates');
      const ours = headers.filter(([field]) => field.toLowerCase().startsWith('x-'));
      expect(ours).toEqual([
        ['X-One', 'b'],
        ['X-One', 'a'],
        ['x-two', ''],
        ['X-One', 'c'],
      ]);
    });

    test.each([
      ['/broken-json', Buffer.from('{"broken":')],
      ['/multipart', Buffer.from('--x')],
      ['/octets', Buffer.from([0xff, 0, 0x80])],
    ])('does not parse %s', async (target, octets) => {
      expect(Buffer.from((await answer(target)).body).equals(octets)).toBe(true);
    });

    test('takes a large body whole', async () => {
      expect(Buffer.from((await answer('/large')).body).equals(LARGE)).toBe(true);
    });

    test('gives up a body without end', async () => {
      expect(await send('/endless')).toMatchObject({
        kind: 'malformed',
        message: expect.stringContaining('larger than'),
      });
    });

    test('keeps no cookies', async () => {
      await answer('/cookie');
      expect(headerValues((await echoed('/echo')).headers, 'cookie')).toEqual([]);
    });

    test.each([
      '/a%2Fb/%20/%C3%A9',
      '/%7Euser/~user?b=2&a=1&b=1&empty=&none&plus=a+b',
      '/a/./b/../c//d',
      "/it's?search='|^`[]{}\"<>",
      '/?q=%zz',
    ])('sends the target %s as it is', async (target) => {
      expect((await echoed(target)).url).toBe(target);
    });

    test.each(['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'PROPFIND'])('sends %s', async (method) => {
      expect((await echoed('/echo', { method })).method).toBe(method);
    });

    test('sends duplicate headers', async () => {
      const { headers } = await echoed('/echo', {
        headers: [
          ['X-One', 'b'],
          ['X-One', 'a'],
          ['Content-Type', 'text/plain'],
        ],
      });
      expect(headerValues(headers, 'x-one')).toEqual(['b', 'a']);
      expect(headerValues(headers, 'content-type')).toEqual(['text/plain']);
    });

    test.each(['POST', 'GET', 'DELETE'])('sends the octets of a body with %s', async (method) => {
      const body = Buffer.from([0x7b, 0xff, 0, 0x80, 0x7d]);
      const echo = await echoed('/echo', { method, body, headers: [['Content-Type', 'application/json']] });
      expect(echo.body.equals(body)).toBe(true);
      expect(headerValues(echo.headers, 'content-length')).toEqual(['5']);
    });

    test('sends a body in chunks, and then another over the same connection', async () => {
      const headers = [['Transfer-Encoding', 'chunked']] as const;
      for (const text of ['{"name":"first"}', '{}', '{"name":"third"}']) {
        const echo = await echoed('/echo', { method: 'POST', body: Buffer.from(text), headers });
        expect(echo.body.toString()).toBe(text);
        expect(headerValues(echo.headers, 'transfer-encoding')).toEqual(['chunked']);
        expect(headerValues(echo.headers, 'content-length')).toEqual([]);
      }
    });

    test.each([
      ['{"name":"first"}', '{"name":|"first"}'],
      ['{"name":"première"}', '{"name":"premi\ufffd|\ufffdre"}'],
    ])('sends %s in two chunks, which share a character of several octets', async (text, decoded) => {
      const headers = [['Transfer-Encoding', 'chunked']] as const;
      const { body } = await answer('/decoded-by-chunk', { method: 'POST', body: Buffer.from(text), headers });
      expect(Buffer.from(body).toString()).toBe(decoded);
    });

    test('reads a refusal of a body that is still being sent, or meets a reset', async () => {
      const outcome = await send('/refuse-large', { method: 'POST', body: Buffer.alloc(10_000_000) });
      expect([413, 'reset']).toContain(outcome.kind === 'response' ? outcome.response.status : outcome.kind);
    });

    test.each(['/reset', '/hang-up', '/half-a-head'])(
      'recognizes a connection closed before a response: %s',
      async (target) => {
        expect((await send(target)).kind).toBe('reset');
        expect((await send(target, { method: 'POST', body: Buffer.from('{}') })).kind).toBe('reset');
      },
    );

    test.each(['/cut-length', '/cut-length-close', '/cut-chunked', '/cut-chunked-close', '/cut-by-reset'])(
      'recognizes a response cut off before its end: %s',
      async (target) => {
        const outcome = await send(target);
        expect(outcome).toMatchObject({ kind: 'truncated', response: { status: 200 } });
        expect(outcome.kind === 'truncated' && text(outcome.response.body)).toBe('only this');
      },
    );

    test.each(['/stall', '/stall-in-body'])('recognizes a timeout: %s', async (target) => {
      expect((await hasty.send({ method: 'GET', headers: [], target })).kind).toBe('stalled');
    });

    test.each(['/garbage', '/garbage-in-body', '/endless-head', '/two-lengths', '/length-and-chunks'])(
      'recognizes a response that is not HTTP: %s',
      async (target) => {
        expect((await send(target)).kind).toBe('malformed');
      },
    );

    test.each(['/deep', '/deep-field', '/deep-and-coded', '/many-values'])(
      'lets go of a response that holds too much: %s',
      async (target) => {
        const outcome = await send(target);
        expect(outcome).toEqual({ kind: 'malformed', message: expect.stringMatching(/^the body is JSON (nested|of)/) });
      },
    );

    test.each([
      { target: '/a b' },
      { target: '/a\r\nX-Smuggled: 1' },
      { target: '/', method: 'NOT A TOKEN' },
      { target: '/', headers: [['X-One', 'a\r\nX-Smuggled: 1']] as const },
      { target: '/', headers: [['Transfer-Encoding', 'chunked']] as const },
      { target: '/', headers: [['Content-Length', '2']] as const },
    ])('refuses to send what is not HTTP: %o', async ({ target, ...request }) => {
      await expect(send(target, request)).rejects.toBeInstanceOf(HarnessError);
    });

    test('is usable after every failure', async () => {
      for (const target of ['/reset', '/cut-length', '/garbage', '/endless-head']) {
        await send(target);
        expect(text((await answer('/plain')).body)).toBe('plain');
      }
    });

    describe('on a kept connection that the server closes', () => {
      beforeEach(async () => {
        await transport.close();
        peer = createPeer();
        transport = await open(peer.listener, TIMEOUT_MS);
      });

      test('never sends a write twice', async () => {
        await answer('/plain');
        expect((await send('/closes-kept', { method: 'POST', body: Buffer.from('{}') })).kind).toBe('reset');
        expect(peer.counts.get('POST /closes-kept')).toBe(1);
      });

      test('sends a read once more', async () => {
        await answer('/plain');
        expect(text((await answer('/closes-kept')).body)).toBe('fresh');
        expect(peer.counts.get('GET /closes-kept')).toBe(2);
      });

      test('then gives writes connections of their own', async () => {
        await answer('/plain');
        await answer('/closes-kept');
        await answer('/plain');
        expect(text((await answer('/closes-kept', { method: 'POST' })).body)).toBe('fresh');
      });
    });

    test('keeps connections', async () => {
      const sockets = new Set<unknown>();
      const counting = await open((request, response) => {
        sockets.add(request.socket);
        response.end();
      }, TIMEOUT_MS);
      for (let turn = 0; turn < 10; turn += 1) await counting.send({ method: 'GET', headers: [], target: '/' });
      await counting.close();
      expect(sockets.size).toBe(1);
    });
  });
}

const text = (octets: Uint8Array): string => Buffer.from(octets).toString();

/** Listens on a free port of 127.0.0.1. */
export async function listen(listener: RequestListener): Promise<{ origin: string; close: () => Promise<void> }> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}`,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
