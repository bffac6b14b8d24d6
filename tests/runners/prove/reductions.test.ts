import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { inputsOf, isAmong, reductionsOf } from '../../../runners/prove/reductions.js';
import { nowhere, toyRequirement } from '../../kernel/toy.js';

describe('the reductions of a value', () => {
  test('lack one member or one element each, at any depth', () => {
    const values = reductionsOf({ body: { name: 'a', tags: [1, 2] } }).map(({ value }) => value);
    expect(values).toEqual([
      {},
      { body: { tags: [1, 2] } },
      { body: { name: 'a' } },
      { body: { name: 'a', tags: [2] } },
      { body: { name: 'a', tags: [1] } },
    ]);
  });

  test('leave whole what is neither an object nor an array', () => {
    expect([null, 'text', 7, undefined, new Date(0)].flatMap(reductionsOf)).toEqual([]);
    expect(reductionsOf({ name: undefined })).toEqual([]);
  });
});

describe('a reduction is among inputs', () => {
  const lacking = (value: unknown, inputs: readonly unknown[]): readonly (string | number)[] =>
    reductionsOf(value)
      .filter((one) => isAmong(one, inputs))
      .map(({ lacks }) => lacks);

  test('of which one lacks the member, not where all have it', () => {
    expect(lacking({ name: 'a', slug: 'b' }, [{ name: 'c' }, { name: 'd', slug: 'e' }])).toEqual(['slug']);
    expect(lacking({ body: { name: 'a' } }, [{}])).toEqual(['body']);
  });

  test('but not where something else is in its place, or one of another kind lacks it', () => {
    expect(lacking({ name: 'a', slug: 'b' }, [{ name: 'c', id: 1 }])).toEqual([]);
    const steps = [{ kind: 'list' }, { kind: 'read', by: 'id' }];
    expect(lacking({ kind: 'read', by: 'slug' }, steps)).toEqual([]);
    expect(lacking({ kind: 'read', by: 'slug' }, [...steps, { kind: 'read' }])).toEqual(['by']);
  });

  test('of which one has no more elements, not where all have as many', () => {
    expect(lacking([1, 2], [[3]])).toEqual([1, 1]);
    expect(lacking([1, 2], [[3, 4]])).toEqual([]);
  });
});

test('the inputs of a requirement are those that are drawn and those that they shrink to', () => {
  const given = () => fc.record({ name: fc.constant('a'), slug: fc.constant('b') }, { requiredKeys: ['name'] });
  const inputs = inputsOf(toyRequirement({ given, check: async () => {} }), nowhere, 0);
  const lacks = reductionsOf({ name: 'a', slug: 'b' }).filter((one) => isAmong(one, inputs));
  expect(lacks.map(({ value }) => value)).toEqual([{ name: 'a' }]);
});
