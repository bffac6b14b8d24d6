import { createServer } from 'node:https';
import { type AddressInfo, createServer as createTcpServer } from 'node:net';
import { expect, test } from 'vitest';
import type { WireRequest } from '../../../wire/exchange.js';
import { createConnector } from '../../../wire/transports/connector.js';
import { createRemoteTransport } from '../../../wire/transports/remote.js';
import { describeTransport, listen } from '../laws.js';
import { certificate } from './certificate.js';

describeTransport('remote', {
  async open(listener, timeoutMs) {
    const { origin, close } = await listen(listener);
    const transport = createRemoteTransport({ origin, timeoutMs, connections: 1 });
    return {
      send: transport.send,
      async close() {
        await transport.close();
        await close();
      },
    };
  },
});

describeTransport('remote, by way of a proxy,', {
  async open(listener, timeoutMs) {
    // The peer itself plays the proxy: what it is asked for is a whole address.
    const { origin, close } = await listen((request, response) => {
      request.url = request.url?.replace('http://calendar.example', '') ?? '';
      listener(request, response);
    });
    const proxy = { origin };
    const transport = createRemoteTransport({ origin: 'http://calendar.example', timeoutMs, connections: 1, proxy });
    return {
      send: transport.send,
      async close() {
        await transport.close();
        await close();
      },
    };
  },
});

const get: WireRequest = { method: 'GET', target: '/', headers: [] };

async function sendTo(origin: string, options: { ca?: string; insecure?: boolean } = {}) {
  const transport = createRemoteTransport({ origin, timeoutMs: 1_000, connections: 1, ...options });
  const outcome = await transport.send(get);
  await transport.close();
  return outcome;
}

test('recognizes that nothing listens', async () => {
  const { origin, close } = await listen((_, response) => response.end());
  await close();
  expect(await sendTo(origin)).toMatchObject({ kind: 'unreachable', code: 'ECONNREFUSED' });
});

test('recognizes that a host has no address', async () => {
  expect(await sendTo('http://no-such-host.invalid')).toMatchObject({ kind: 'unreachable' });
});

test('trusts a given certificate, and no other', async () => {
  const server = createServer(certificate, (_, response) => response.end('secret'));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `https://127.0.0.1:${(server.address() as AddressInfo).port}`;
  expect(await sendTo(origin)).toMatchObject({ kind: 'unreachable', code: 'DEPTH_ZERO_SELF_SIGNED_CERT' });
  expect(await sendTo(origin, { insecure: true })).toMatchObject({ kind: 'response' });
  expect(await sendTo(origin, { ca: certificate.cert })).toMatchObject({ kind: 'response' });
  await new Promise((resolve) => server.close(resolve));
});

/** A server that accepts connections and says nothing. */
async function withSilentServer(use: (address: { origin: string; port: number }) => Promise<void>) {
  const server = createTcpServer(() => {});
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await use({ origin: `https://127.0.0.1:${port}`, port });
  server.close();
}

test('recognizes that a handshake does not end', () =>
  withSilentServer(async ({ origin }) => {
    expect(await sendTo(origin)).toMatchObject({ kind: 'unreachable', code: 'ETIMEDOUT' });
  }));

test('a connector that notices it first says the same', () =>
  withSilentServer(async ({ origin, port }) => {
    const connect = createConnector({ origin, timeoutMs: 50, onAlert: () => {} });
    const to = { hostname: '127.0.0.1', host: `127.0.0.1:${port}`, protocol: 'https:', port: String(port) };
    const error = await new Promise((resolve) => connect(to, (...[reason]) => resolve(reason)));
    expect(error).toMatchObject({ code: 'ETIMEDOUT' });
  }));

test('once a server has spoken out of turn, every request has a connection of its own', async () => {
  const server = createTcpServer((socket) => {
    const name = String((connections += 1));
    const response = `HTTP/1.1 200 OK\r\nContent-Length: ${name.length}\r\n\r\n${name}`;
    socket.on('data', () => socket.write(`${response}HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nspare`));
  });
  let connections = 0;
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const transport = createRemoteTransport({ origin, timeoutMs: 1_000, connections: 1 });
  const bodies: string[] = [];
  for (let turn = 0; turn < 4; turn += 1) {
    const outcome = await transport.send(get);
    bodies.push(outcome.kind === 'response' ? Buffer.from(outcome.response.body).toString() : outcome.kind);
  }
  await transport.close();
  await new Promise((resolve) => server.close(resolve));
  expect(bodies).toEqual(['1', '2', '3', '4']);
});
