import { describe, expect, test } from 'vitest';
import { findField, findId, findItems, findRecord, suggestShape } from '../../../adapter/reading/shape-discovery.js';
import type { JsonValue } from '../../../wire/json.js';
import { recorded } from '../recorded.js';

describe('the records of a list are found', () => {
  const one = { id: 1, name: 'Free' };
  test.each<[string, JsonValue, readonly string[]]>([
    ['in a bare array', [one], []],
    ['in an empty bare array', [], []],
    ['under the name of the collection', { tags: [one], total: 1 }, ['tags']],
    ['under the name of the collection, empty, after others', { meta: [], tags: [] }, ['tags']],
    ['under data', { errors: [], data: [one], meta: { total: 1 } }, ['data']],
    ['under items', { items: [] }, ['items']],
    ['under _embedded', { _links: { self: [{ href: '/' }] }, _embedded: { tags: [one] } }, ['_embedded', 'tags']],
    [
      'under _embedded by another name',
      { _links: { curies: [{ href: '/' }] }, _embedded: { tagList: [one] } },
      ['_embedded', 'tagList'],
    ],
    ['deep down', { response: { data: { tags: [one] } } }, ['response', 'data', 'tags']],
    ['each under the name of its kind', { tags: [{ tag: one }, { tag: one }], total: 2 }, ['tags', '*', 'tag']],
    ['each beside what it is linked to', { items: [{ event: { id: 2 }, tag: one }] }, ['items', '*', 'tag']],
    ['as the array of objects with ids', { warnings: [{ text: 'slow' }], found: [one] }, ['found']],
  ])('%s', (_, body, path) => expect(findItems(body, 'tags')).toEqual(path));

  test('nowhere in an answer without arrays of objects', () => {
    expect(findItems({ tags: ['Free'], total: 1 }, 'tags')).toBeUndefined();
    expect(findItems('tags', 'tags')).toBeUndefined();
  });
});

describe('a record is found', () => {
  test.each<[string, JsonValue, readonly string[]]>([
    ['bare', { id: 1, title: 'Concert' }, []],
    ['wrapped in data', { data: { id: '1', attributes: { title: 'Concert' } } }, ['data']],
    ['wrapped by its name', { status: 'ok', event: { id: 1, title: { rendered: 'Concert' } } }, ['event']],
    ['outside of what it embeds', { id: 1, title: 'Concert', venue: { id: 2, venue: 'Mill', title: 'Mill' } }, []],
    ['beside another object with an id', { request: { id: 'r-1' }, event: { id: 1, title: 'Concert' } }, ['event']],
    ['as a summary', { id: 1 }, []],
    ['alone in an array', [{ id: 1, title: 'Concert' }], ['0']],
    ['as a list of one', { request: { id: 'r-1' }, events: [{ id: 1, title: 'Concert' }] }, ['events', '0']],
    ['alone under data', { data: [{ id: 1, title: 'Concert' }] }, ['data', '0']],
    ['outside of a list that it holds', { id: 1, events: [{ id: 2, title: 'Encore' }] }, []],
  ])('%s', (_, body, path) => expect(findRecord(body, 'events')).toEqual(path));

  test.each<[string, JsonValue]>([
    [
      'a list of several',
      [
        { id: 1, title: 'Concert' },
        { id: 2, title: 'Encore' },
      ],
    ],
    ['an empty list', { events: [] }],
    ['a list of others', { warnings: [{ id: 1, title: 'Concert' }] }],
  ])('not in %s', (_, body) => expect(findRecord(body, 'events')).toBeUndefined());

  test('nowhere in an error', () => expect(findRecord({ code: 'x', data: { status: 400 } }, 'events')).toBeUndefined());
});

describe('an id is', () => {
  test.each<[JsonValue, string]>([
    [{ id: 5 }, 'id'],
    [{ id: '5' }, 'id'],
    [{ ID: 5 }, 'ID'],
    [{ _id: 'a1' }, '_id'],
    [{ uuid: 'a1' }, 'uuid'],
    [{ uuid: 'a1', id: 5 }, 'id'],
  ])('in %j', (record, name) => expect(findId(record)).toEqual([name]));

  test.each<[JsonValue, readonly string[]]>([
    [{ tag_id: 5 }, ['tag_id']],
    [{ tagId: 5 }, ['tagId']],
    [{ TagID: 5 }, ['TagID']],
    [{ uuid: 'a1', tag_id: 5 }, ['tag_id']],
    [{ tag_id: 5, id: 6 }, ['id']],
    [{ term_id: 5 }, ['term_id']],
    [{ key: 5 }, ['key']],
    [{ '@id': '/api/tags/5', name: 'Free' }, ['@id']],
    [{ _links: { self: { href: 'https://example.org/tags/5/' } } }, ['_links', 'self', 'href']],
  ])('of a tag in %j', (record, path) => expect(findId(record, 'tags')).toEqual(path));

  test.each<[JsonValue]>([[{ venue_id: 5 }], [{ '@id': '/api/tags' }], [{ '@id': '/api/venues/5' }]])(
    'of a tag not in %j',
    (record) => expect(findId(record, 'tags')).toBeUndefined(),
  );

  test.each([[{ id: null }], [{ id: '' }], [{ id: 1.5 }], [{ id: {} }], [{ name: 'x' }], [null], [[5]]])(
    'not in %j',
    (record) => expect(findId(record)).toBeUndefined(),
  );
});

describe('a field is found', () => {
  test.each<[string, Parameters<typeof findField>[0], readonly string[]]>([
    ['by its name', { start_date: 'x' }, ['start_date']],
    ['in camel case', { startDate: 'x' }, ['startDate']],
    ['in attributes', { attributes: { start_date: 'x' } }, ['attributes', 'start_date']],
    ['rendered', { start_date: { rendered: 'x', protected: false } }, ['start_date', 'rendered']],
    [
      'in attributes, rendered',
      { attributes: { startDate: { rendered: 'x' } } },
      ['attributes', 'startDate', 'rendered'],
    ],
    ['plain before HTML', { start_date: { html: '<p>x</p>', text: 'x' } }, ['start_date', 'text']],
    ['as it was written', { start_date: { value: 'x', format: 'html', processed: 'x' } }, ['start_date', 'value']],
    ['in its language', { start_date: { en: 'x' } }, ['start_date', 'en']],
    ['as a time of its own notation', { start_date: { date: '2030-01-02' } }, ['start_date']],
    ['in one of several languages', { start_date: { en: 'x', nl: 'y' } }, ['start_date']],
    ['in relationships', { relationships: { start_date: { data: [] } } }, ['relationships', 'start_date']],
    ['even when it is null', { start_date: null }, ['start_date']],
  ])('%s', (_, record, path) => expect(findField(record, 'start_date')).toEqual(path));

  test('as an object, if it is not a text', () => {
    expect(findField({ image: { id: 7, url: 'x' } }, 'image')).toEqual(['image']);
    expect(findField({ image: { text: 'A mill' } }, 'image')).toEqual(['image']);
    expect(findField({ venue: { id: 7, text: 'Mill' } }, 'venue')).toEqual(['venue']);
    expect(findField({ cost: { value: '15', currency: 'EUR' } }, 'cost')).toEqual(['cost']);
  });
  test('nowhere, when it is left out', () => expect(findField({ title: 'x' }, 'excerpt')).toBeUndefined());
});

describe('of a real service', () => {
  test('lists are found, full and empty', () => {
    expect(findItems(recorded('list-events').body, 'events')).toEqual(['events']);
    expect(findItems(recorded('empty-list-categories').body, 'categories')).toEqual(['categories']);
  });
  test('records are found in answers to creates and reads', () => {
    expect(findRecord(recorded('create-event').body, 'events')).toEqual([]);
    expect(findRecord(recorded('read-event').body, 'events')).toEqual([]);
    expect(findRecord(recorded('create-child-category').body, 'categories')).toEqual([]);
  });
  test('no record is found in errors', () => {
    expect(findRecord(recorded('anonymous-create-event').body, 'events')).toBeUndefined();
    expect(findRecord(recorded('page-past-the-end').body, 'events')).toBeUndefined();
  });
});

test('the id of a record is not that of what it embeds', () => {
  const event = { event_id: 5, title: 'x', tags: [{ term_id: 6, name: 'Free' }] };
  expect(suggestShape('events', event)).toMatchObject({ record: [], id: ['event_id'] });
  expect(suggestShape('events', { events: [event] })).toMatchObject({ items: ['events'], id: ['event_id'] });
});

test('a shape is suggested by one answer alone', () => {
  expect(suggestShape('events', { data: [{ id: 'a', title: 'x' }] })).toEqual({
    record: ['data', '0'],
    items: ['data'],
    id: ['id'],
    fields: {},
  });
  expect(suggestShape('events', { data: { uuid: 'a', title: 'x' } })).toMatchObject({ record: ['data'], id: ['uuid'] });
  expect(suggestShape('events', null)).toEqual({ record: [], items: [], id: ['id'], fields: {} });
});
