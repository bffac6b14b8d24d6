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

test('a field that is no longer returned is still required, at its old location', () => {
  const { shapes } = pin([['tags.fields.slug', { at: '/meta/slug', text: 'identity' }]]);
  expect(shapes.tags?.fields['slug']).toEqual({ path: ['meta', 'slug'], form: 'identity' });
});

test('the form of a text is as pinned, its location as learned now', () => {
  const { shapes } = pin([['tags.fields.name', { at: '/name', text: 'identity' }]]);
  expect(shapes.tags?.fields['name']).toEqual({ path: ['label'], form: 'identity' });
});

test('the location of lists is as learned now', () => {
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

test('facts that this run did not learn give no verdict', () => {
  const { lacks } = pin([
    ['tags.list', '/data'],
    ['delete', { status: 200, answer: 'record' }],
  ]);
  expect(lacks.has(learnedFact('delete'))).toBe(true);
  expect(lacks.has(learnedFact('tags.list'))).toBe(false);
});
