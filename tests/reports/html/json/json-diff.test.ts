import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { differs, diffJson, isEqual } from '../../../../reports/html/json/json-diff.js';
import type { JsonValue } from '../../../../wire/json.js';

const signs = { both: ' ', before: '-', after: '+' } as const;
const textOf = (before: JsonValue, after: JsonValue): string =>
  diffJson(before, after)
    .map(({ side, text }) => `${signs[side]} ${text}`)
    .join('\n');

test('shows what differs and counts what does not', () => {
  expect(textOf({ id: 3, zip: '01234', city: null }, { zip: '1234', id: 3, city: null, url: '/3' })).toBe(
    '  {\n- "zip": "01234"\n+ "zip": "1234"\n+ "url": "/3"\n  … 2 equal members\n  }',
  );
});

test('records in lists are held against those of the same id, wherever they stand', () => {
  const [a, b, c] = [
    { id: 1, n: 'a' },
    { id: 2, n: 'b' },
    { id: 3, n: 'c' },
  ];
  expect(textOf([a, b, c], [b, { ...c, n: 'd' }])).toBe(
    '  [\n- {"id":1,"n":"a"}\n  … 1 equal item\n  {\n- "n": "c"\n+ "n": "d"\n  … 1 equal member\n  }\n  ]',
  );
});

test.each(['valueOf', 'constructor', '__proto__'])('a member called %s is a member like any other', (name) => {
  const one = JSON.parse(`{"${name}":null}`) as JsonValue;
  expect(textOf(one, {})).toBe(`  {\n- "${name}": null\n  }`);
});

describe('for any two values', () => {
  const value = fc.jsonValue({ maxDepth: 3 }) as fc.Arbitrary<JsonValue>;

  test('something differs exactly when they are not equal', () => {
    fc.assert(
      fc.property(value, value, (one, other) => {
        expect(differs(diffJson(one, other))).toBe(!isEqual(one, other));
      }),
    );
  });

  test('nothing differs from itself', () => {
    fc.assert(
      fc.property(value, (one) => {
        expect(differs(diffJson(one, JSON.parse(JSON.stringify(one))))).toBe(false);
      }),
    );
  });
});
