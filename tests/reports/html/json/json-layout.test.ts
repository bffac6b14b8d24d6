import fc from 'fast-check';
import { expect, test } from 'vitest';
import { layOutJson } from '../../../../reports/html/json/json-layout.js';

const generous = { longest: 1_000, most: 100_000 };
const textOf = (source: string, options = generous): string | undefined =>
  layOutJson(source, options)
    ?.text.map((part) => (typeof part === 'string' ? part : `<${part.leftOut}>`))
    .join('');

test('sets JSON in lines as JSON.stringify does', () => {
  fc.assert(
    fc.property(fc.oneof(fc.array(fc.jsonValue()), fc.dictionary(fc.string(), fc.jsonValue())), (value) => {
      expect(textOf(JSON.stringify(value))).toBe(JSON.stringify(value, null, 2));
    }),
  );
});

test('keeps numbers, escapes and members of the same name as they were sent', () => {
  expect(textOf('{"a":1.0, "a":12345678901234567890,"b":"\\u00e9\\""}')).toBe(
    '{\n  "a": 1.0,\n  "a": 12345678901234567890,\n  "b": "\\u00e9\\""\n}',
  );
});

test('cuts long strings in their middle, and ends where there is enough', () => {
  expect(textOf(JSON.stringify({ title: 'x'.repeat(1_000) }), { longest: 10, most: 1_000 })).toBe(
    '{\n  "title": "xxxx<992>xxxx"\n}',
  );
  const { read } = layOutJson(JSON.stringify(Array.from({ length: 1_000 }, () => 1)), { longest: 10, most: 50 }) ?? {};
  expect(read).toBeLessThan(100);
});

test.each(['', 'text', '{"a":', '"a string"', '['.repeat(100_000) + ']'.repeat(100_000)])(
  'leaves %.20s alone',
  (text) => {
    expect(layOutJson(text, generous)).toBeUndefined();
  },
);

test('takes strings of any length', () => {
  const source = JSON.stringify({ a: '\n'.repeat(5_000_000), b: '"'.repeat(1_000_000) });
  expect(layOutJson(source, { longest: 100, most: 1_000 })?.read).toBe(source.length);
});
