import { expect, test } from 'vitest';
import { type BodyForms, inForms, mostTaken } from '../../../adapter/profile/request-body-forms.js';

const body = {
  title: 'Concert',
  categories: [2, 3],
  venue: [5],
  tags: [],
  featured: true,
  all_day: false,
  cost: '1,2',
};

test.each<[BodyForms, object]>([
  [{}, {}],
  [
    { 'events.categories': 'csv', 'events.tags': 'csv' },
    { categories: '2,3', tags: '' },
  ],
  [{ 'events.categories': 'texts' }, { categories: ['2', '3'] }],
  [{ 'events.categories': 'objects' }, { categories: [{ id: 2 }, { id: 3 }] }],
  [{ 'events.venue': 'lone-array' }, { venue: [5] }],
  [{ 'events.venue': 'lone' }, { venue: 5 }],
  [{ 'events.venue': 'lone-text' }, { venue: '5' }],
  [{ 'events.venue': 'lone-object' }, { venue: { id: 5 } }],
  [{ 'events.tags': 'lone' }, { tags: [] }],
  [{ 'events.featured': 'number' }, { featured: 1 }],
  [
    { 'events.featured': 'digit', 'events.all_day': 'digit' },
    { featured: '1', all_day: '0' },
  ],
  [{ 'events.featured': 'word' }, { featured: 'true' }],
  [{ 'venues.featured': 'word', 'events.cost': 'nothing' }, {}],
])('in the forms %j a body holds %j', (forms, changed) => {
  expect(inForms('events', body, forms)).toEqual({ ...body, ...changed });
});

test('a value in another form than the stated one is unchanged', () => {
  const odd = { categories: 'music', venue: [{}], featured: 'yes', all_day: null };
  const forms = { 'events.categories': 'csv', 'events.venue': 'lone', 'events.featured': 'digit' } as const;
  expect(inForms('events', odd, forms)).toEqual(odd);
});

test('a flag that is declared as a string has its own words', () => {
  const venue = { venue: 'Mill', show_map: 'true', show_map_link: 'no' };
  const forms = { 'venues.venue': 'lone', 'venues.show_map': 'digit', 'venues.show_map_link': 'digit' } as const;
  expect(inForms('venues', venue, forms)).toEqual({ ...venue, show_map: '1' });
});

test('no second id is dropped', () => {
  expect(() => inForms('events', body, { 'events.categories': 'lone' })).toThrow('two values of categories');
});

test('a field takes as many values as its form holds', () => {
  const forms = { 'events.venue': 'lone', 'events.tags': 'nothing', 'events.categories': 'csv' } as const;
  const most = ['venue', 'tags', 'categories', 'organizer'].map((name) => mostTaken(forms, 'events', name));
  expect(most).toEqual([1, 0, Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY]);
});
