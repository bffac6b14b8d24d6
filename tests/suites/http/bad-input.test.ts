import { describe, expect, test } from 'vitest';
import { collections } from '../../../contract/resources.js';
import { headerValue, type Interceptor, type WireRequest } from '../../../wire/exchange.js';
import { isJsonObject } from '../../../wire/json.js';
import { parseJson, toText } from '../../../wire/message-body.js';
import { statusOf } from '../../../wire/status.js';
import { interceptOperation } from '../../../zoo/intercept/intercept-operation.js';
import { bodyOf } from '../../../zoo/intercept/request-edit.js';
import { editResponse, toRefusal } from '../../../zoo/intercept/response-edit.js';
import { type FaultCase, lens, underFaults } from '../under-fault.js';

const judge = underFaults();

/** Breaks on some requests. */
const breaksOn =
  (isBad: (request: WireRequest) => boolean): Interceptor =>
  (request, next) =>
    isBad(request) ? Promise.resolve(toRefusal(500)) : next(request);

const typeOf = ({ headers }: WireRequest): string => headerValue(headers, 'content-type') ?? '';
const jsonIn = ({ body }: WireRequest) => (body ? parseJson(toText(body)) : {});
const isJson = (request: WireRequest): boolean => typeOf(request) === 'application/json';

const faults: readonly FaultCase[] = [
  ['http.bad-input.malformed-json', breaksOn((request) => isJson(request) && jsonIn(request) === undefined)],
  ['http.bad-input.not-an-object', breaksOn((request) => isJson(request) && !isJsonObject(jsonIn(request)))],
  ['http.bad-input.invalid-utf8', breaksOn(({ body }) => body !== undefined && toText(body).includes('\ufffd'))],
  ['http.bad-input.unknown-media-type', breaksOn((request) => typeOf(request) === 'application/x-unknown')],
  ['http.bad-input.broken-form', breaksOn((request) => typeOf(request).endsWith('form-urlencoded'))],
  ['http.bad-input.large-body', breaksOn(({ body }) => (body?.length ?? 0) > 2_000_000)],
  [
    'http.bad-input.absurd-ids',
    breaksOn(({ target }) => /\/(\d{11,30}|[^/?]*[.xN,%-][^/?]*)$/.test(target) && !target.includes('by-slug')),
  ],
  ['http.bad-input.huge-pages', breaksOn(({ target }) => /page=\d{10}/.test(target))],
  ['http.bad-input.broken-encoding', breaksOn(({ target }) => /%(zz|ff|c3%28|00|$)/.test(target))],
  ['http.bad-input.long-addresses', breaksOn(({ target }) => target.length > 3_000)],
];
test.each(faults)('%s breaks the server', async (id, fault) => {
  expect(await judge(fault, id)).toMatchObject({ outcome: 'failed' });
});

describe.each(collections)('%s', (collection) => {
  const hasObject = (request: WireRequest): boolean =>
    Object.values(bodyOf(request) ?? {}).some((value) => JSON.stringify(value).includes('unexpected'));

  test('break on a field of another type', async () => {
    const fault = breaksOn(hasObject);
    expect(await judge(fault, `${collection}.create.malformed-handled`)).toMatchObject({ outcome: 'failed' });
  });

  test('break on an odd value', async () => {
    const fault = interceptOperation(lens, { id: `${collection}.create` }, async ({ request }, next) => {
      const outcome = await next(request);
      return statusOf(outcome) >= 400 || /[^ -~]|"":|\\/.test(toText(request.body ?? new Uint8Array()))
        ? toRefusal(500)
        : outcome;
    });
    expect(await judge(fault, `${collection}.create.odd-handled`)).toMatchObject({ outcome: 'failed' });
  });

  test('break on a query that is hard to understand', async () => {
    const fault = interceptOperation(lens, { id: `${collection}.list` }, async ({ request }, next) => {
      const outcome = await next(request);
      return statusOf(outcome) === 400 ? toRefusal(500) : outcome;
    });
    expect(await judge(fault, `${collection}.list.malformed-handled`)).toMatchObject({ outcome: 'failed' });
  });
});

describe('a refusal that is no fault', () => {
  const id = 'http.bad-input.malformed-json';
  const answering =
    (status: number, headers: readonly (readonly [string, string])[] = []): Interceptor =>
    async (request, next) =>
      isJson(request) && jsonIn(request) === undefined
        ? editResponse(toRefusal(status), (one) => ({ ...one, headers: [...one.headers, ...headers] }))
        : next(request);

  test.each([400, 403, 404, 409, 413, 415, 422, 200, 501, 505])('is %i', async (status) => {
    expect(await judge(answering(status), id)).toMatchObject({ outcome: 'passed' });
  });

  test('is 503 that says when to come back', async () => {
    expect(await judge(answering(503, [['Retry-After', '0']]), id)).toMatchObject({ outcome: 'passed' });
  });

  test('is not 503 that does not', async () => {
    expect(await judge(answering(503), id)).toMatchObject({ outcome: 'failed' });
  });

  test('is a connection that is closed while too much is sent', async () => {
    const closing: Interceptor = async (request, next) =>
      (request.body?.length ?? 0) > 2_000_000 ? { kind: 'reset', message: 'closed' } : next(request);
    expect(await judge(closing, 'http.bad-input.large-body')).toMatchObject({ outcome: 'passed' });
  });
});
