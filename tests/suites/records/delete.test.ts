import { expect, test } from 'vitest';
import { operations } from '../../../contract/operations.js';
import { type Collection, collections, eventRelations, resourceOf } from '../../../contract/resources.js';
import type { Interceptor, WireRequest } from '../../../wire/exchange.js';
import { isJsonArray, type JsonObject, type JsonValue } from '../../../wire/json.js';
import { isGranted, statusOf } from '../../../wire/status.js';
import { interceptOperation, inTurn } from '../../../zoo/intercept/intercept-operation.js';
import { withJson } from '../../../zoo/intercept/request-edit.js';
import { toJsonResponse, toRefusal } from '../../../zoo/intercept/response-edit.js';
import { lens, underFaults } from './under-fault.js';

const judge = underFaults();
const failed = { outcome: 'failed' };
const passed = { outcome: 'passed' };

/** Remembers, as they were last, the records that are deleted. */
function graveyard(collection: Collection): { readonly dead: Map<string, JsonObject>; readonly dig: Interceptor } {
  const dead = new Map<string, JsonObject>();
  const dig = interceptOperation(lens, { kind: 'delete', collection }, async ({ request }, next) => {
    const record = lens.record(collection, await next({ method: 'GET', target: request.target, headers: [] }));
    const outcome = await next(request);
    if (record && isGranted(outcome)) dead.set(lens.id(collection, record), record);
    return outcome;
  });
  return { dead, dig };
}

const deletes = operations.filter(({ kind }) => kind === 'delete').map(({ id }) => id);

test.each(deletes)('%s sees a record kept', async (id) => {
  const keeps = interceptOperation(lens, { id }, ({ request }, next) => next({ ...request, method: 'GET' }));
  expect(await judge(keeps, id)).toMatchObject(failed);
});

/** Shows what is deleted, but as being in the trash. */
function trashes(collection: Collection, status: string): Interceptor {
  const { dead, dig } = graveyard(collection);
  const show = interceptOperation(
    lens,
    { kind: 'read', collection, addressing: 'id' },
    async ({ request, address }, next) => {
      const record = dead.get(address);
      return record ? toJsonResponse(200, { ...record, status }) : next(request);
    },
  );
  return inTurn(dig, show);
}

test.each(['events', 'venues', 'organizers'] as const)(
  '%s.delete lets a record go to the trash',
  async (collection) => {
    expect(await judge(trashes(collection, 'trash'), `${collection}.delete`)).toMatchObject(passed);
    expect(await judge(trashes(collection, 'publish'), `${collection}.delete`)).toMatchObject(failed);
  },
);

test.each(collections)('%s.update.in-turn sees a deleted record still listed', async (collection) => {
  const { dead, dig } = graveyard(collection);
  const lists = interceptOperation(lens, { kind: 'list', collection }, async ({ request }, next) =>
    lens.editItems(collection, await next(request), (items) => [...items, ...dead.values()]),
  );
  expect(await judge(inTurn(dig, lists), `${collection}.update.in-turn`)).toMatchObject(failed);
});

test.each(['events', 'venues', 'organizers'] as const)('%s.delete.slug sees a slug live on', async (collection) => {
  const { dead, dig } = graveyard(collection);
  const finds = interceptOperation(
    lens,
    { kind: 'read', collection, addressing: 'slug' },
    ({ request, address }, next) => {
      const record = [...dead.values()].find((one) => lens.text(collection, one, 'slug') === address);
      return record ? Promise.resolve(toJsonResponse(200, record)) : next(request);
    },
  );
  expect(await judge(inTurn(dig, finds), `${collection}.delete.slug`)).toMatchObject(failed);
});

test.each(['events', 'venues', 'tags'] as const)(
  '%s.delete.for-good sees a record brought back',
  async (collection) => {
    const { dead, dig } = graveyard(collection);
    const revived = new Set<string>();
    const revive = interceptOperation(lens, { kind: 'delete', collection }, ({ request, address }, next) => {
      if (dead.has(address)) revived.add(address);
      return next(request);
    });
    const show = interceptOperation(lens, { kind: 'read', collection }, ({ request, address }, next) =>
      revived.has(address) ? Promise.resolve(toJsonResponse(200, dead.get(address) ?? null)) : next(request),
    );
    expect(await judge(inTurn(revive, dig, show), `${collection}.delete.for-good`)).toMatchObject(failed);
  },
);

test.each(collections)('%s.delete.unknown-id sees nothing deleted with success', async (collection) => {
  const polite = interceptOperation(lens, { kind: 'delete', collection }, async ({ request }, next) => {
    const outcome = await next(request);
    return statusOf(outcome) === 404 ? toJsonResponse(200, {}) : outcome;
  });
  expect(await judge(polite, `${collection}.delete.unknown-id`)).toMatchObject(failed);
});

const relations = Object.entries(eventRelations);

test.each(relations)('%s: %s.delete.linked-events sees a link to nothing', async (relation, collection) => {
  const { dead, dig } = graveyard(collection);
  const dangle = (links: JsonValue | undefined): JsonValue => [...(isJsonArray(links) ? links : []), ...dead.values()];
  const links = interceptOperation(lens, { kind: 'read', collection: 'events' }, async ({ request }, next) =>
    lens.editRecord('events', await next(request), (event) => ({ ...event, [relation]: dangle(event[relation]) })),
  );
  expect(await judge(inTurn(dig, links), `${collection}.delete.linked-events`)).toMatchObject(failed);
});

test.each(relations)('%s: %s.delete.linked-events sees all links lost', async (relation, collection) => {
  const { dead, dig } = graveyard(collection);
  const links = interceptOperation(lens, { kind: 'read', collection: 'events' }, async ({ request }, next) =>
    lens.editRecord('events', await next(request), (event) => (dead.size > 0 ? { ...event, [relation]: [] } : event)),
  );
  expect(await judge(inTurn(dig, links), `${collection}.delete.linked-events`)).toMatchObject(failed);
});

test.each(relations)('%s: %s.delete.linked-events sees events taken along', async (_, collection) => {
  const { dead, dig } = graveyard(collection);
  const gone = interceptOperation(lens, { kind: 'read', collection: 'events' }, ({ request }, next) =>
    dead.size > 0 ? Promise.resolve(toJsonResponse(404, {})) : next(request),
  );
  expect(await judge(inTurn(dig, gone), `${collection}.delete.linked-events`)).toMatchObject(failed);
});

/** Shows another parent wherever the parent is gone: the reference server moves its children to the top. */
function orphans(parentOf: (dead: JsonObject) => JsonValue | undefined): Interceptor {
  const { dead, dig } = graveyard('categories');
  const show = interceptOperation(lens, { kind: 'read', collection: 'categories' }, async ({ request }, next) =>
    lens.editRecord('categories', await next(request), (category) => {
      const [gone] = dead.values();
      return gone && category.parent === null ? { ...category, parent: parentOf(gone) ?? null } : category;
    }),
  );
  return inTurn(dig, show);
}

test('categories.delete.children sees a child below what is gone, or taken along', async () => {
  expect(
    await judge(
      orphans(({ id }) => id),
      'categories.delete.children',
    ),
  ).toMatchObject(failed);
  const { dead, dig } = graveyard('categories');
  const gone = interceptOperation(lens, { kind: 'read', collection: 'categories' }, ({ request }, next) =>
    dead.size > 0 ? Promise.resolve(toJsonResponse(404, {})) : next(request),
  );
  expect(await judge(inTurn(dig, gone), 'categories.delete.children')).toMatchObject(failed);
});

test('categories.delete.children lets a child move to its grandparent', async () => {
  expect(
    await judge(
      orphans(({ parent }) => parent),
      'categories.delete.children',
    ),
  ).toMatchObject(passed);
});

const inUse = [
  ...Object.values(eventRelations).map((collection) => [`${collection}.delete.linked-events`, collection] as const),
  ['categories.delete.children', 'categories'] as const,
];

/** Refuses the DELETEs of a requirement, after doing something else. */
const refusing = (
  collection: Collection,
  status: number,
  instead: (target: string) => readonly WireRequest[],
): Interceptor =>
  interceptOperation(lens, { kind: 'delete', collection }, async ({ request, address, at }, next) => {
    for (const other of instead(at(`/${collection}/${address}`))) await next({ ...request, ...other });
    return toRefusal(status);
  });

test.each(inUse)('%s lets what is in use be kept, whole and there', async (id, collection) => {
  const label = resourceOf(collection).label;
  const remove = (target: string): WireRequest => ({ method: 'DELETE', target, headers: [] });
  const rename = (target: string): WireRequest =>
    withJson({ method: 'PATCH', target, headers: [] }, { [label]: 'Renamed by a DELETE' });
  expect(
    await judge(
      refusing(collection, 409, () => []),
      id,
    ),
  ).toMatchObject(passed);
  expect(
    await judge(
      refusing(collection, 404, () => []),
      id,
    ),
  ).toMatchObject(failed);
  expect(
    await judge(
      refusing(collection, 409, (target) => [remove(target)]),
      id,
    ),
  ).toMatchObject(failed);
  expect(
    await judge(
      refusing(collection, 409, (target) => [rename(target)]),
      id,
    ),
  ).toMatchObject(failed);
});
