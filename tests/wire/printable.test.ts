import fc from 'fast-check';
import { expect, test } from 'vitest';
import { toPrintable, toPrintableLine } from '../../wire/printable.js';

test.each([
  ['\u001b[31mred', '\\u001b[31mred'],
  ['a\u0007b\u009bc', 'a\\u0007b\\u009bc'],
  ['\u202eabc\u2066', '\\u202eabc\\u2066'],
  ['line\u2028line', 'line\\u2028line'],
  ['half \ud800 pair', 'half \\ud800 pair'],
  ['\u{e0041}', '\\u{e0041}'],
])('%j is shown as %s', (text, shown) => {
  expect(toPrintable(text)).toBe(shown);
});

test('ordinary text of any script stays as it is', () => {
  const text = 'Café Жизнь 日本 🎉\n\tindented';
  expect(toPrintable(text)).toBe(text);
});

test('nothing that a terminal obeys is left in any text', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      expect(toPrintableLine(text)).not.toMatch(/[\p{Cc}\p{Cf}]/u);
    }),
  );
});
