import { expect, test } from 'vitest';
import { isBlank, isEmpty } from '../../../adapter/notation/shown-values.js';
import type { JsonValue } from '../../../wire/json.js';

test.each<[JsonValue | undefined]>([
  [undefined],
  [null],
  [false],
  [' '],
  [[]],
  [{}],
  [{ rendered: '', protected: false }],
  [{ data: [], links: { related: '/events/1/tags' } }],
  [{ items: [], total: 0, _links: {} }],
])('%j is without content', (value) => {
  expect(isBlank(value)).toBe(true);
});

test.each<[JsonValue]>([
  [true],
  ['0'],
  [[0]],
  [{ data: [{ id: 1 }] }],
  [{ rendered: 'Free' }],
  [{ rendered: '0' }],
  [{ related: '/1' }],
])('%j has content', (value) => {
  expect(isBlank(value)).toBe(false);
});

test('zero stands for no id and no relation, but it is a text', () => {
  expect([isEmpty(0), isEmpty('0'), isBlank(0), isBlank('0')]).toEqual([true, true, false, false]);
});
