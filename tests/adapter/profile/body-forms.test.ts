import { expect, test } from 'vitest';
import { type BodyForms, inForms, statedForms } from '../../../adapter/profile/request-body-forms.js';

const body = {
  title: 'Concert',
  categories: [2, 3],
  venue: [5],
  tags: [],
  featured: true,
  all_day: false,
  cost: '1,2',
};

test.each<[Partial<BodyForms>, object]>([
  [{}, {}],
  [{ relations: 'csv' }, { categories: '2,3', venue: '5', tags: '' }],
  [{ relations: 'texts' }, { categories: ['2', '3'], venue: ['5'] }],
  [{ relations: 'single' }, { venue: 5 }],
  [{ flags: 'number' }, { featured: 1, all_day: 0 }],
  [{ flags: 'digit' }, { featured: '1', all_day: '0' }],
  [{ flags: 'word' }, { featured: 'true', all_day: 'false' }],
])('in the forms %j a body holds %j', (forms, changed) => {
  expect(inForms('events', body, { ...statedForms, ...forms })).toEqual({ ...body, ...changed });
});

test('a value in another form than the stated one is unchanged', () => {
  const odd = { categories: 'music', venue: [{}], featured: 'yes', all_day: null };
  expect(inForms('events', odd, { relations: 'csv', flags: 'digit' })).toEqual(odd);
  const venue = { venue: 'Mill', show_map: 'true' };
  expect(inForms('venues', venue, { relations: 'csv', flags: 'digit' })).toEqual(venue);
});
