import { expect, test } from 'vitest';
import { createdId } from '../../../adapter/ownership/write-tracker.js';
import { createLens } from '../../../adapter/reading/lens.js';
import type { HeaderPairs } from '../../../wire/exchange.js';
import type { JsonValue } from '../../../wire/json.js';
import { answered } from '../answers.js';
import { recorded } from '../recorded.js';

const lens = createLens({});
const at = (location: string): HeaderPairs => [['Location', location]];

test.each<[string, JsonValue | undefined, HeaderPairs, string | undefined]>([
  ['in the body', { id: 5, name: 'x' }, [], '5'],
  ['wrapped in the body', { data: { id: 'a-1', name: 'x' } }, [], 'a-1'],
  ['in the body rather than in Location', { id: 5, name: 'x' }, at('/tags/6'), '5'],
  ['in Location', undefined, at('https://example.org/rest/vendor/events/v1/tags/7'), '7'],
  ['in Location, before a slash and a query', undefined, at('/tags/7/?ml_language=nl'), '7'],
  ['in a Location elsewhere', undefined, at('/wp/v2/tags/7'), '7'],
  ['in Location, not of digits', undefined, at('/vendor/events/v1/tags/0b1c%2D9'), '0b1c-9'],
  ['not in a Location of another kind', undefined, at('/vendor/events/v1/tags/by-slug/free'), undefined],
  ['not in a Location that is no URL', undefined, at('/tags/%zz'), undefined],
  ['nowhere', undefined, [], undefined],
])('the id of a created record is found %s', (_, body, headers, id) => {
  expect(createdId(lens, 'tags', answered(body, { status: 201, headers, method: 'POST' }))).toBe(id);
});

test('a refused create made nothing', () => {
  expect(createdId(lens, 'tags', answered({ id: 5, name: 'x' }, { status: 409 }))).toBeUndefined();
});

test('of a real service the body wins over a Location that points elsewhere', () => {
  const { body, status, headers } = recorded('create-tag');
  expect(createdId(lens, 'tags', answered(body, { status, headers }))).toBe('3');
});
