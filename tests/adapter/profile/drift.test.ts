import { expect, test } from 'vitest';
import type { FactId } from '../../../adapter/profile/fact.js';
import { isDrift } from '../../../adapter/profile/pinned-facts.js';
import type { JsonValue } from '../../../wire/json.js';

test.each<[FactId, JsonValue, JsonValue, boolean]>([
  ['tags.list', '/tags', '/tags', false],
  ['tags.list', '/tags', '/data', true],
  ['lists.default-size', 10, 20, true],
  ['tags.fields.name', { at: '/name', text: 'identity' }, { at: '/name', text: 'entities' }, true],
  // A run that writes nothing does not learn the form of texts.
  ['tags.fields.name', { at: '/name', text: 'identity' }, { at: '/name' }, false],
  ['tags.fields.name', { at: '/name' }, { at: '/name', text: 'entities' }, false],
  ['tags.fields.name', { at: null }, { at: '/name' }, true],
  ['tags.fields.name', { at: '/name' }, { at: null }, true],
  ['events.fields.cost', { at: '/cost', type: ['integer', 'string'] }, { at: '/cost', type: ['string'] }, false],
  ['events.fields.cost', { at: '/cost', type: ['string'] }, { at: '/cost', type: ['integer', 'string'] }, true],
  ['extensions', ['geoloc', 'tickets'], ['geoloc'], true],
  ['languages.values', ['de', 'nl'], ['fr', 'nl'], false],
  ['http.etag', true, false, true],
])('%s: %j, and now %j: drift %s', (id, pinned, learned, drift) => {
  expect(isDrift(id, pinned, learned)).toBe(drift);
});
