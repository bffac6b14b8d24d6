import { describe, expect, test } from 'vitest';
import { isParameterOf, parametersOfList } from '../../../contract/queries.js';
import { type Collection, collections } from '../../../contract/resources.js';
import { type Semantics, semanticsOf } from '../../../suites/queries/parameter-semantics.js';

/** The types that parameters of a kind are declared with. */
const types: Readonly<Record<Semantics['kind'], readonly string[]>> = {
  union: ['integers'],
  choice: ['integer', 'string'],
  alias: ['integer'],
  view: ['string'],
  flag: ['boolean', 'untyped'],
  text: ['string'],
  bound: ['date'],
  day: ['date-time'],
  precision: ['untyped'],
  coordinate: ['double'],
  identity: ['integers'],
  exclusion: ['integers'],
  paging: ['integer'],
  order: ['string'],
};

describe.each(collections)('the semantics of the list of %s', (collection: Collection) => {
  const parameters = parametersOfList(collection);
  const semantics = parameters.map(([name]) => semanticsOf(collection, name));

  test.each(parameters)('agree with the type of %s', (name, { type }) => {
    expect(types[semanticsOf(collection, name).kind]).toContain(type);
  });

  test('name parameters that exist', () => {
    const named = semantics.flatMap((one) => ('of' in one ? [one.of] : []));
    expect(named.filter((name) => !isParameterOf(collection, name))).toEqual([]);
  });

  test('say of a flag with a default what false selects', () => {
    const flags = parameters.flatMap(([name, parameter]) => {
      const one = semanticsOf(collection, name);
      return one.kind === 'flag' && parameter.default !== undefined ? [one.off] : [];
    });
    // A default of either value can only be one that filters or one that does not.
    expect(flags.every((off) => off === 'whole')).toBe(true);
  });
});
