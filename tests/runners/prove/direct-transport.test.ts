import { afterAll, beforeAll, expect, test } from 'vitest';
import { createReferenceServer } from '../../../reference-server/index.js';
import { createDirectTransport } from '../../../runners/prove/open-case.js';
import type { Outcome, Transport, WireRequest } from '../../../wire/exchange.js';
import { createRemoteTransport } from '../../../wire/transports/remote.js';

const NS = '/vendor/events/v1';
const now = () => new Date('2026-11-21T12:00:00Z');
const [near, far] = [createReferenceServer({ now }), createReferenceServer({ now })];
let [direct, remote]: Transport[] = [];

beforeAll(async () => {
  const { url } = await far.listen();
  direct = createDirectTransport(near.handler);
  remote = createRemoteTransport({ origin: new URL(url).origin, timeoutMs: 5_000, connections: 1 });
});
afterAll(async () => {
  await remote?.close();
  await far.close();
});

/** Node adds headers of its own to what is sent over a connection; addresses differ by their port. */
const OURS = /^(content-type|content-length|allow|etag|location|x-wp-total|link)$/i;

function comparable(outcome: Outcome | undefined): unknown {
  if (outcome?.kind !== 'response') return outcome;
  const { status, headers, body } = outcome.response;
  const plain = (text: string): string => text.replaceAll(/127\.0\.0\.1(:\d+)?/g, 'HOST');
  const kept = headers.filter(([name]) => OURS.test(name) && !/length/i.test(name));
  return {
    status,
    headers: kept.map(([name, value]) => [name, plain(value)]),
    body: plain(Buffer.from(body).toString()),
  };
}

const json = (method: string, target: string, value: unknown): WireRequest => ({
  method,
  target: `${NS}${target}`,
  headers: [['content-type', 'application/json']],
  body: Buffer.from(JSON.stringify(value)),
});
const bare = (method: string, target: string): WireRequest => ({ method, target: `${NS}${target}`, headers: [] });

const BROKEN: WireRequest = { ...json('POST', '/tags', {}), body: Buffer.from('{') };

test.each<WireRequest>([
  bare('GET', ''),
  json('POST', '/tags', { name: 'Größe' }),
  bare('GET', '/tags?hide_empty=false&search=gr%C3%B6'),
  bare('HEAD', '/tags/1000'),
  bare('OPTIONS', '/tags'),
  json('PATCH', '/tags/1000', { description: 'x'.repeat(100_000) }),
  json('POST', '/tags', { name: {} }),
  json('POST', '/tags', { name: 'x'.repeat(2_000_000) }),
  BROKEN,
  bare('DELETE', '/tags'),
  bare('DELETE', '/tags/1000'),
  bare('GET', '/tags/1000'),
  bare('GET', '/nothing'),
])('$method $target is answered as over HTTP', async (request) => {
  const [one, other] = [await direct?.send(request), await remote?.send(request)];
  expect(comparable(one)).toEqual(comparable(other));
});
