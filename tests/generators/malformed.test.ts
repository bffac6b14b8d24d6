import { describe, expect, test } from 'vitest';
import { collections, resourceOf, resources } from '../../contract/resources.js';
import { malformed, violations } from '../../generators/malformed.js';
import { MARK } from '../../generators/wire-value.js';
import { aWorld } from './a-world.js';
import { expectAlways, valuesOf } from './laws.js';
import { textOf } from './text-of.js';

describe.each(collections)('malformed %s', (collection) => {
  const resource = resourceOf(collection);
  const drawn = malformed(resource, aWorld);

  test('differ from their twin in that field alone', () =>
    expectAlways(drawn, ({ base, body, field }) => {
      const names = Object.keys({ ...base, ...body });
      expect(names.filter((name) => base[name] !== body[name])).toEqual([field]);
    }));

  test('hold the marker in two other fields', () =>
    expectAlways(drawn, ({ body, field }) => {
      const marked = Object.entries(body).filter(([name, value]) => name !== field && textOf(value).includes(MARK));
      expect(marked.length).toBeGreaterThanOrEqual(2);
    }));

  test('say what is wrong about which field', () =>
    expectAlways(drawn, ({ field, violation }) => expect(violation.split(' ')[0]).toBe(field)));

  test('reach every violation', () => {
    const met = new Set(valuesOf(malformed(resource, aWorld)).map(({ violation }) => violation));
    expect([...met].toSorted()).toEqual(
      violations(resource)
        .map(({ label }) => label)
        .toSorted(),
    );
  });

  test('lack each required field', () => {
    const missing = violations(resource).filter(({ kind }) => kind === 'missing');
    const required = Object.keys(resource.fields).filter((name) => resource.fields[name]?.required);
    expect(missing.map(({ field }) => field)).toEqual(required);
  });
});

test('never hold words where a service could make terms of them', () => {
  const labels = violations(resources.events).map(({ label }) => label);
  expect(labels).toContain('venue holds a word');
  expect(labels).not.toContain('tags holds a word');
});

test('can be narrowed', () => {
  const choice = { kinds: ['type'], fields: ['author', 'title'] } as const;
  expectAlways(malformed(resources.events, aWorld, choice), ({ kind, field }) => {
    expect(kind).toBe('type');
    expect(choice.fields).toContain(field);
  });
  expect(() => malformed(resources.tags, aWorld, { fields: ['cost'] })).toThrow('nothing can be wrong with tags');
});
