import { describe, expect, test } from 'vitest';
import { type Collection, collections, resourceOf } from '../../../contract/resources.js';
import type { Interceptor } from '../../../wire/exchange.js';
import type { JsonObject, JsonValue } from '../../../wire/json.js';
import { interceptOperation, inTurn } from '../../../zoo/intercept/intercept-operation.js';
import { editBody } from '../../../zoo/intercept/request-edit.js';
import { judgeFromTheStart, lens, underFaults, without } from './under-fault.js';

const fields = collections.flatMap((collection) =>
  Object.keys(resourceOf(collection).fields).map((field) => [collection, field] as const),
);

const idOf = (collection: Collection, field: string): string => `${collection}.fields.${field.replaceAll('_', '-')}`;

/** Another value of the same kind. */
function altered(value: JsonValue | undefined): JsonValue {
  if (typeof value === 'boolean') return !value;
  if (typeof value === 'number') return value + 1;
  return typeof value === 'string' ? `7${value}` : [];
}

/** Shows another value of one field. */
const alters = (collection: Collection, field: string): Interceptor =>
  interceptOperation(lens, { kind: 'read', collection }, async ({ request }, next) =>
    lens.editRecord(collection, await next(request), (record) => ({ ...record, [field]: altered(record[field]) })),
  );

/** Loses a field on create, and shows no empty fields: only an update shows that there is such a field. */
const loses = (collection: Collection, field: string): Interceptor =>
  inTurn(
    interceptOperation(lens, { kind: 'create', collection }, ({ request }, next) =>
      next(editBody(request, (body) => without(body, field))),
    ),
    interceptOperation(lens, { collection }, async ({ request }, next) => {
      const outcome = lens.editRecord(collection, await next(request), withoutEmpty);
      return lens.editItems(collection, outcome, (items) => items.map(withoutEmpty));
    }),
  );

const withoutEmpty = (record: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries(record).filter(([, value]) => value !== null && value !== ''));

describe('under a fault', () => {
  const judge = underFaults();

  test.each(fields)('%s.fields.%s sees it altered', async (collection, field) => {
    const verdict = await judge(alters(collection, field), idOf(collection, field));
    const expected: unknown = expect.stringMatching(`^${field} `);
    expect(verdict).toMatchObject({ outcome: 'failed', counterexample: { deviation: { kind: 'value', expected } } });
  });

  test('the counterexample is a create with little else and a read', async () => {
    const verdict = await judge(alters('venues', 'phone'), 'venues.fields.phone');
    if (verdict.outcome !== 'failed') return expect.fail(verdict.outcome);
    const [world, created, read] = verdict.counterexample.exchanges;
    expect([world?.request.method, created?.request.method, read?.request.method]).toEqual(['GET', 'POST', 'GET']);
    const sent: unknown = JSON.parse(Buffer.from(created?.request.body ?? []).toString());
    expect(Object.keys(Object(sent)).toSorted()).toEqual(['description', 'phone', 'venue']);
  });

  test('a field that only the world lacks is seen all the same', async () => {
    let created = false;
    const watch = interceptOperation(lens, { kind: 'create', collection: 'venues' }, ({ request }, next) => {
      created = true;
      return next(request);
    });
    const onlyOld = interceptOperation(lens, { kind: 'read', collection: 'venues' }, ({ request }, next) =>
      created ? next(request) : alters('venues', 'phone')(request, next),
    );
    const verdict = await judge(inTurn(watch, onlyOld), 'venues.fields.phone');
    expect(verdict).toMatchObject({ outcome: 'failed', intermittent: true });
  });
});

test.each([
  ['venues', 'phone'],
  ['events', 'excerpt'],
  ['organizers', 'email'],
  ['categories', 'description'],
] as const)('%s.fields.%s sees it lost on create, where empty fields are not shown', async (collection, field) => {
  expect(await judgeFromTheStart(loses(collection, field), idOf(collection, field))).toMatchObject({
    outcome: 'failed',
  });
});
