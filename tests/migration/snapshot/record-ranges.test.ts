import { expect, test } from 'vitest';
import { seedOf } from '../../../kernel/seed.js';
import { createRangeCutter, type RangedLine } from '../../../migration/snapshot/record-ranges.js';

const lineOf = (number: number, changed: Partial<RangedLine> = {}): RangedLine => ({
  collection: 'events',
  id: String(number),
  draw: seedOf(0, `walk-${number}`).toString(36),
  text: `{"id":"${number}"}`,
  ...changed,
});

/** The IDs of each range. */
function toRanges(lines: readonly RangedLine[]): readonly string[] {
  const isCut = createRangeCutter();
  const ranges: string[][] = [];
  for (const line of lines) {
    if (isCut(line) || ranges.length === 0) ranges.push([]);
    ranges.at(-1)?.push(line.id);
  }
  return ranges.map((ids) => ids.join());
}

const lines = Array.from({ length: 30_000 }, (_, number) => lineOf(number));

test('ranges hold all records in order, at most 4,096 each', () => {
  const ranges = toRanges(lines);
  expect(ranges.join()).toBe(lines.map(({ id }) => id).join());
  expect(Math.max(...ranges.map((range) => range.split(',').length))).toBeLessThanOrEqual(4_096);
  expect(ranges.length).toBeLessThan(30);
});

test('a record that went or came changes one range', () => {
  const before = toRanges(lines);
  const changed = [...lines.filter((_, at) => at !== 9_000).slice(0, 20_000), lineOf(70_000), ...lines.slice(20_001)];
  expect(toRanges(changed).filter((range) => !before.includes(range)).length).toBeLessThanOrEqual(4);
});

test('records of one ID stay together, those of others and of another identity do not', () => {
  const draw = (0).toString(36);
  expect(toRanges([lineOf(1), lineOf(1, { draw }), lineOf(2, { draw })])).toEqual(['1,1', '2']);
  expect(toRanges([lineOf(1), lineOf(1, { as: 'reader' }), lineOf(1, { collection: 'venues', as: 'reader' })])).toEqual(
    ['1', '1', '1'],
  );
});

test('long records make short ranges', () => {
  const text = 'x'.repeat(1_000_000);
  const ranges = toRanges(lines.slice(0, 20).map((line) => ({ ...line, text })));
  expect(ranges.map((range) => range.split(',').length)).toEqual([4, 4, 4, 4, 4]);
});
