import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { createReferenceServer } from '../../../reference-server/index.js';
import { systemClock } from '../../../wire/clock.js';
import {
  headerValue,
  type Interceptor,
  type Outcome,
  type Transport,
  type WireRequest,
} from '../../../wire/exchange.js';
import { createRemoteTransport } from '../../../wire/transports/remote.js';
import { faults } from '../../../zoo/faults/index.js';
import { openProxy, type Proxy } from '../../../zoo/intercept/intercepting-proxy.js';
import { createWireView } from '../../../zoo/intercept/wire-view.js';

const NS = '/vendor/events/v1';
const server = createReferenceServer();
const opened: { proxy: Proxy; transport: Transport }[] = [];
let origin: string;

beforeAll(async () => {
  origin = new URL((await server.listen()).url).origin;
});
afterAll(() => server.close());
afterEach(async () => {
  for (const { proxy, transport } of opened.splice(0)) {
    await transport.close();
    await proxy.close();
  }
});

/** A client of the server that goes through a proxy with an interceptor. */
async function through(intercept: Interceptor, timeoutMs = 5_000) {
  const proxy = await openProxy({ origin, intercept });
  const transport = createRemoteTransport({ origin: proxy.origin, timeoutMs, connections: 2 });
  opened.push({ proxy, transport });
  const send = (request: Partial<WireRequest>): Promise<Outcome> =>
    transport.send({ method: 'GET', target: `${NS}/tags`, headers: [], ...request });
  return { proxy, send };
}

const answering =
  (outcome: Outcome): Interceptor =>
  () =>
    Promise.resolve(outcome);

const jsonBody = (value: unknown): Partial<WireRequest> => ({
  headers: [['content-type', 'application/json']],
  body: Buffer.from(JSON.stringify(value)),
});

const bodyOf = (outcome: Outcome): string =>
  outcome.kind === 'response' ? Buffer.from(outcome.response.body).toString() : outcome.kind;

const response = { status: 200, headers: [['Content-Length', '100'] as const], body: Buffer.from('only this') };

describe('a proxy without a fault', () => {
  const clear: Interceptor = (request, next) => next(request);

  test('passes requests and answers on as they are', async () => {
    const { send, proxy } = await through(clear);
    const made = await send({ method: 'POST', ...jsonBody({ name: 'Größe', description: 'é' }) });
    expect(made).toMatchObject({ kind: 'response', response: { status: 201 } });
    const location = made.kind === 'response' ? headerValue(made.response.headers, 'location') : undefined;
    expect(location?.startsWith(proxy.origin), 'links point back through the proxy').toBe(true);
    expect(JSON.parse(bodyOf(await send({ target: new URL(location ?? '').pathname })))).toMatchObject({
      name: 'Größe',
    });
  });

  test('passes on HEAD, 204 and 405 with their headers', async () => {
    const { send } = await through(clear);
    const head = await send({ method: 'HEAD' });
    expect(bodyOf(head)).toBe('');
    expect(head.kind === 'response' && Number(headerValue(head.response.headers, 'content-length'))).toBeGreaterThan(0);
    expect(await send({ method: 'OPTIONS' })).toMatchObject({ response: { status: 204 } });
    const refused = await send({ method: 'PUT' });
    expect(refused.kind === 'response' && headerValue(refused.response.headers, 'allow')).toContain('POST');
  });
});

describe('a proxy puts on the wire', () => {
  test('a reset', async () => {
    const { send } = await through(answering({ kind: 'reset', message: '' }));
    expect((await send({})).kind).toBe('reset');
  });

  test('a truncated answer', async () => {
    const { send } = await through(answering({ kind: 'truncated', response }));
    const outcome = await send({});
    expect(outcome.kind === 'truncated' && Buffer.from(outcome.response.body).toString()).toBe('only this');
  });

  test('a truncated answer of unknown length', async () => {
    const { send } = await through(answering({ kind: 'truncated', response: { ...response, headers: [] } }));
    expect((await send({})).kind).toBe('truncated');
  });

  test('an answer that never comes', async () => {
    const { send } = await through(answering({ kind: 'stalled', message: '' }), 200);
    expect((await send({})).kind).toBe('stalled');
  });

  test('what is not HTTP', async () => {
    const { send } = await through(answering({ kind: 'malformed', message: '' }));
    expect((await send({})).kind).toBe('malformed');
  });

  test('a wrong Content-Length', async () => {
    const { send } = await through(answering({ kind: 'response', response }), 200);
    expect((await send({})).kind, 'a client waits for the octets announced').toBe('stalled');
  });

  test('a fault of the zoo that knows nothing of the target but its namespace', async () => {
    const lens = createWireView({ namespace: 'vendor/events/v1', languageParameter: 'ml_language', shapes: {} });
    const kept = faults.find(({ id }) => id === 'tags.delete.kept');
    if (!kept) throw new Error('the zoo has lost a fault');
    const { send } = await through(kept.create(1, lens, systemClock));
    const { id } = JSON.parse(bodyOf(await send({ method: 'POST', ...jsonBody({ name: 'Kept' }) })));
    const target = `${NS}/tags/${id}`;
    expect(await send({ method: 'DELETE', target })).toMatchObject({ response: { status: 200 } });
    expect(await send({ target })).toMatchObject({ response: { status: 200 } });
  });
});

test('a proxy before nothing resets', async () => {
  const proxy = await openProxy({ origin: 'http://127.0.0.1:9', intercept: (request, next) => next(request) });
  const transport = createRemoteTransport({ origin: proxy.origin, timeoutMs: 5_000, connections: 1 });
  opened.push({ proxy, transport });
  expect((await transport.send({ method: 'GET', target: '/', headers: [] })).kind).toBe('reset');
});
