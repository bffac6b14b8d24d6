import { describe, expect, test } from 'vitest';
import { collections, resourceOf, resources } from '../../contract/resources.js';
import { exploratory } from '../../generators/exploratory.js';
import { MARK } from '../../generators/wire-value.js';
import { aWorld } from './a-world.js';
import { expectAlways, expectSometimes, valuesOf } from './laws.js';
import { textOf } from './text-of.js';

describe.each(collections)('exploratory %s', (collection) => {
  const resource = resourceOf(collection);
  const drawn = exploratory(resource, aWorld);

  test('hold the marker in two other fields, and not in the odd one', () =>
    expectAlways(drawn, ({ body, field }) => {
      const marked = Object.keys(body).filter((name) => textOf(body[name]).includes(MARK));
      expect(marked.length).toBeGreaterThanOrEqual(2);
      expect(marked).not.toContain(field);
    }));

  test('are odd in every field in turn', () => {
    for (const field of Object.keys(resource.fields)) {
      expectAlways(exploratory(resource, aWorld, { fields: [field] }), ({ field: odd, label }) => {
        expect(odd).toBe(field);
        expect(label.startsWith(`${field} `)).toBe(true);
      });
    }
  });
});

test('text is up to 5,000 characters long', () => {
  const lengths = valuesOf(exploratory(resources.tags, aWorld)).map(({ body }) => textOf(body['name']).length);
  expect(Math.max(...lengths)).toBeGreaterThan(4_000);
  expect(Math.max(...lengths)).toBeLessThanOrEqual(5_000);
});

test('text is sometimes outside the basic plane, and null is tried', () => {
  const drawn = exploratory(resources.venues, aWorld);
  expectSometimes(drawn, ({ body, field }) => /[\u{1f300}-\u{1f64f}]/u.test(textOf(body[field])));
  expectSometimes(drawn, ({ body, field }) => body[field] === null);
});

test('a resource without the field is a mistake of ours', () => {
  expect(() => exploratory(resources.tags, aWorld, { fields: ['cost'] })).toThrow('tags have none of the fields cost');
});
