/** What is learned of the recorded service in readonly mode. */
import { describe, expect, test } from 'vitest';
import type { FactId } from '../../../adapter/profile/fact.js';
import { type Collection, collections } from '../../../contract/resources.js';
import { isJsonObject, type JsonObject } from '../../../wire/json.js';
import { openRecorded } from '../open-recorded.js';

const { profile } = await openRecorded({ empty: false });

const factOf = (id: FactId) => profile.facts.find((fact) => fact.id === id);

const shownAs = (collection: Collection, field: string): JsonObject => {
  const value = factOf(`${collection}.fields.${field}`)?.value;
  return isJsonObject(value) ? value : {};
};

test.each(collections)('%s: their ids, envelope and totals', (collection) => {
  expect(factOf(`${collection}.record`)?.value).toBe('');
  expect(factOf(`${collection}.list`)?.value).toBe(`/${collection}`);
  expect(factOf(`${collection}.id`)?.value).toEqual({ at: '/id', type: 'integer' });
  expect(factOf(`${collection}.total`)?.value).toBe('header:x-tec-total');
  expect(factOf(`${collection}.total-pages`)?.value).toBe('header:x-tec-totalpages');
});

test('its errors', () => {
  const learned = ['errors.type', 'errors.code', 'errors.message'] as const;
  expect(learned.map((id) => factOf(id)?.value)).toEqual(['application/json', 'body:/code', 'body:/message']);
});

test.each([
  ['venue', ['object'], ['[]']],
  ['organizer', ['array'], ['[]']],
  ['categories', ['array'], ['[]']],
  ['tags', ['array'], ['[]']],
])('the relation %s of events holds records', (relation, type, empty) => {
  expect(factOf(`events.fields.${relation}`)?.value).toEqual({ at: `/${relation}`, type, holds: 'records', empty });
});

describe('the notation of missing values', () => {
  const empties: readonly (readonly [Collection, string, readonly string[] | undefined])[] = [
    ['events', 'image', ['false']],
    ['events', 'description', ["''"]],
    ['events', 'cost', ["''"]],
    ['events', 'title', undefined],
    ['events', 'all_day', undefined],
    ['venues', 'address', ['absent']],
    ['venues', 'image', ['absent']],
    ['venues', 'show_map', undefined],
    ['organizers', 'email', ['absent']],
    ['organizers', 'description', ['absent']],
    ['categories', 'parent', ['0']],
    ['categories', 'description', ["''"]],
    ['tags', 'description', ["''"]],
  ];
  test.each(empties)('of %s: %s', (collection, field, empty) => {
    const { at, empty: shown } = shownAs(collection, field);
    expect([at, shown]).toEqual([`/${field}`, empty]);
  });
});

test('an image is an object that holds its address', () => {
  expect(factOf('events.fields.image')?.value).toMatchObject({ type: ['object'], text: 'url-object' });
});

test('every fact has responses that show it', () => {
  const bare = profile.facts.filter(({ observations }) => observations.length === 0).map(({ id }) => id);
  expect(bare).toEqual(['extensions']);
});
