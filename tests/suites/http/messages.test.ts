import { describe, expect, test } from 'vitest';
import { type Collection, collections } from '../../../contract/resources.js';
import type { Interceptor, Outcome } from '../../../wire/exchange.js';
import { toText } from '../../../wire/message-body.js';
import { isGranted, statusOf } from '../../../wire/status.js';
import { interceptOperation } from '../../../zoo/intercept/intercept-operation.js';
import {
  editResponse,
  toJsonResponse,
  toRefusal,
  withHeader,
  withoutHeader,
} from '../../../zoo/intercept/response-edit.js';
import { type FaultCase, lens, underFaults } from '../under-fault.js';

const judge = underFaults();

const constantTag = (collection: Collection): Interceptor =>
  interceptOperation(lens, { id: `${collection}.read` }, async ({ request }, next) => {
    const headers = withoutHeader(request.headers, 'if-none-match');
    return editResponse(await next({ ...request, headers }), (one) => ({
      ...one,
      headers: withHeader(one.headers, 'ETag', '"same"'),
    }));
  });

const neverModified = (collection: Collection): Interceptor =>
  interceptOperation(lens, { id: `${collection}.read` }, async ({ request }, next) => {
    const isConditional = request.headers.some(([name]) => name === 'if-none-match');
    return isConditional ? toJsonResponse(304, {}) : next(request);
  });

test.each(['events', 'organizers'] as const)('%s do not change their ETag', async (collection) => {
  for (const toFault of [constantTag, neverModified])
    expect(await judge(toFault(collection), `${collection}.read.etag-changes`)).toMatchObject({ outcome: 'failed' });
});

describe.each(collections)('%s', (collection) => {
  test('are located elsewhere', async () => {
    const elsewhere = interceptOperation(lens, { id: `${collection}.create` }, async ({ request }, next) =>
      editResponse(await next(request), (one) => ({
        ...one,
        headers: one.headers.map(([name, value]) =>
          name === 'Location' ? [name, value.replace(/\d+$/, (id) => String(Number(id) - 1))] : [name, value],
        ),
      })),
    );
    expect(await judge(elsewhere, `${collection}.create.location`)).toMatchObject({ outcome: 'failed' });
  });

  test('may be located on a page for people', async () => {
    const page = interceptOperation(lens, { id: `${collection}.create` }, async ({ request }, next) =>
      editResponse(await next(request), (one) => ({
        ...one,
        headers: withHeader(one.headers, 'Location', 'https://www.example.org/plain-page/'),
      })),
    );
    expect(await judge(page, `${collection}.create.location`)).toMatchObject({ outcome: 'inapplicable' });
  });

  test.each([
    ['keep their ETag when they change', constantTag],
    ['are not modified, whatever has changed', neverModified],
  ])('%s', async (_, toFault) => {
    expect(await judge(toFault(collection), `${collection}.read.etag-matches`)).toMatchObject({ outcome: 'failed' });
  });
});

const inCharacters: Interceptor = async (request, next) =>
  editResponse(await next(request), (one) => {
    const { length } = toText(one.body);
    return {
      ...one,
      headers: withHeader(one.headers, 'Content-Length', String(length)),
      body: one.body.subarray(0, length),
    };
  });

/** What is left of a refused body is answered before the next request. */
function outOfStep(): Interceptor {
  let left: Outcome | undefined;
  return async (request, next) => {
    const outcome = left ?? (await next(request));
    left =
      left === undefined && statusOf(outcome) >= 400 && (request.body?.length ?? 0) > 1000 ? toRefusal(400) : undefined;
    return outcome;
  };
}

const faults: readonly FaultCase[] = [
  ['http.content-length.octets', inCharacters],
  ['http.connection.after-refusal', outOfStep()],
];
test.each(faults)('%s sees a breach', async (id, fault) => {
  expect(await judge(fault, id)).toMatchObject({ outcome: 'failed' });
});

test('an ETag that changes from read to read is another representation each time', async () => {
  let count = 0;
  const volatile = interceptOperation(lens, { kind: 'read' }, async ({ request }, next) => {
    count += 1;
    const outcome = await next({ ...request, headers: withoutHeader(request.headers, 'if-none-match') });
    if (!isGranted(outcome)) return outcome;
    return editResponse(outcome, (one) => ({ ...one, headers: withHeader(one.headers, 'ETag', `"${count}"`) }));
  });
  expect(await judge(volatile, 'tags.read.etag-matches')).toMatchObject({ outcome: 'passed' });
});

test('lengths do not apply to a target that takes ASCII alone', async () => {
  const ascii: Interceptor = async (request, next) =>
    [...(request.body ?? [])].some((octet) => octet > 127) ? toRefusal(400) : next(request);
  expect(await judge(ascii, 'http.content-length.octets')).toMatchObject({ outcome: 'inapplicable' });
});

describe.each(['events', 'venues', 'organizers'] as const)('%s that were read', (collection) => {
  test.each(['read', 'by-slug.read'])('are stale: %s', async (action) => {
    const kept = new Map<string, Outcome>();
    const stale = interceptOperation(lens, { kind: 'read', collection }, async ({ request, operation }, next) => {
      if (operation.id !== `${collection}.${action}`) return next(request);
      const outcome = kept.get(request.target) ?? (await next(request));
      kept.set(request.target, outcome);
      return outcome;
    });
    expect(await judge(stale, `${collection}.update.in-turn`)).toMatchObject({ outcome: 'failed' });
  });
});
