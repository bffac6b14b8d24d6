import fc from 'fast-check';
import { expect } from 'vitest';
import { collections } from '../../contract/resources.js';
import { malformedQueries } from '../../generators/malformed-query.js';
import { generatedParameters, parameterValue } from '../../generators/parameter-value.js';
import { listQuery } from '../../generators/query.js';
import type { ListQuery } from '../../generators/wire-value.js';
import { aWorld } from './a-world.js';
import { given, type Lawful, lawful } from './lawful.js';
import { isValidQuery } from './schema.js';

/** A coordinate that stands alone would be wrong whatever its value. */
const companionsOf = (parameter: string): ListQuery =>
  parameter.startsWith('geoloc_l') ? { geoloc_lat: 52.37, geoloc_lng: 4.9 } : {};

/** What draws list queries: valid ones stay valid, and of the others one parameter alone is wrong. */
export const lawfulQueries: readonly Lawful[] = collections.flatMap((collection) => [
  lawful(
    ['listQuery', collection],
    () => listQuery(collection, aWorld, { parameters: generatedParameters(collection) }),
    (query) => expect([isValidQuery(collection, query), query]).toEqual([true, query]),
  ),
  ...generatedParameters(collection).map((parameter) =>
    lawful(
      ['parameterValue', `${parameter} of ${collection}`],
      () => given(parameterValue(collection, parameter, aWorld)),
      (value) =>
        expect([isValidQuery(collection, { ...companionsOf(parameter), [parameter]: value }), value]).toEqual([
          true,
          value,
        ]),
    ),
  ),
  lawful(
    ['malformedQueries', collection],
    () => fc.oneof(...malformedQueries(collection)),
    ({ query, parameter }) => {
      const others = query.filter(([name]) => name !== parameter);
      expect(query.length - others.length).toBe(1);
      const rest = {
        ...companionsOf(parameter),
        ...Object.fromEntries(others.map(([name, value]) => [name, Number(value)])),
      };
      expect([isValidQuery(collection, rest), rest]).toEqual([true, rest]);
    },
  ),
]);
