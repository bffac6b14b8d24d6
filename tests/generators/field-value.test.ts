import { expect, test } from 'vitest';
import { fieldValue, twoValues } from '../../generators/field-value.js';
import { ref } from '../../generators/wire-value.js';
import { anEmptyWorld, aWorld } from './a-world.js';
import { expectAlways, valuesOf } from './laws.js';

test('relations in another order are no other value', () => {
  const two = twoValues('events', 'organizer', aWorld);
  if (!two) throw new Error('no values');
  const sorted = (value: unknown) =>
    Array.isArray(value) ? value.map((item) => JSON.stringify(item)).toSorted() : value;
  expectAlways(two, ([one, other]) => expect(sorted(one)).not.toEqual(sorted(other)));
});

test('relations are distinct records of the world, in every position', () => {
  const values = fieldValue('events', 'venue', aWorld);
  if (!values) throw new Error('no values');
  expectAlways(values, (value) => {
    const keys = Array.isArray(value) ? value.map((item) => JSON.stringify(item)) : [];
    expect(keys.length).toBeGreaterThanOrEqual(1);
    expect(keys.length).toBeLessThanOrEqual(3);
    expect(new Set(keys).size).toBe(keys.length);
  });
  const first = new Set(valuesOf(values).map((value) => JSON.stringify(Array.isArray(value) ? value[0] : value)));
  expect(first.size).toBe(4);
});

test('what the world does not offer has no value', () => {
  expect(fieldValue('events', 'author', anEmptyWorld)).toBeUndefined();
  expect(fieldValue('categories', 'parent', anEmptyWorld)).toBeUndefined();
  expect(fieldValue('events', 'title', anEmptyWorld)).toBeDefined();
});

test('numbers in a row draw every kind of a text, and a change is to the next kind', () => {
  const kindOf = (text: unknown): string =>
    text === '0' || text === '0042' ? text : String(text).includes('R&B') ? 'rich' : 'plain';
  const kinds = [0, 1, 2, 3].map((kind) => {
    const values = fieldValue('tags', 'description', aWorld, kind);
    return values && valuesOf(values).map(kindOf);
  });
  // As good as never are the rich texts left out.
  expect(kinds.map((found) => found?.[0])).toEqual(['plain', 'rich', '0042', '0']);
  const two = twoValues('tags', 'description', aWorld, 3);
  expect(new Set(two && valuesOf(two).map((pair) => pair.map(kindOf).join()))).toEqual(new Set(['0,plain']));
});

test('a field in which nothing unusual is kept is sent plain words, of whatever kind', () => {
  const strict = { ...aWorld, keptTexts: () => [] };
  const zips = [0, 1, 2, 3].flatMap((kind) => {
    const values = fieldValue('venues', 'zip', strict, kind);
    return values ? valuesOf(values) : [];
  });
  expect(zips.length).toBeGreaterThan(3);
  expect(zips.filter((zip) => !/^"\d{5}"$/.test(JSON.stringify(zip)))).toEqual([]);
});

test('one value is not two', () => {
  const single = { ...anEmptyWorld, refs: () => [ref('tags', 't1')], accepted: { ...aWorld.accepted, author: [1] } };
  expect(twoValues('events', 'author', single)).toBeUndefined();
  expect(twoValues('events', 'tags', single)).toBeUndefined();
  expect(fieldValue('events', 'tags', single)).toBeDefined();
});

test('an unknown field is a mistake of ours', () => {
  expect(() => fieldValue('tags', 'parent', aWorld)).toThrow('tags have no field parent');
});
