import { expect, test } from 'vitest';
import { toChoices } from '../../../adapter/profile/target-profile.js';
import { markOf, narrow } from '../../../adapter/reading/record-queries.js';

test('an event is requested by the days around it', () => {
  expect(narrow('events', { title: 'x', start_date: '2030-03-01T10:00:00' })).toEqual({
    starts_after: '2030-02-27',
    starts_before: '2030-03-03',
  });
});

test('if nothing else lifts the default window, start_date and end_date do', () => {
  const choices = toChoices(new Map([['list.default-window.lifted', 'bound-by-bound']]));
  const times = { start_date: '2030-03-01T10:00:00', end_date: '2030-03-04T10:00:00' };
  expect(narrow('events', times, { choices })).toEqual({
    starts_after: '2030-02-27',
    starts_before: '2030-03-03',
    start_date: '2030-02-27 00:00:00',
    end_date: '2030-03-06 23:59:59',
  });
});

test('other records are requested by the mark in their names', () => {
  expect(narrow('venues', { venue: 'Mill cp5n1a1a-7' })).toEqual({ search: 'cp5n1a1a-7' });
  expect(narrow('tags', { name: 'Free cp5n1a1a-8' })).toEqual({ search: 'cp5n1a1a-8', hide_empty: false });
  expect(markOf('tags', {})).toBe('');
});
