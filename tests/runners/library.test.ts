import { expect, test } from 'vitest';
import { conclude, createReferenceServer, judgeTarget, requirements, type RunEvent, toOpenApi } from '../../index.js';
import { listenReference } from './targets.js';

const only = ['tags.create.required-only', 'venues.create.required-only'];

async function collect(events: AsyncIterable<RunEvent>): Promise<readonly RunEvent[]> {
  const all: RunEvent[] = [];
  for await (const event of events) all.push(event);
  return all;
}

test('judges a handler in this process and ends with all verdicts', async () => {
  const { handler } = createReferenceServer({ basePath: '/wp-json' });
  const events = await collect(judgeTarget({ target: { handler, root: '/wp-json' }, only, seed: 7 }));
  expect(events.map(({ type }) => type)).toEqual(expect.arrayContaining(['started', 'judging', 'judged', 'cleaning']));
  const end = events.at(-1);
  if (end?.type !== 'ended') throw new Error('there is no end');
  expect(end.judged.map(({ requirement }) => requirement.id).sort()).toEqual(only);
  expect(end.left).toEqual([]);
  expect(conclude(end, { strict: true }).code).toBe(0);
});

test('judges a URL, and leaves nothing behind when the iteration is left early', async () => {
  const { url, server } = await listenReference();
  const before = server.counts();
  for await (const event of judgeTarget({ target: { url }, only })) {
    if (event.type === 'judged') break;
  }
  expect(server.counts()).toEqual(before);
});

test('what stands between may change answers, and is blamed for it', async () => {
  const { handler } = createReferenceServer();
  const events = await collect(
    judgeTarget({
      target: { handler },
      only: ['tags.create.required-only'],
      intercept: [
        async (request, next) => {
          const outcome = await next(request);
          const lost = request.method === 'GET' && /\/tags\/\d+/.test(request.target) && outcome.kind === 'response';
          return lost ? { ...outcome, response: { ...outcome.response, status: 404 } } : outcome;
        },
      ],
    }),
  );
  const end = events.at(-1);
  expect(end?.type === 'ended' && end.judged[0]?.verdict.outcome).toBe('failed');
});

test('a URL without a calendar is one sentence', async () => {
  await expect(collect(judgeTarget({ target: { url: 'http://127.0.0.1:1' } }))).rejects.toThrow(/refuses connections/);
});

test('offers the catalogue and the OpenAPI document', () => {
  expect(requirements.map(({ id }) => id)).toEqual(expect.arrayContaining(only));
  expect(toOpenApi({ namespace: 'vendor/events/v1', serverUrl: 'http://127.0.0.1' }).openapi).toBe('3.1.0');
});
