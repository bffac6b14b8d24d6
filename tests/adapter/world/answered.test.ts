import { expect, test } from 'vitest';
import { createLens } from '../../../adapter/reading/lens.js';
import { answeredRecord } from '../../../adapter/world/build-world.js';
import type { JsonValue } from '../../../wire/json.js';
import { answered } from '../answers.js';

const lens = createLens({});
const answering = (json: JsonValue, method = 'POST') => answered(json, { status: 201, method });
const shownOf = (json: JsonValue) =>
  answeredRecord(lens, { collection: 'events', body: { title: 'Tea & talk' }, exchange: answering(json) })?.json;

test.each<[string, JsonValue]>([
  ['as it was sent', { id: 5, title: 'Tea & talk', status: 'publish' }],
  ['escaped', { id: 5, title: 'Tea &amp; talk', status: 'publish' }],
  ['in an object', { id: 5, title: { text: 'Tea & talk' }, status: 'publish' }],
  ['under another name', { id: 5, name: 'Tea & talk', slug: 'tea', status: 'publish' }],
])('the response to a create shows its record if it names it %s', (_, json) => {
  expect(shownOf(json)).toEqual(json);
});

test.each<[string, JsonValue]>([
  ['a status of its own', { id: 5, status: 'ok' }],
  ['another title', { id: 5, title: 'Created', description: 'The record was made.' }],
  ['an id', { id: 5 }],
])('the response to a create with %s shows no record', (_, json) => {
  expect(shownOf(json)).toBeUndefined();
});

test.each(['POST', 'PUT', 'PATCH'])('a status beside nothing but an id is that of the %s', (method) => {
  expect(lens.recordIfAny('events', answering({ id: 5, status: 'ok' }, method))?.json).toEqual({ id: 5 });
  const slugged = { id: 5, slug: 'tea', status: 'draft' };
  expect(lens.recordIfAny('events', answering(slugged, method))?.json).toEqual(slugged);
});

test('a status with only an id is that of the record if it was read', () => {
  expect(lens.recordIfAny('events', answering({ id: 5, status: 'trash' }, 'GET'))?.json.status).toBe('trash');
});
