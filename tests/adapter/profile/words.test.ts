import { expect, test } from 'vitest';
import { factAsSentence } from '../../../adapter/profile/fact-sentences.js';
import { factInWords } from '../../../adapter/profile/fact-words.js';
import { factIds } from '../../../adapter/profile/profile-schema.js';
import type { JsonValue } from '../../../wire/json.js';

test.each<[string, JsonValue, string]>([
  ['site.root', '', 'the origin itself'],
  ['tags.list', '', 'top level'],
  ['tags.list', '/data', 'at /data'],
  ['tags.total', 'header:x-total', 'header x-total'],
  ['tags.total', 'body:/meta/total', '/meta/total in the body'],
  ['tags.total', 'absent', 'absent'],
  ['tags.id', { at: '/id', type: 'integer' }, '/id, integer'],
  ['http.etag', true, 'yes'],
  ['languages.segments', [], 'none'],
  ['lists.ids', 'csv', 'comma-separated'],
  ['bodies.events.tags', 'csv', 'comma-separated IDs'],
  ['bodies.events.venue', 'lone', 'a single ID without an array'],
  ['bodies.events.featured', 'boolean', 'true or false'],
  ['access.create', { events: true, tags: false, venues: true }, 'events, venues; not tags'],
  [
    'venues.fields.image',
    { at: '/image', type: ['object'], text: 'url-object' },
    '/image, object, an object that holds the URL',
  ],
  [
    'identities.ann',
    { read: true, drafts: false, create: { events: true, venues: false }, update: true, delete: false },
    'reads all but drafts; creates events; cannot delete records of others',
  ],
  ['identities.anonymous', { read: false }, 'cannot read'],
  ['events.fields.cost', { at: '/cost', type: ['string'], text: 'display' }, '/cost, string, formatted amounts'],
  ['lists.page-cap', { beyond: 'clamped', granted: 50 }, 'at most 50, more is clamped'],
  ['tags.fields.name', { at: null }, 'never returned'],
  [
    'venues.fields.zip',
    { at: '/zip', type: ['string'], text: 'identity', empty: ['null', 'absent'] },
    '/zip, string, as sent, empty as null or absent',
  ],
  [
    'events.fields.venue',
    { at: '/venue', type: ['array', 'object'], holds: 'records', single: 'scalar' },
    '/venue, array or object of records, a single one without an array',
  ],
  ['tags.create', { status: 201, answer: 'nothing', location: true }, '201 with no body and a Location header'],
  [
    'delete',
    { status: 200, answer: 'record', afterwards: 200, trash: true },
    '200 with the record, then 200 for its ID, moved to the trash',
  ],
  [
    'events.default-window',
    { over: false, running: true, soon: true },
    'shows running events, events in the next days; hides past events',
  ],
])('%s %j', (id, value, words) => {
  expect(factInWords(id, value)).toBe(words);
});

test('a reading comes with its question', () => {
  expect(factInWords('readings.list.search.case', 'exact')).toMatch(/^exact \(.+\? Yes\.\)$/);
});

test.each(factIds.filter((id) => !id.startsWith('readings.')))('%s is said in a sentence', (id) => {
  expect(factAsSentence(id, 'x')).toMatch(/^[A-Z][^$]* \S+\.$/);
});

test.each([
  ['site.root', '', 'The REST root is the origin itself.'],
  ['bodies.events.tags', 'csv', 'What bodies of events may send as tags: comma-separated IDs.'],
  ['http.etag', false, 'Items have no ETag.'],
  ['readings.list.search.case', 'exact', 'Do upper and lower case differ in a search? Yes.'],
])('of %s it is %s', (id, value, sentence) => {
  expect(factAsSentence(id, value)).toBe(sentence);
});
