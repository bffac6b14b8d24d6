import { expect, test } from 'vitest';
import { createTrace } from '../../../wire/client/trace.js';
import { headerValues } from '../../../wire/exchange.js';
import { get, respond } from '../stub.js';
import { check, setUp } from './set-up.js';

const TRACEPARENT = /^00-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-01$/;

const partsOf = (traceparent = ''): readonly string[] => TRACEPARENT.exec(traceparent)?.slice(1) ?? [];

test('a requirement has one trace, and each attempt a span of its own', async () => {
  const { client, requests } = setUp({ trace: createTrace('7') }, (_, at) => respond(at === 0 ? 429 : 200));
  const exchange = await client.send(get, { ...check, requirement: 'tags.read.x' });
  await client.send(get, { ...check, requirement: 'tags.read.x' });
  await client.send(get, { ...check, requirement: 'tags.read.y' });
  await client.send(get, check);
  const sent = requests.map(({ headers }) => headerValues(headers, 'traceparent'));
  const parts = sent.flatMap(([one]) => [partsOf(one)]);
  const [traces, spans] = [0, 1].map((at) => parts.map((one) => one[at]));
  expect(traces?.slice(0, 3)).toEqual([traces?.[0], traces?.[0], traces?.[0]]);
  expect([new Set(traces).size, new Set(spans).size]).toEqual([3, 5]);
  expect([...(traces ?? []), ...(spans ?? [])]).not.toContain(undefined);
  expect(requests.map(({ headers }) => headerValues(headers, 'x-calproof-requirement').join())).toEqual([
    'tags.read.x',
    'tags.read.x',
    'tags.read.x',
    'tags.read.y',
    '',
  ]);
  expect([exchange.traceparent]).toEqual(sent[1]);
});

test('an exchange is kept without the fields of the trace', async () => {
  const { client } = setUp({ trace: createTrace('7') });
  const { request } = await client.send(get, { ...check, requirement: 'tags.read.x' });
  expect(request.headers.map(([name]) => name)).toEqual(['Accept', 'User-Agent', 'Cache-Control']);
});

test('the same seed gives the same trace, and another one another', async () => {
  const [first, again, other] = await Promise.all(
    ['7', '7', '8'].map(
      async (seed) => (await setUp({ trace: createTrace(seed) }).client.send(get, check)).traceparent,
    ),
  );
  expect(again).toBe(first);
  expect(partsOf(other)[0]).not.toBe(partsOf(first)[0]);
});

test('what a user sends under these names stays', async () => {
  const mine = [['Traceparent', '00-mine']] as const;
  const { client, requests } = setUp({ trace: createTrace('7'), headers: mine });
  await client.send(get, check);
  expect(requests.map(({ headers }) => headerValues(headers, 'traceparent'))).toEqual([['00-mine']]);
});

test('without a trace nothing is added', async () => {
  const { client, requests } = setUp();
  const exchange = await client.send(get, { ...check, requirement: 'tags.read.x' });
  expect(requests.map(({ headers }) => headers)).toEqual([exchange.request.headers]);
  expect(exchange).not.toHaveProperty('traceparent');
});
