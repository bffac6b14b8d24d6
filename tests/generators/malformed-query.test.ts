import fc, { type Arbitrary } from 'fast-check';
import { describe, expect, test } from 'vitest';
import { queryOf } from '../../contract/queries.js';
import { type Collection, collections } from '../../contract/resources.js';
import { malformedQueries, type MalformedQuery } from '../../generators/malformed-query.js';
import { expectAlways, valuesOf } from './laws.js';

const anyMalformed = (collection: Collection): Arbitrary<MalformedQuery> => fc.oneof(...malformedQueries(collection));

describe.each(collections)('malformed queries of %s', (collection) => {
  test('name the parameter, which is sent once', () =>
    expectAlways(anyMalformed(collection), ({ query, parameter, violation }) => {
      expect(query.filter(([name]) => name === parameter)).toHaveLength(1);
      expect(violation).toBe(`${parameter} is ${JSON.stringify(query[0]?.[1])}`);
    }));

  test('are about one parameter each, and about all', () => {
    const about = malformedQueries(collection).map((one) => new Set(valuesOf(one).map(({ parameter }) => parameter)));
    expect(about.map((names) => [...names])).toEqual(Object.keys(queryOf(collection)).map((name) => [name]));
  });
});

test('one coordinate comes with the other', () =>
  expectAlways(anyMalformed('events'), ({ query }) => {
    const names = query.map(([name]) => name);
    expect(names.includes('geoloc_lat')).toBe(names.includes('geoloc_lng'));
  }));
