import { expect, test } from 'vitest';
import { factInWords } from '../../../adapter/profile/fact-words.js';
import type { JsonValue } from '../../../wire/json.js';

test.each<[string, JsonValue, string]>([
  ['site.root', '', 'the origin'],
  ['tags.list', '', 'the whole answer'],
  ['tags.list', '/data', 'under /data'],
  ['tags.total', 'header:x-total', 'the header x-total'],
  ['tags.total', 'body:/meta/total', '/meta/total of the body'],
  ['tags.total', 'absent', 'absent'],
  ['tags.id', { at: '/id', type: 'integer' }, '/id, an integer'],
  ['http.etag', true, 'yes'],
  ['languages.segments', [], 'none'],
  ['lists.ids', 'csv', 'with commas'],
  ['bodies.relations', 'csv', 'ids with commas between them'],
  ['bodies.flags', 'boolean', 'true and false'],
  ['access.create', { events: true, tags: false, venues: true }, 'events, venues; not tags'],
  [
    'venues.fields.image',
    { at: '/image', type: ['object'], text: 'url-object' },
    '/image, an object, read by its address',
  ],
  [
    'identities.ann',
    { read: true, drafts: false, create: { events: true, venues: false }, update: true, delete: false },
    'reads, but no drafts; creates events; may not delete what others made',
  ],
  ['identities.anonymous', { read: false }, 'may not read'],
  ['events.fields.cost', { at: '/cost', type: ['string'], text: 'display' }, '/cost, a string, amounts written out'],
  ['lists.page-cap', { beyond: 'clamped', granted: 50 }, '50 at most; more are clamped'],
  ['tags.fields.name', { at: null }, 'shown nowhere'],
  [
    'venues.fields.zip',
    { at: '/zip', type: ['string'], text: 'identity', empty: ['null', 'absent'] },
    '/zip, a string, as sent, empty is null or absent',
  ],
  [
    'events.fields.venue',
    { at: '/venue', type: ['array', 'object'], holds: 'records', single: 'scalar' },
    '/venue, an array or an object of records, a single one by itself',
  ],
  ['tags.create', { status: 201, answer: 'nothing', location: true }, '201 with no body and a Location'],
  [
    'delete',
    { status: 200, answer: 'record', afterwards: 200, trash: true },
    '200 with the record, the id is answered with 200 from then on and stands in the trash',
  ],
  [
    'events.default-window',
    { over: false, running: true, soon: true },
    'shows running ones, those of the next days; not events that are over',
  ],
])('%s %j', (id, value, words) => {
  expect(factInWords(id, value)).toBe(words);
});

test('a reading is told with its question', () => {
  expect(factInWords('readings.list.search.case', 'exact')).toMatch(/^exact \(.+\? Yes\.\)$/);
});
