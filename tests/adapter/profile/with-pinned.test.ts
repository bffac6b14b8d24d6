import { expect, test } from 'vitest';
import type { FactId } from '../../../adapter/profile/fact.js';
import { learnedFact, withPinned } from '../../../adapter/profile/pinned-facts.js';
import { blankProfile, type TargetProfile } from '../../../adapter/profile/target-profile.js';
import type { JsonValue } from '../../../wire/json.js';
import { site } from '../ownership/scripted.js';

const learned: TargetProfile = {
  ...blankProfile(site),
  shapes: {
    tags: { record: [], items: ['data'], id: ['id'], fields: { name: { path: ['label'], form: 'entities' } } },
  },
  facts: [{ id: 'tags.list', value: '/data', observations: [] }],
};

const pin = (facts: readonly (readonly [FactId, JsonValue])[]): TargetProfile => withPinned(learned, new Map(facts));

test('a field that is shown nowhere any more stays due, at its old place', () => {
  const { shapes } = pin([['tags.fields.slug', { at: '/meta/slug', text: 'identity' }]]);
  expect(shapes.tags?.fields['slug']).toEqual({ path: ['meta', 'slug'], form: 'identity' });
});

test('the form of a text is as pinned, its place as it is now', () => {
  const { shapes } = pin([['tags.fields.name', { at: '/name', text: 'identity' }]]);
  expect(shapes.tags?.fields['name']).toEqual({ path: ['label'], form: 'identity' });
});

test('where lists are is as it is now', () => {
  expect(pin([['tags.list', '/tags']]).shapes.tags?.items).toEqual(['data']);
});

test('readings are as pinned', () => {
  const { choices } = pin([
    ['readings.list.search.case', 'exact'],
    ['readings.list.upcoming', 'none'],
  ]);
  expect(choices['list.search.case']).toBe('exact');
  expect(choices['list.upcoming']).toBe('not-ended');
});

test('what this run learned nothing about is no reason for a verdict', () => {
  const { lacks } = pin([
    ['tags.list', '/data'],
    ['delete', { status: 200, answer: 'record' }],
  ]);
  expect(lacks.has(learnedFact('delete'))).toBe(true);
  expect(lacks.has(learnedFact('tags.list'))).toBe(false);
});
