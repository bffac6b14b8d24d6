import { expect, test } from 'vitest';
import { idsIn } from '../../../adapter/reading/agreement.js';
import { operations } from '../../../contract/operations.js';
import { type Collection, eventRelations, resourceOf } from '../../../contract/resources.js';
import type { Interceptor } from '../../../wire/exchange.js';
import { isJsonArray, type JsonObject, type JsonValue } from '../../../wire/json.js';
import { statusOf } from '../../../wire/status.js';
import { interceptOperation, interceptOperations } from '../../../zoo/intercept/intercept-operation.js';
import { bodyOf, editBody } from '../../../zoo/intercept/request-edit.js';
import { toJsonResponse, toRefusal } from '../../../zoo/intercept/response-edit.js';
import { judgeFromTheStart, lens, underFaults, unsentAt, without } from './under-fault.js';

const judge = underFaults();
const failed = { outcome: 'failed' };
const passed = { outcome: 'passed' };

const updates = operations
  .filter(({ kind }) => kind === 'update')
  .map(({ id, collection }) => [id, collection] as const);

test.each(updates)('%s sees an update that does nothing', async (id) => {
  const idle = interceptOperation(lens, { id }, ({ request: { target, headers } }, next) =>
    next({ method: 'GET', target, headers }),
  );
  expect(await judge(idle, id)).toMatchObject(failed);
});

test.each(updates)('%s sees an update that is refused', async (id) => {
  expect(
    await judge(
      interceptOperation(lens, { id }, () => Promise.resolve(toRefusal(403))),
      id,
    ),
  ).toMatchObject(failed);
});

test.each(updates)('%s.unsent sees one of the fields lost', async (id) => {
  const loses = interceptOperation(lens, { id }, ({ request }, next) =>
    next(editBody(request, (body) => ({ description: null, ...body }))),
  );
  expect(await judge(loses, unsentAt(id))).toMatchObject({
    outcome: 'failed',
    counterexample: { deviation: { kind: 'value', expected: expect.stringMatching(/^description/) } },
  });
});

test.each(updates)('%s.unsent sees a field required that is not', async (id) => {
  const wants = interceptOperation(lens, { id }, ({ request }, next) =>
    bodyOf(request)?.description === undefined ? Promise.resolve(toRefusal(400)) : next(request),
  );
  expect(await judge(wants, unsentAt(id))).toMatchObject({
    outcome: 'failed',
    counterexample: { deviation: { kind: 'status' } },
  });
});

/** Empties all optional fields that an update does not send. */
function reset(collection: Collection, body: JsonObject): JsonObject {
  const optional = Object.entries(resourceOf(collection).fields).filter(([, { required }]) => !required);
  const empty = optional.map(([name, { type }]): [string, JsonValue] => [name, type === 'integers' ? [] : null]);
  return { ...Object.fromEntries(empty), ...body };
}

const resets = (method: 'POST' | 'PUT' | 'PATCH', but: readonly string[] = []): Interceptor =>
  interceptOperation(lens, { kind: 'update', method }, ({ request, collection }, next) =>
    next(
      editBody(request, (body) => {
        const kept = Object.entries(reset(collection, body)).filter(([name]) => name in body || !but.includes(name));
        return Object.fromEntries(kept);
      }),
    ),
  );

test.each(['events', 'venues', 'organizers', 'tags'] as const)(
  '%s: PUT may reset all that is not sent',
  async (one) => {
    expect(await judgeFromTheStart(resets('PUT'), `${one}.update.unsent`)).toMatchObject(passed);
  },
);

test('once PUT resets, it resets every field of every kind', async () => {
  expect(await judgeFromTheStart(resets('PUT', ['address']), 'venues.update.unsent')).toMatchObject({
    outcome: 'failed',
    counterexample: { deviation: { expected: expect.stringMatching(/^address to be reset/) } },
  });
});

test('PATCH never resets', async () => {
  expect(await judgeFromTheStart(resets('PATCH'), 'organizers.update.unsent')).toMatchObject(failed);
});

test.each(['events', 'tags'] as const)(
  '%s.update.unknown-id sees an update of nothing accepted',
  async (collection) => {
    const polite = interceptOperation(lens, { kind: 'update', collection }, async ({ request }, next) => {
      const outcome = await next(request);
      return statusOf(outcome) === 404 ? toJsonResponse(200, {}) : outcome;
    });
    expect(await judge(polite, `${collection}.update.unknown-id`)).toMatchObject(failed);
  },
);

test('an id that somebody has is not written to', async () => {
  const written: string[] = [];
  const everyId: Interceptor = (request, next) => {
    if (request.method !== 'GET') written.push(request.method);
    return request.method === 'GET' ? Promise.resolve(toJsonResponse(200, { id: 1, name: 'Foreign' })) : next(request);
  };
  expect(await judge(everyId, 'tags.update.unknown-id')).toMatchObject({ outcome: 'cantTell' });
  expect(await judge(everyId, 'tags.delete.unknown-id')).toMatchObject({ outcome: 'cantTell' });
  expect(written).toEqual([]);
});

test.each([
  ['events', 'by-slug.update.rename'],
  ['categories', 'update.in-turn'],
  ['tags', 'update.in-turn'],
] as const)('%s.%s sees a suffix of the own slug', async (collection, id) => {
  const choices = (['POST', 'PUT'] as const).map((method) => ({ kind: 'update', collection, method }) as const);
  const suffixed = interceptOperations(lens, choices, ({ request }, next) =>
    next(editBody(request, (body) => (typeof body.slug === 'string' ? { ...body, slug: `${body.slug}-2` } : body))),
  );
  expect(await judge(suffixed, `${collection}.${id}`)).toMatchObject(failed);
});

const withSlug = { kind: 'update', addressing: 'slug' } as const;

test('events.by-slug.update.rename sees a slug dropped without a word', async () => {
  const drops = interceptOperation(lens, withSlug, ({ request }, next) =>
    next(editBody(request, (body) => without(body, 'slug'))),
  );
  expect(await judge(drops, 'events.by-slug.update.rename')).toMatchObject(failed);
});

test('events.by-slug.update.rename lets it be refused', async () => {
  const refuses = interceptOperation(lens, withSlug, ({ request }, next) =>
    bodyOf(request)?.slug === undefined ? next(request) : Promise.resolve(toRefusal(422)),
  );
  expect(await judge(refuses, 'events.by-slug.update.rename')).toMatchObject(passed);
});

const isEmptyList = (value: JsonValue): boolean => isJsonArray(value) && value.length === 0;

test('events.update.replaced-relations sees links that are only added to', async () => {
  const adds = interceptOperation(lens, { kind: 'update', collection: 'events' }, async ({ request }, next) => {
    const record = lens.record('events', await next({ method: 'GET', target: request.target, headers: [] })) ?? {};
    const joined = (name: string, ids: JsonValue): JsonValue =>
      name in eventRelations && !isEmptyList(ids) ? [...new Set([...idsIn(record[name]), ...idsIn(ids)])] : ids;
    return next(
      editBody(request, (body) =>
        Object.fromEntries(Object.entries(body).map(([name, value]) => [name, joined(name, value)])),
      ),
    );
  });
  expect(await judge(adds, 'events.update.replaced-relations')).toMatchObject(failed);
  expect(await judge(adds, 'events.update.emptied-relations')).toMatchObject(passed);
});

test('events.update.emptied-relations sees an empty list ignored', async () => {
  const ignores = interceptOperation(lens, { kind: 'update', collection: 'events' }, ({ request }, next) =>
    next(
      editBody(request, (body) => Object.fromEntries(Object.entries(body).filter(([, value]) => !isEmptyList(value)))),
    ),
  );
  expect(await judge(ignores, 'events.update.emptied-relations')).toMatchObject(failed);
  expect(await judge(ignores, 'events.update.replaced-relations')).toMatchObject(passed);
});

test('events.update.emptied-relations lets an empty list be refused', async () => {
  const refuses = interceptOperation(lens, { kind: 'update', collection: 'events' }, ({ request }, next) =>
    Object.values(bodyOf(request) ?? {}).some(isEmptyList) ? Promise.resolve(toRefusal(400)) : next(request),
  );
  expect(await judge(refuses, 'events.update.emptied-relations')).toMatchObject(passed);
});

test('venues.update.emptied-texts lets empty texts be refused', async () => {
  const refuses = interceptOperation(lens, { kind: 'update', collection: 'venues' }, ({ request }, next) =>
    Object.values(bodyOf(request) ?? {}).includes('') ? Promise.resolve(toRefusal(400)) : next(request),
  );
  expect(await judge(refuses, 'venues.update.emptied-texts')).toMatchObject(passed);
});
