import { describe, expect, test } from 'vitest';
import { queryOf } from '../../contract/queries.js';
import { collections } from '../../contract/resources.js';
import { generatedParameters, parameterValue } from '../../generators/parameter-value.js';
import { listQuery } from '../../generators/query.js';
import { ref } from '../../generators/wire-value.js';
import { anEmptyWorld, aWorld } from './a-world.js';
import { expectAlways, expectSometimes, valuesOf } from './laws.js';
import { isValidQuery } from './schema.js';

describe.each(collections)('queries of %s', (collection) => {
  const parameters = generatedParameters(collection);

  test('are valid by the contract when nothing is asked for', () =>
    expectAlways(listQuery(collection, aWorld), (query) =>
      expect([isValidQuery(collection, query), query]).toEqual([true, query]),
    ));

  test('know every parameter but paging', () => {
    const declared = Object.keys(queryOf(collection)).filter((name) => name !== 'page' && name !== 'per_page');
    expect(parameters.toSorted()).toEqual(declared.toSorted());
  });

  test.each(parameters)('have and have not %s', (parameter) => {
    const drawn = listQuery(collection, aWorld, { parameters });
    expectSometimes(drawn, (query) => parameter in query);
    expectSometimes(drawn, (query) => !(parameter in query));
  });

  test('combine parameters', () =>
    expectSometimes(listQuery(collection, aWorld), (query) => Object.keys(query).length > 2));

  test('keep what is fixed', () => {
    const fixed = { search: 'kept' };
    expectAlways(listQuery(collection, aWorld, { fixed }), (query) => expect(query).toMatchObject(fixed));
  });

  test('ask for extensions only when asked to', () =>
    expectAlways(listQuery(collection, aWorld), (query) => {
      for (const name of ['geoloc', 'geoloc_lat', 'geoloc_lng', 'ticketed', 'post_parent', 'slug']) {
        expect(query).not.toHaveProperty(name);
      }
    }));
});

test('a coordinate never comes alone', () => {
  const drawn = listQuery('events', aWorld, { parameters: ['geoloc_lat', 'geoloc_lng'] });
  expectAlways(drawn, (query) => expect('geoloc_lat' in query).toBe('geoloc_lng' in query));
  expectSometimes(drawn, (query) => 'geoloc_lat' in query);
});

test('an alias never comes beside its original', () =>
  expectAlways(listQuery('tags', aWorld), (query) => expect('post' in query && 'event' in query).toBe(false)));

test('date filters lie on the edges of events', () => {
  const drawn = parameterValue('events', 'starts_after', aWorld);
  if (!drawn) throw new Error('no values');
  const values = new Set(valuesOf(drawn));
  for (const edge of ['2032-02-29 12:30:00', '2032-02-29 12:30:01', '2032-02-29 12:29:59', '2032-02-28 12:30:00']) {
    expect(values).toContain(edge);
  }
  expect(values).toContain('2032-02-29');
});

test('search draws words, pieces of words and a word of no record', () => {
  const drawn = parameterValue('venues', 'search', aWorld);
  if (!drawn) throw new Error('no values');
  const values = new Set(valuesOf(drawn));
  for (const text of ['lantern', 'ante', 'sum', 'qqxzjv']) expect(values).toContain(text);
});

test('an empty world leaves out what it cannot fill', () =>
  expectAlways(listQuery('events', anEmptyWorld), (query) => {
    for (const name of ['search', 'venue', 'tags', 'status', 'include']) expect(query).not.toHaveProperty(name);
  }));

test('fixed parameters are not drawn', () => {
  const fixed = { venue: [ref('venues', 'v1')] };
  expectAlways(listQuery('events', aWorld, { parameters: ['venue'], fixed }), (query) => expect(query).toEqual(fixed));
});

test('paging is not drawn', () => {
  expect(() => listQuery('events', aWorld, { parameters: ['page'] })).toThrow('no values are generated for page');
});
