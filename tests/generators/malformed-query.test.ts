import { describe, expect, test } from 'vitest';
import { queryOf } from '../../contract/queries.js';
import { collections } from '../../contract/resources.js';
import { malformedQuery } from '../../generators/malformed-query.js';
import { expectAlways, valuesOf } from './laws.js';

describe.each(collections)('malformed queries of %s', (collection) => {
  test('name the parameter, which is sent once', () =>
    expectAlways(malformedQuery(collection), ({ query, parameter, violation }) => {
      expect(query.filter(([name]) => name === parameter)).toHaveLength(1);
      expect(violation).toBe(`${parameter} is ${JSON.stringify(query[0]?.[1])}`);
    }));

  test('reach most parameters', () => {
    const met = new Set(valuesOf(malformedQuery(collection)).map(({ parameter }) => parameter));
    expect(met.size).toBeGreaterThan(Object.keys(queryOf(collection)).length / 2);
  });
});

test('one coordinate comes with the other', () =>
  expectAlways(malformedQuery('events'), ({ query }) => {
    const names = query.map(([name]) => name);
    expect(names.includes('geoloc_lat')).toBe(names.includes('geoloc_lng'));
  }));
