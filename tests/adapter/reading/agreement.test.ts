import { describe, expect, test } from 'vitest';
import type { TextForm } from '../../../adapter/notation/text-form.js';
import { agrees, idsIn, isEmpty, isReadable, wallClock } from '../../../adapter/reading/agreement.js';
import { findField } from '../../../adapter/reading/shape-discovery.js';
import { type Collection, collections, resourceOf } from '../../../contract/resources.js';
import { isJsonObject, type JsonValue, valueAt } from '../../../wire/json.js';
import { recorded } from '../recorded.js';

type Case = readonly [place: string, sent: JsonValue, shown: JsonValue | undefined, form?: TextForm];

function isAgreed([place, sent, shown, form = 'identity']: Case): boolean {
  const [collection = '', field = ''] = place.split('.');
  return agrees({ collection: collection as Collection, field, sent, shown, fact: { path: [field], form } });
}

const agreeing: readonly Case[] = [
  ['events.title', 'Concert', 'Concert'],
  ['events.description', 'About', '<p>About</p>\n', 'paragraphs'],
  ['events.description', 'About', 'About', 'paragraphs'],
  ['events.title', 'A & B', 'A &#038; B', 'typography'],
  ['events.start_date', '2030-01-02 03:04:05', '2030-01-02T03:04:05'],
  ['events.start_date', '2030-01-02 03:04:05', '2030-01-02T03:04:05.000Z'],
  ['events.start_date', '2030-01-02 03:04:00', '2030-01-02 03:04'],
  ['events.author', 7, '7'],
  ['events.author', 7, { id: 7, name: 'Ann' }],
  ['events.all_day', true, 1],
  ['events.all_day', true, 'yes'],
  ['events.all_day', false, undefined],
  ['events.all_day', false, null],
  ['events.featured', false, '0'],
  ['venues.show_map', 'true', true],
  ['venues.show_map', 'false', false],
  ['venues.show_map', 'false', undefined],
  ['events.venue', [5], { id: 5, venue: 'Mill' }],
  ['events.venue', [5], [{ id: 5 }]],
  ['events.venue', [5], 5],
  ['events.venue', [5], '5'],
  ['events.venue', [5], { data: [{ type: 'venues', id: '5' }] }],
  ['events.venue', [5], ['https://example.org/wp-json/vendor/events/v1/venues/5/']],
  ['events.venue', [5], [{ '@id': '/vendor/events/v1/venues/5', name: 'Mill' }]],
  ['events.venue', [5, 8], { 5: { id: 5 }, 8: { id: 8 } }],
  ['events.venue', [5, 8], { 0: 5, 2: 8 }],
  ['events.tags', [5, 8], { 5: 'Jazz', 8: 'Folk' }],
  ['events.venue', [], []],
  ['events.venue', [], false],
  ['events.organizer', [6, 10], [{ id: 10 }, { id: 6 }]],
  ['events.categories', [2], [{ term_id: 2 }]],
  ['events.cost', '15', '$15.00'],
  ['events.cost', 15, '15'],
  ['events.cost', '15', { amount: '15.00', currency: 'EUR' }],
  ['events.cost', '15', { min: 15, max: 15, free: false }],
  ['events.cost', '10 - 20', { min: 10, max: 20 }],
  ['events.website', 'https://example.org/x?a=1&b=2', 'https://example.org/x?a=1&amp;b=2'],
  ['events.website', 'https://example.org', 'https://example.org/'],
  ['events.website', null, 'https://calendar.example/event/own/'],
  ['events.image', '7', { id: 7, url: 'https://example.org/pic.png' }],
  ['events.image', 'https://example.org/pic.png', { id: 7, url: 'https://example.org/pic.png' }],
  ['events.image', 'https://example.org/pic.png', 'https://example.org/pic.png'],
  ['events.image', '', false],
  ['events.date', null, '2030-01-01 00:00:00'],
  ['venues.description', '', undefined],
  ['venues.phone', null, ''],
  ['categories.parent', 2, '2'],
  ['venues.zip', '01234', '01234'],
  ['venues.phone', '0', '0'],
];

test.each(agreeing.map((one): readonly [Case] => [one]))('what is shown agrees with what was sent: %j', (one) => {
  expect(isAgreed(one)).toBe(true);
});

const contradicting: readonly Case[] = [
  ['venues.zip', '01234', 1234],
  ['venues.zip', '01234', '1234'],
  ['venues.zip', '1234', 1234],
  ['venues.phone', '0', ''],
  ['venues.phone', '0', undefined],
  ['organizers.phone', '123', 123],
  ['events.title', 'Concert', 'Conc'],
  ['events.title', 'Concert', undefined],
  ['events.title', 'Concert', ''],
  ['events.title', 'Concert', { rendered: 'Concert' }],
  ['events.description', 'About', '<p>Abou</p>', 'markup'],
  ['events.start_date', '2030-01-02 03:04:05', '2030-01-02 03:04:06'],
  ['events.start_date', '2030-01-02 03:04:05', '2030-01-02'],
  ['events.end_date', '2030-01-02 03:04:05', undefined],
  ['events.author', 7, '8'],
  ['events.author', 7, undefined],
  ['events.all_day', true, false],
  ['events.all_day', true, undefined],
  ['events.all_day', false, true],
  ['events.featured', true, 'maybe'],
  ['events.venue', [5], []],
  ['events.venue', [5], [{ id: 6 }]],
  ['events.venue', [5], false],
  ['events.venue', [5], ['https://example.org/wp-json/vendor/events/v1/venues/6']],
  ['events.venue', [5, 8], { 5: { id: 5 } }],
  ['events.venue', [], [{ id: 5 }]],
  ['events.organizer', [6, 10], [{ id: 6 }]],
  ['events.cost', '15', '$16.00'],
  ['events.cost', '15', ''],
  ['events.cost', '15', { amount: 16, currency: 'EUR' }],
  ['events.cost', '15', { min: 15, max: 16 }],
  ['events.website', 'https://example.org/a', 'https://example.org/b'],
  ['events.website', 'https://example.org/a', undefined],
  ['events.image', '7', { id: 8, url: 'https://example.org/pic.png' }],
  ['events.image', '7', false],
  ['venues.description', '', 'Something'],
  ['venues.phone', null, '555'],
  ['categories.parent', 2, 0],
];

test.each(contradicting.map((one): readonly [Case] => [one]))('what is shown contradicts what was sent: %j', (one) => {
  expect(isAgreed(one)).toBe(false);
});

describe('a real service', () => {
  test.each([
    ['events', 'create-event'],
    ['venues', 'create-venue'],
    ['organizers', 'create-organizer-with-image'],
    ['categories', 'create-child-category'],
    ['tags', 'create-tag'],
  ] as const)('shows every field of %s as it was sent', (collection, name) => {
    const { sent, body } = recorded(name);
    const record = isJsonObject(body) ? body : {};
    const disagreeing = Object.keys(sent).filter((field) => {
      const shown = valueAt(record, findField(record, field) ?? [field]);
      return !agrees({ collection, field, sent: sent[field] ?? null, shown, fact: { path: [field], form: 'markup' } });
    });
    expect(disagreeing).toEqual([]);
  });
});

test('a declared string is never read from a number', () => {
  const strings = collections.flatMap((collection) =>
    Object.entries(resourceOf(collection).fields)
      .filter(([name, { type }]) => type === 'string' && !['image', 'show_map', 'show_map_link'].includes(name))
      .map(([name]) => `${collection}.${name}`),
  );
  expect(strings.filter((place) => isAgreed([place, '42', 42]))).toEqual([]);
});

test('ids are found in every notation of a relation', () => {
  expect(idsIn([{ ID: 3 }, 4, '5', { term_id: 6 }, { data: { id: '7' } }])).toEqual(['3', '4', '5', '6', '7']);
  expect(idsIn([{ venue_id: 8 }, { '@id': '/api/venues/9' }, '/api/venues/10'])).toEqual(['8', '9', '10']);
  expect([idsIn(false), idsIn([]), idsIn(0), idsIn(null), idsIn('')]).toEqual([[], [], [], [], []]);
});

test('unknown notations are distinguished from known ones', () => {
  expect([[7], ['/venues/7'], { 7: 'Mill' }].map((shown) => isReadable('events', 'venue', shown))).not.toContain(false);
  expect(
    [['Mill'], 'the-mill', [{ name: 'Mill' }, 'Mill']].map((one) => isReadable('events', 'venue', one)),
  ).not.toContain(true);
  expect(['2030-01-02', 'January 2, 2030 3:04 am'].map((one) => isReadable('events', 'date', one))).toEqual([
    true,
    false,
  ]);
  expect(
    ['15', 15, { amount: 15 }, { min: 15, max: 15 }].map((one) => isReadable('events', 'cost', one)),
  ).not.toContain(false);
  expect(isReadable('events', 'cost', { tickets: [{ cents: 1500 }] })).toBe(false);
  expect(isReadable('events', 'title', { en: 'Mill', nl: 'Molen' })).toBe(false);
  expect(['Mill', 5, ['Mill']].map((one) => isReadable('events', 'title', one))).not.toContain(false);
});

test('zero stands for no id, other numbers do not', () => {
  expect([0, '0', '', false, null, [], {}].map(isEmpty)).not.toContain(false);
  expect([1, 'a', true, [0], { id: 1 }].map(isEmpty)).not.toContain(true);
});

test('a wall clock is to the second', () => {
  expect(wallClock('2030-01-02T03:04:05+02:00')).toBe('2030-01-02 03:04:05');
  expect(wallClock('2030-01-02T03:04+02:00')).toBe('2030-01-02 03:04:00');
  expect(wallClock(undefined)).toBe('');
});
