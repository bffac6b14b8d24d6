import { describe, expect, test } from 'vitest';
import type { JsonValue } from '../../../wire/json.js';
import { nominated } from './streams.js';

const tags = (query: string, ...items: readonly JsonValue[]) =>
  nominated([[`GET /tags?${query}`, { show: { tags: items } }]])['tags.list.fits-anywhere'];
const events = (query: string, ...items: readonly JsonValue[]) =>
  nominated([[`GET /events?${query}`, { show: { events: items } }]])['events.list.fits-anywhere'];

describe('a record in a list is nominated', () => {
  test.each([
    ['that is not among the included ones', tags('include=1,2', { id: 3 }), 'id 3'],
    ['that was excluded', tags('exclude[]=1&exclude[]=3', { id: 3 }), 'its id'],
    ['with another slug', tags('slug=red', { id: 3, slug: 'blue' }), 'slug blue'],
    ['of other venues', events('venue=7&page=2', { id: 3, venue: [8, 9] }), 'venue 8, 9'],
    [
      'that starts days before the bound',
      events('starts_after=2030-05-10', { id: 3, start_date: '2030-05-07 23:59:59' }),
      'start_date 2030-05-07',
    ],
    [
      'that ends days after the bound',
      events('ends_before=2030-05-10 10:00:00', { id: 3, end_date: '2030-05-13' }),
      'end_date 2030-05-13',
    ],
    [
      'that is not featured',
      events('featured=true', { id: 3, description: 'Words', featured: false }),
      'featured false',
    ],
    ['of another status', events('status=draft', { id: 3, status: 'publish' }), 'status publish'],
  ])('%s', (_, found, observed) => {
    expect(found).toHaveLength(1);
    expect(found?.[0]).toContain(`observed 3 with ${observed}`);
  });
});

describe('nothing is nominated', () => {
  test.each([
    ['where all fit', tags('include=1,2&slug=red', { id: 1, slug: 'red' })],
    ['beside include, which may win', events('include=3&venue=7', { id: 3, venue: [8] })],
    ['beside filters that may win over include', tags('include=1&search=kite', { id: 3 })],
    ['beside exclude, which may lift include', tags('include=1&exclude=1', { id: 3 })],
    ['of an event that shows no venue', events('venue=7', { id: 3, venue: [] }, { id: 4 })],
    ['within a day or two of a bound', events('starts_after=2030-05-10', { id: 3, start_date: '2030-05-08 00:00:00' })],
    ['of a bare event, which may hide that it is featured', events('featured=true', { id: 3, featured: false })],
    ['of those that are not featured', events('featured=false', { id: 3, featured: true })],
    ['of a scheduled event', events('status=publish', { id: 3, status: 'future' })],
    ['of a slug that is written otherwise', tags('slug=red', { id: 3, slug: 'R%C3%A9d' })],
  ])('%s', (_, found) => {
    expect(found).toEqual([]);
  });

  test.each([
    ['beside an unknown parameter', tags('include=1&colour=red', { id: 3 })],
    ['of ids that are none', tags('include=1,x', { id: 3 })],
    ['beside a page that is none', tags('include=1&per_page=-1', { id: 3 })],
    ['of a bound that is no date', events('starts_after=2030-13-10', { id: 3, start_date: '2000-01-01' })],
    ['of a parameter that is sent twice', tags('slug=red&slug=blue', { id: 3, slug: 'green' })],
    ['of an id in another language', tags('include=1&ml_language=nl', { id: 3 })],
    ['of a search alone', tags('search=red', { id: 3 })],
  ])('or judged %s', (_, found) => {
    expect(found).toBeUndefined();
  });
});

test('other identities are judged by what is not about drafts', () => {
  const ask = (query: string, item: JsonValue) =>
    nominated([[`GET /events?${query}`, { show: { events: [item] }, as: 'reader' }]])['events.list.fits-anywhere'];
  expect(ask('venue=7', { id: 3, venue: [8] })).toHaveLength(1);
  expect(ask('status=draft', { id: 3, status: 'publish' })).toBeUndefined();
});
