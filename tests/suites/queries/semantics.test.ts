import { describe, expect, test } from 'vitest';
import { queryOf } from '../../../contract/queries.js';
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
  const semantics = semanticsOf(collection);

  test('are of every parameter that it takes, and of no other', () => {
    expect(Object.keys(semantics).toSorted()).toEqual(Object.keys(queryOf(collection)).toSorted());
  });

  test.each(Object.entries(semantics))('agree with the type of %s', (name, { kind }) => {
    expect(types[kind]).toContain(queryOf(collection)[name]?.type);
  });

  test('speak of parameters that there are', () => {
    const named = Object.values(semantics).flatMap((one) => ('of' in one ? [one.of] : []));
    expect(named.filter((name) => !(name in semantics))).toEqual([]);
  });

  test('say of a flag with a default what false selects', () => {
    const flags = Object.entries(semantics).filter(
      ([name, { kind }]) => kind === 'flag' && defaultOf(name) !== undefined,
    );
    // A default of either value can only be one that filters or one that does not.
    expect(flags.every(([, one]) => one.kind === 'flag' && one.off === 'whole')).toBe(true);
  });

  const defaultOf = (name: string): unknown => queryOf(collection)[name]?.default;
});
