import { describe, expect, test } from 'vitest';
import { createWorld, type WorldRecord } from '../../../adapter/world/world.js';
import type { JsonValue } from '../../../wire/json.js';
import { emptyWorld } from '../../fixtures/scripted.js';
import { type Line, nominated, profile } from './streams.js';

const kept = 'coherence.kept-write.anywhere';

const made = (ref: WorldRecord['ref'], id: string, body: WorldRecord['body']): WorldRecord => ({
  ref,
  id,
  slug: undefined,
  status: undefined,
  complete: true,
  payload: {},
  body,
  language: undefined,
});

const harbor = made({ ref: 'venues', key: 'v1' }, '7', { venue: 'Harbor hall', description: 'Two words' });
const party = made({ ref: 'events', key: 'e1' }, '9', { title: 'Garden party', featured: true, venue: [7] });
const worldOf = (...records: readonly WorldRecord[]) => createWorld({ ...emptyWorld, profile, records, localized: [] });

const venue = { id: 7, venue: 'Harbor hall', description: 'Two words' };
const event = { id: 9, title: 'Garden party', featured: true, venue: [venue] };
const list = (...events: readonly (typeof event)[]): Line => [
  'GET /events',
  { show: { events: [...events], total: 1 } },
];

test('records of the world that are shown as they were sent count for nothing, wherever they are', () => {
  const lines: readonly Line[] = [['GET /venues/7', { show: venue }], list(event)];
  expect(nominated(lines, worldOf(harbor, party))).not.toHaveProperty([kept]);
});

test('what a list, an item or an event that is linked shows otherwise is nominated', () => {
  const world = worldOf(harbor, party);
  const cut = { ...venue, description: 'Two' };
  const expected = 'expected description "Two words" of venues/7, as it was sent, observed "Two"';
  expect(nominated([['GET /venues/7', { show: cut }]], world)[kept]).toEqual([expected]);
  expect(nominated([list({ ...event, venue: [cut] })], world)[kept]).toEqual([expected]);
  expect(nominated([list({ ...event, featured: false })], world)[kept]).toEqual([
    'expected featured true of events/9, as it was sent, observed false',
  ]);
});

test('what was found, or may be hidden, is not judged', () => {
  const line = [list({ ...event, title: 'Other' })];
  expect(nominated(line, worldOf({ ...party, complete: false }))).not.toHaveProperty([kept]);
  expect(nominated(line, worldOf({ ...party, redacted: true }))).not.toHaveProperty([kept]);
  expect(nominated(line)).not.toHaveProperty([kept]);
});

describe('a record of the world, as the response to its create showed it', () => {
  const answer = { collection: 'venues', id: '7', json: { ...venue, slug: 'harbor-hall' }, by: 'write' } as const;
  const answered: WorldRecord = { ...harbor, answer };
  const agrees = 'coherence.answers-agree';
  const shown = (json: JsonValue, query = ''): readonly Line[] => [
    [`GET /venues/7${query}`, { show: json }],
    [`GET /venues${query}`, { show: { venues: [json], total: 1 } }],
  ];

  test('counts for nothing where it is shown like that', () => {
    expect(nominated(shown({ ...venue, slug: 'harbor-hall' }), worldOf(answered))[agrees]).toBeUndefined();
  });

  test('is nominated where an item and a list show another value, of a field that was not sent, too', () => {
    const found = nominated(shown({ ...venue, slug: 'hall' }), worldOf(answered))[agrees];
    const expected = 'expected slug "harbor-hall" of venues/7, as the response to its create shows it, observed "hall"';
    expect(found).toEqual([expected, expected]);
  });

  test('is not compared in another language, to another identity, or where it may be hidden', () => {
    const other = { ...venue, slug: 'hall' };
    expect(nominated(shown(other, '?ml_language=fr'), worldOf(answered))[agrees]).toBeUndefined();
    expect(nominated([['GET /venues/7', { show: other, as: 'author' }]], worldOf(answered))[agrees]).toBeUndefined();
    expect(nominated(shown(other), worldOf({ ...answered, redacted: true }))[agrees]).toBeUndefined();
  });
});

describe('a record that an event of the world is linked to', () => {
  const sent = { ...venue, slug: 'harbor-hall' };
  const answer = { collection: 'events', id: '9', json: { ...event, venue: [sent] }, by: 'write' } as const;
  const world = worldOf(
    { ...harbor, answer: { ...answer, collection: 'venues', id: '7', json: sent } },
    { ...party, answer },
  );
  const agrees = (embedded: JsonValue, among = world) =>
    nominated([['GET /events', { show: { events: [{ ...event, venue: [embedded] }], total: 1 } }]], among)[
      'coherence.answers-agree'
    ];

  test('counts for nothing where an event shows it as the response to its create did, or shows less of it', () => {
    expect(agrees(sent)).toBeUndefined();
    expect(agrees({ id: 7, venue: 'Harbor hall' })).toBeUndefined();
    expect(agrees(7)).toBeUndefined();
  });

  test('is nominated where an event shows another value', () => {
    expect(agrees({ ...sent, slug: 'hall' })).toEqual([
      'expected slug "harbor-hall" of venues/7, as the response to its create shows it, observed "hall"',
    ]);
  });

  test('may be shown with the beginning of a long text, and with no other text', () => {
    const long = { ...sent, description: `<p>${'A hall with a view. '.repeat(9)}</p>` };
    const json = { ...event, venue: [long] };
    const among = worldOf(
      { ...harbor, answer: { ...answer, collection: 'venues', id: '7', json: long } },
      { ...party, answer: { ...answer, json } },
    );
    expect(agrees({ ...long, description: 'A hall with a view. A hall&hellip;' }, among)).toBeUndefined();
    expect(agrees({ ...long, description: 'A view with a hall' }, among)).toHaveLength(1);
  });

  test('is not compared where others may write it', () => {
    expect(agrees({ ...sent, slug: 'hall' }, worldOf({ ...party, answer }))).toBeUndefined();
  });
});

describe('a list that selects records of the world', () => {
  const fits = 'categories.list.fits-anywhere';
  const night = { id: 5, name: 'Music night' };
  const world = worldOf({ ...made({ ref: 'categories', key: 'c1' }, '5', night), payload: { name: 'Music night' } });
  const search = (words: string, categories: readonly JsonValue[], total = categories.length) =>
    nominated([[`GET /categories?search=${words}`, { show: { categories: [...categories], total } }]], world)[fits];

  test('counts where it holds them and no others', () => {
    expect(search('Music&hide_empty=false', [night])).toEqual([]);
    expect(search('Music&hide_empty=false&exclude=5', [])).toEqual([]);
  });

  test('is nominated where one is missing from the whole of it', () => {
    const expected =
      'expected a list with categories/5 "Music night", observed Response wrongly leaves out 1 of categories: 5';
    expect(search('Music&hide_empty=false', [])).toEqual([expected]);
    expect(search('Music&hide_empty=false', [], 3)).toEqual([]);
  });

  test('is nominated where one is there that does not fit', () => {
    const expected =
      'expected a list without categories/5 "Music night", observed Response wrongly includes 1 of categories: 5';
    expect(search('Music&hide_empty=false&exclude=5', [night])).toContain(expected);
  });

  test('is not judged where others decide, the form is not that of the target, or records of the run are named', () => {
    expect(search('Dance', [night])).toBeUndefined();
    expect(search('Music&hide_empty=0', [])).toBeUndefined();
    expect(search('Music&hide_empty=false&post=9', [])).toBeUndefined();
  });
});
