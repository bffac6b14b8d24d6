import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  allTime,
  contains,
  estimate,
  intersect,
  selectFromAll,
} from '../../../reference-server/store/timeline-selection.js';
import {
  addRow,
  compareSpans,
  createTimeline,
  removeRow,
  type Spanned,
} from '../../../reference-server/store/timeline.js';

const time = fc.integer({ min: 10, max: 40 }).map(String);
const span = fc.record({ start: time, length: fc.integer({ min: 0, max: 9 }) });
const bound = fc.option(time, { nil: undefined });
const range = fc
  .record({ startFrom: bound, startBefore: bound, endFrom: bound, endBefore: bound })
  .map((bounds) => ({ bounds, range: intersect(allTime, definedOnly(bounds)) }));

const definedOnly = (bounds: object): object =>
  Object.fromEntries(Object.entries(bounds).filter(([, value]) => value !== undefined));

const toRows = (spans: readonly { start: string; length: number }[]): Spanned[] =>
  spans.map(({ start, length }, id) => ({ id, start, end: String(Number(start) + length) }));

test('a selection from indexes is what reading every row gives, also after removals', () => {
  const spans = fc.array(span, { maxLength: 300, size: 'max' });
  const page = fc.record({ offset: fc.nat(40), limit: fc.integer({ min: 1, max: 100 }) });
  const chunk = fc.integer({ min: 1, max: 50 });
  fc.assert(
    fc.property(
      spans,
      range,
      page,
      chunk,
      fc.nat(3),
      fc.boolean(),
      (drawn, { range: window }, { offset, limit }, most, drop, tested) => {
        const rows = toRows(drawn);
        const timelines = [createTimeline<Spanned>(most), createTimeline<Spanned>(most)];
        for (const row of rows) for (const timeline of timelines.slice(row.id % 2)) addRow(timeline, row);
        const gone = rows.filter(({ id }) => drop > 0 && id % 4 < drop);
        for (const row of gone) for (const timeline of timelines.slice(row.id % 2)) removeRow(timeline, row);
        const accepts = tested ? ({ id }: Spanned): boolean => id % 3 === 0 : undefined;
        const left = rows.filter((row) => !gone.includes(row) && contains(window, row) && (accepts?.(row) ?? true));
        const expected = left.toSorted(compareSpans);
        const request = { range: window, accepts, offset, limit };
        const wanted = { rows: expected.slice(offset, offset + limit), total: expected.length };
        expect(selectFromAll(timelines, request)).toEqual(wanted);
        expect(selectFromAll(timelines.slice(1), { ...request, accepts: (row) => accepts?.(row) ?? true })).toEqual(
          selectFromAll(timelines.slice(1), request),
        );
      },
    ),
    { numRuns: 150 },
  );
});

test('bounds that follow from others lose no event', () => {
  fc.assert(
    fc.property(fc.array(span, { maxLength: 50 }), range, (drawn, { bounds, range: window }) => {
      const { startFrom = '', startBefore = '~', endFrom = '', endBefore = '~' } = bounds;
      for (const row of toRows(drawn)) {
        expect(contains(window, row)).toBe(contains({ startFrom, startBefore, endFrom, endBefore }, row));
      }
    }),
  );
});

test('an estimate is zero where nothing starts in the range and about right elsewhere', () => {
  const timeline = createTimeline<Spanned>(256);
  for (let id = 0; id < 10_000; id += 1) addRow(timeline, { id, start: String(10_000 + id), end: String(10_000 + id) });
  const within = (startFrom: string, startBefore: string): number =>
    estimate(timeline, intersect(allTime, { startFrom, startBefore }));
  expect(within('30000', '40000')).toBe(0);
  expect(within('15000', '15010')).toBeLessThan(600);
  expect(within('10000', '20000')).toBe(10_000);
});
