import { describe, expect, test } from 'vitest';
import { createLens } from '../../../adapter/reading/lens.js';
import { Deviation } from '../../../kernel/deviation.js';
import { Inconclusive } from '../../../wire/errors.js';
import type { JsonValue } from '../../../wire/json.js';
import { answered } from '../answers.js';

const learned = createLens({
  tags: {
    record: ['data'],
    items: ['data'],
    id: ['id'],
    fields: { name: { path: ['attributes', 'name'], form: 'identity' } },
    total: { in: 'body', path: ['meta', 'total'] },
    totalPages: { in: 'header', name: 'x-pages' },
  },
});
const record = { id: '5', attributes: { name: 'Free' } };

describe('through learned shapes', () => {
  test('a record is read', () => {
    const shown = learned.record('tags', answered({ data: record }));
    expect(shown).toEqual({ collection: 'tags', id: '5', json: record });
    expect(learned.field(shown, 'name')).toBe('Free');
  });

  test('a page is read, with its totals', () => {
    const exchange = answered({ data: [record], meta: { total: 1 } }, { headers: [['X-Pages', '1']] });
    const page = learned.page('tags', exchange);
    const item = { collection: 'tags', id: '5', json: record, isListed: true };
    expect(page).toEqual({ items: [item], total: 1, totalPages: 1, exchange });
  });

  test('a missing record is a deviation', () => {
    expect(() => learned.record('tags', answered({ error: 'x' }))).toThrow(Deviation);
    expect(() => learned.record('tags', answered({ data: { attributes: {} } }))).toThrow(Deviation);
    expect(() => learned.page('tags', answered({ data: record }))).toThrow(Deviation);
    expect(() => learned.page('tags', answered({ data: [{ name: 'no id' }] }))).toThrow(Deviation);
    expect(() => learned.page('tags', answered(undefined))).toThrow(Deviation);
  });

  test('a record that need not be there is undefined', () => {
    expect(learned.recordIfAny('tags', answered(undefined))).toBeUndefined();
    expect(learned.recordIfAny('tags', answered({ data: null }))).toBeUndefined();
  });

  test('a field that is never returned is inconclusive, one that is left out is undefined', () => {
    expect(learned.fact('tags', 'description')).toBeUndefined();
    expect(() => learned.field({ collection: 'tags', id: '5', json: record }, 'description')).toThrow(Inconclusive);
    expect(learned.field({ collection: 'tags', id: '5', json: { id: '5' } }, 'name')).toBeUndefined();
  });
});

test('the records of an unknown collection are discovered', () => {
  const blank = createLens({});
  expect(blank.record('venues', answered({ venue: { id: 3, venue: 'Mill' } }))).toMatchObject({ id: '3' });
  expect(blank.page('venues', answered([{ id: 3, venue: 'Mill' }])).items).toHaveLength(1);
});

test('if no list that was seen showed its records, no list is judged by where they are', () => {
  const { page } = createLens({ tags: { record: [], id: ['id'], fields: {} } });
  expect(() => page('tags', answered({ first: { name: 'Free' } }))).toThrow(Inconclusive);
  expect(() => page('tags', answered([{ name: 'no id' }]))).toThrow(Inconclusive);
});

test('records beside what describes their list are discovered', () => {
  const { items } = createLens({}).page('tags', answered([{ page: 1 }, [{ id: 3, name: 'Free' }]]));
  expect(items.map(({ id }) => id)).toEqual(['3']);
});

test('if no list was seen while learning, the records of each list are discovered', () => {
  const lens = createLens({ tags: { record: ['data'], id: ['id'], fields: {} } });
  const page = lens.page('tags', answered({ tags: [{ id: 5, name: 'Free' }] }));
  expect(page.items.map(({ id }) => id)).toEqual(['5']);
  expect(lens.record('tags', answered({ data: { id: 6 } })).id).toBe('6');
});

test('if no single record was seen while learning, the record of each response is discovered', () => {
  const lens = createLens({ tags: { items: ['data'], id: ['id'], fields: {} } });
  expect(lens.record('tags', answered({ result: { id: 6, name: 'Free' } })).id).toBe('6');
});

test('a response may name the id differently', () => {
  expect(learned.recordIfAny('tags', answered({ success: true, result: { tagId: 5 } }))?.id).toBe('5');
});

test('a link to a record ends with its id', () => {
  const lens = createLens({ tags: { record: [], items: ['tags'], id: ['@id'], fields: {} } });
  expect(lens.record('tags', answered({ '@id': '/api/tags/5', name: 'Free' })).id).toBe('5');
});

test('records without a recognizable id are inconclusive', () => {
  const lens = createLens({ tags: { record: [], items: ['tags'], id: ['id'], showsNoIds: true, fields: {} } });
  expect(() => lens.page('tags', answered({ tags: [{ name: 'Free' }] }))).toThrow(Inconclusive);
});

test('an id in an error is no record, but a whole record in an error is one', () => {
  const error = answered({ code: 'invalid', data: { status: 400, params: { id: 'no such id' } } }, { status: 400 });
  const known = createLens({ tags: { record: [], items: ['tags'], id: ['id'], fields: {} } });
  expect(known.recordIfAny('tags', error)).toBeUndefined();
  expect(createLens({}).recordIfAny('tags', error)).toBeUndefined();
  expect(known.recordIfAny('tags', answered({ id: 5, name: 'Free' }, { status: 403 }))?.id).toBe('5');
});

describe('once a filled list has shown where records are, an empty list may be', () => {
  const lens = (items: readonly string[], listMembers: readonly string[]) =>
    createLens({ tags: { items, listMembers, id: ['id'], fields: {}, total: { in: 'body', path: ['total'] } } });
  test.each<[string, readonly string[], JsonValue | undefined, number?]>([
    ['null', ['tags'], { tags: null, total: 0 }],
    ['null in place of the whole body', [], null],
    ['left out', ['tags'], { total: 0 }],
    ['left out of an object that holds nothing else', ['tags'], {}],
    ['left out with what holds it', ['_embedded', 'tags'], { total: 0 }],
    ['left out of what holds it', ['_embedded', 'tags'], { _embedded: {} }],
    ['an answer without content', ['tags'], undefined, 204],
  ])('%s', (_, items, body, status = 200) => {
    expect(lens(items, ['tags', 'total']).page('tags', answered(body, { status })).items).toEqual([]);
  });

  test.each<[string, JsonValue | undefined, number?]>([
    ['a text', 'none'],
    ['an error', { code: 'broken', message: 'No tags.' }],
    ['a text in its place', { tags: 'none', total: 0 }],
    ['an object in its place', { tags: { code: 'broken' }, total: 0 }],
    ['a refusal', { tags: null, total: 0 }, 400],
    ['a body of no octets', undefined],
  ])('but not %s', (_, body, status = 200) => {
    expect(() => lens(['tags'], ['tags', 'total']).page('tags', answered(body, { status }))).toThrow(Deviation);
  });

  test('and not before that', () => {
    const blank = createLens({ tags: { items: ['tags'], id: ['id'], fields: {} } });
    expect(() => blank.page('tags', answered({ tags: null, total: 0 }))).toThrow(Deviation);
  });
});
