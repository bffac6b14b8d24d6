import { describe, expect, test } from 'vitest';
import type { Interceptor } from '../../../wire/exchange.js';
import type { JsonObject } from '../../../wire/json.js';
import { interceptOperation } from '../../../zoo/intercept/intercept-operation.js';
import { type FaultCase, lens, underFaults } from '../under-fault.js';

const judge = underFaults();

describe('numbers of events', () => {
  const more = (record: JsonObject): JsonObject => ({ ...record, count: Number(record.count) + 1 });
  const counted = (collection: 'categories' | 'tags'): Interceptor =>
    interceptOperation(lens, { kind: 'read', collection }, async ({ request }, next) =>
      lens.editRecord(collection, await next(request), more),
    );
  const total = (edit: (total: number) => number): Interceptor =>
    interceptOperation(lens, { id: 'events.list' }, async ({ request }, next) =>
      lens.editTotal(await next(request), edit),
    );
  const faults: readonly FaultCase[] = [
    ['tags.read.count', counted('tags')],
    ['categories.read.count', counted('categories')],
    ['events.list.total-follows', total((number) => number + 1)],
    ['events.list.total-follows', total(() => 0)],
  ];
  test.each(faults)('%s sees another number', async (id, fault) => {
    expect(await judge(fault, id)).toMatchObject({ outcome: 'failed' });
  });
});
