import { describe, expect, test } from 'vitest';
import type { Interceptor } from '../../../harness/exchange.js';
import type { JsonObject } from '../../../harness/json.js';
import { addSeconds } from '../../../target/world/wall-clock.js';
import { offsetAt } from '../../../suites/coherence/zone-offset.js';
import { toText } from '../../../target/shown-values.js';
import { on } from '../../../zoo/on.js';
import { type FaultCase, lens, underFaults, without } from '../under-fault.js';

const judge = underFaults();

/** Rewrites every event, or every record of another collection, that is read alone. */
const reading = (
  edit: (record: JsonObject) => JsonObject,
  collection: 'events' | 'venues' | 'tags' = 'events',
): Interceptor =>
  on(lens, { kind: 'read', collection }, async ({ request }, next) =>
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

  test("may be told from times on the site's clock", async () => {
    const site = reading((record) => ({
      ...record,
      utc_start_date: addSeconds(toText(record.start_date), -7200),
      utc_end_date: addSeconds(toText(record.end_date), -7200),
    }));
    expect(await judge(site, 'events.read.utc-times')).toMatchObject({ outcome: 'passed' });
    expect(await judge(site, 'events.update.utc-times')).toMatchObject({ outcome: 'passed' });
  });

  test('need not be shown', async () => {
    const silent = reading((record) => without(record, 'utc_start_date', 'utc_end_date'));
    expect(await judge(silent, 'events.read.utc-times')).toMatchObject({ outcome: 'cantTell' });
  });
});

describe('numbers of events', () => {
  const more = (record: JsonObject): JsonObject => ({ ...record, count: Number(record.count) + 1 });
  const counted = on(lens, { id: 'categories.read' }, async ({ request }, next) =>
    lens.editRecord('categories', await next(request), more),
  );
  const total = (edit: (total: number) => number): Interceptor =>
    on(lens, { id: 'events.list' }, async ({ request }, next) => lens.editTotal(await next(request), edit));
  const faults: readonly FaultCase[] = [
    ['tags.read.count', reading(more, 'tags')],
    ['categories.read.count', counted],
    ['events.list.total-follows', total((number) => number + 1)],
    ['events.list.total-follows', total(() => 0)],
  ];
  test.each(faults)('%s sees another number', async (id, fault) => {
    expect(await judge(fault, id)).toMatchObject({ outcome: 'failed' });
  });
});

describe('the offset of a zone', () => {
  test.each([
    ['UTC', '2030-07-01 12:00:00', 0],
    ['UTC+2', '2030-07-01 12:00:00', 7200],
    ['UTC-3.5', '2030-07-01 12:00:00', -12_600],
    ['UTC+5:45', '2030-07-01 12:00:00', 20_700],
    ['Europe/Amsterdam', '2030-07-01 12:00:00', 7200],
    ['Europe/Amsterdam', '2030-01-01 00:00:00', 3600],
    ['Asia/Kathmandu', '2030-01-01 00:00:00', 20_700],
    ['America/New_York', '2030-03-10 03:00:00', -14_400],
    ['Australia/Sydney', '2030-01-01 23:59:59', 39_600],
    ['Mars/Phobos', '2030-01-01 12:00:00', undefined],
    ['UTCX', '2030-01-01 12:00:00', undefined],
  ])('%s at %s', (zone, wall, seconds) => {
    expect(offsetAt(zone, wall)).toBe(seconds);
  });
});
