import { describe, expect, test } from 'vitest';
import { addSeconds } from '../../../adapter/notation/day-times.js';
import { toText } from '../../../adapter/notation/shown-values.js';
import type { Interceptor } from '../../../wire/exchange.js';
import type { JsonObject } from '../../../wire/json.js';
import { interceptOperation } from '../../../zoo/intercept/intercept-operation.js';
import { type FaultCase, lens, underFaults, without } from '../under-fault.js';

const judge = underFaults();

/** Rewrites every event, or every record of another collection, that is read alone. */
const reading = (
  edit: (record: JsonObject) => JsonObject,
  collection: 'events' | 'venues' | 'tags' = 'events',
): Interceptor =>
  interceptOperation(lens, { kind: 'read', collection }, async ({ request }, next) =>
    lens.editRecord(collection, await next(request), edit),
  );

const moved =
  (field: string, seconds: number) =>
  (record: JsonObject): JsonObject => ({
    ...record,
    [field]: addSeconds(toText(record[field]), seconds),
  });

describe('times in UTC', () => {
  const was = new Map<string, JsonObject>();
  const remembered = reading((record) => {
    const id = toText(record.id);
    const { utc_start_date = '', utc_end_date = '' } = was.get(id) ?? record;
    was.set(id, { utc_start_date, utc_end_date });
    return { ...record, utc_start_date, utc_end_date };
  });
  const faults: readonly FaultCase[] = [
    ['events.read.utc-times', reading(moved('utc_start_date', 3600))],
    ['events.read.utc-times', reading(moved('utc_end_date', -1800))],
    [
      'events.read.utc-times',
      reading((record) => (record.timezone === 'Asia/Tokyo' ? moved('utc_end_date', 60)(record) : record)),
    ],
    ['events.update.utc-times', remembered],
    ['events.read.utc-publication', reading(moved('date_utc', 3600), 'venues')],
    ['events.read.utc-publication', reading(moved('date_utc', 61))],
  ];
  test.each(faults)('%s sees another instant', async (id, fault) => {
    expect(await judge(fault, id)).toMatchObject({ outcome: 'failed' });
  });

  test('need not be shown', async () => {
    const silent = reading((record) => without(record, 'utc_start_date', 'utc_end_date'));
    expect(await judge(silent, 'events.read.utc-times')).toMatchObject({ outcome: 'inapplicable' });
  });
});
