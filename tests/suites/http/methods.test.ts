import { describe, expect, test } from 'vitest';
import { collections } from '../../../contract/resources.js';
import type { Interceptor } from '../../../wire/exchange.js';
import { isGranted } from '../../../wire/status.js';
import { interceptOperation } from '../../../zoo/intercept/intercept-operation.js';
import { bodyOf, withJson } from '../../../zoo/intercept/request-edit.js';
import {
  editResponse,
  toJsonResponse,
  withHeader,
  withoutHeader,
  withStatus,
} from '../../../zoo/intercept/response-edit.js';
import { all, type FaultCase, lens, outcomesFromTheStart, underFaults } from '../under-fault.js';

const judge = underFaults();

const pathOf = (target: string): string => target.split('?', 1)[0] ?? '';

/** What a read carries is written. */
const writes =
  (method: string): Interceptor =>
  async (request, next) => {
    const outcome = await next(request);
    const query = Object.fromEntries(new URLSearchParams(request.target.split('?')[1] ?? ''));
    const fields = bodyOf(request) ?? query;
    const isItem = /\/\d+$/.test(pathOf(request.target));
    if (request.method === method && isItem && Object.keys(fields).length > 0) {
      await next(withJson({ method: 'PATCH', target: pathOf(request.target), headers: [] }, fields));
    }
    return outcome;
  };

/** A read that names another method is taken for that. */
const overridden: Interceptor = async (request, next) => {
  const other = request.headers.find(([name]) => name === 'x-http-method-override')?.[1];
  return next(other ? { ...request, method: other } : request);
};

test('a HEAD of an event that is not there is answered with 200', async () => {
  const found: Interceptor = async (request, next) =>
    request.method === 'HEAD' ? withStatus(await next(request), 200) : next(request);
  expect(await judge(found, 'events.read.head')).toMatchObject({ outcome: 'failed' });
});

describe.each(collections)('%s', (collection) => {
  test.each(['GET', 'HEAD', 'OPTIONS'])('are changed by %s', async (method) => {
    expect(await judge(writes(method), `${collection}.read.safe-methods`)).toMatchObject({ outcome: 'failed' });
  });

  test('are deleted by a GET that says so', async () => {
    expect(await judge(overridden, `${collection}.read.safe-methods`)).toMatchObject({ outcome: 'failed' });
  });

  const heads: readonly (readonly [string, Interceptor])[] = [
    [
      '404',
      async (request, next) => (request.method === 'HEAD' ? withStatus(await next(request), 404) : next(request)),
    ],
    [
      'another type',
      async (request, next) => {
        const outcome = await next(request);
        if (request.method !== 'HEAD') return outcome;
        return editResponse(outcome, (one) => ({
          ...one,
          headers: withHeader(one.headers, 'Content-Type', 'text/html'),
        }));
      },
    ],
    [
      'another length',
      async (request, next) => {
        const outcome = await next(request);
        if (request.method !== 'HEAD') return outcome;
        return editResponse(outcome, (one) => ({ ...one, headers: withHeader(one.headers, 'Content-Length', '1') }));
      },
    ],
    ['a body', async (request, next) => next(request.method === 'HEAD' ? { ...request, method: 'GET' } : request)],
  ];
  test.each(heads)('are answered to HEAD with %s', async (_, fault) => {
    expect(await judge(fault, `${collection}.read.head`)).toMatchObject({ outcome: 'failed' });
  });

  test('change otherwise by a second PUT', async () => {
    const seen = new Set<string>();
    const toggles = interceptOperation(lens, { id: `${collection}.update.put` }, async ({ request }, next) => {
      const again = seen.has(request.target);
      seen.add(request.target);
      return again ? next(withJson(request, { description: 'Put again' })) : next(request);
    });
    expect(await judge(toggles, `${collection}.update.put`)).toMatchObject({ outcome: 'failed' });
  });
});

const noContent: Interceptor = async (request, next) => {
  const outcome = await next(request);
  return request.method === 'DELETE' && isGranted(outcome) ? withStatus(outcome, 204) : outcome;
};

const faults: readonly FaultCase[] = [
  [
    'index.read.head',
    async (request, next) => (request.method === 'HEAD' ? withStatus(await next(request), 500) : next(request)),
  ],
  ['doc.read.head', async (request, next) => next(request.method === 'HEAD' ? { ...request, method: 'GET' } : request)],
  ['http.no-content.body', noContent],
  [
    'http.refused-method.allow',
    async (request, next) =>
      editResponse(await next(request), (one) =>
        one.status === 405 ? { ...one, headers: withoutHeader(one.headers, 'Allow') } : one,
      ),
  ],
  [
    'http.options.allow',
    async (request, next) => {
      const outcome = await next(request);
      if (request.method !== 'OPTIONS' || !/^\/\w+s$/.test(lens.path(request) ?? '')) return outcome;
      return editResponse(outcome, (one) => ({ ...one, headers: withHeader(one.headers, 'Allow', 'POST') }));
    },
  ],
  [
    'http.options.allow',
    async (request, next) => (request.method === 'OPTIONS' ? toJsonResponse(500, {}) : next(request)),
  ],
];
test.each(faults)('%s sees a breach', async (id, fault) => {
  expect(await judge(fault, id)).toMatchObject({ outcome: 'failed' });
});

describe('wrong credentials', () => {
  const id = 'http.wrong-credentials.challenge';
  const refusing =
    (headers: readonly (readonly [string, string])[]): Interceptor =>
    async (request, next) => {
      const isStranger = request.headers.some(([name]) => name === 'Authorization');
      if (!isStranger) return next(request);
      return editResponse(toJsonResponse(401, {}), (one) => ({ ...one, headers: [...one.headers, ...headers] }));
    };

  test('are refused without saying what is asked for', async () => {
    expect(await outcomesFromTheStart(refusing([]), [id])).toEqual(all('failed', [id]));
  });

  test('are refused as they should be', async () => {
    const challenge = refusing([['WWW-Authenticate', 'Basic realm="calendar"']]);
    expect(await outcomesFromTheStart(challenge, [id])).toEqual(all('passed', [id]));
  });

  test('mean nothing where nobody asks for any', async () => {
    expect(await judge((request, next) => next(request), id)).toMatchObject({ outcome: 'inapplicable' });
  });
});

test('rules of HEAD do not apply to a target without it', async () => {
  const headless: Interceptor = async (request, next) =>
    request.method === 'HEAD' ? toJsonResponse(405, {}) : next(request);
  expect(await judge(headless, 'tags.read.head')).toMatchObject({ outcome: 'inapplicable' });
});
