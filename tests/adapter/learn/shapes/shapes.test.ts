import { describe, expect, test } from 'vitest';
import { learnShapes, type ObservedList, type ObservedRecord } from '../../../../adapter/learn/shapes/learn-shapes.js';
import type { CollectionShape } from '../../../../adapter/profile/target-profile.js';
import { agrees } from '../../../../adapter/reading/agreement.js';
import type { Collection } from '../../../../contract/resources.js';
import { isJsonObject, type JsonObject, type JsonValue, valueAt } from '../../../../wire/json.js';
import { recorded } from '../../recorded.js';

const sent = { name: 'Free of charge', description: 'About things that cost nothing' };

const item = (body: JsonValue, more: Partial<ObservedRecord> = {}): ObservedRecord => ({
  collection: 'tags',
  sent,
  body,
  ...more,
});
const list = (body: JsonValue, more: Partial<ObservedList> = {}): ObservedList => ({
  collection: 'tags',
  body,
  headers: [],
  sent: new Map([['5', sent]]),
  ...more,
});

const learnTags = (
  items: readonly ObservedRecord[],
  lists: readonly ObservedList[] = [],
): CollectionShape | undefined => learnShapes({ items, lists }).tags;

describe('the shapes of plain REST services are learned', () => {
  const record = { id: 5, ...sent };
  test.each<[string, JsonValue, JsonValue, Partial<CollectionShape>]>([
    ['bare arrays', record, [record], { record: [], items: [], id: ['id'] }],
    ['data', { data: record }, { data: [record] }, { record: ['data'], items: ['data'] }],
    ['items', record, { items: [record], total: 1 }, { items: ['items'], total: { in: 'body', path: ['total'] } }],
    ['_embedded', record, { _embedded: { tags: [record] } }, { items: ['_embedded', 'tags'] }],
    [
      'JSON:API',
      { data: { id: '5', type: 'tags', attributes: sent } },
      { data: [{ id: '5', type: 'tags', attributes: sent }], meta: { total: 1 } },
      {
        record: ['data'],
        items: ['data'],
        fields: {
          name: { path: ['attributes', 'name'], form: 'identity' },
          description: { path: ['attributes', 'description'], form: 'identity' },
        },
        total: { in: 'body', path: ['meta', 'total'] },
      },
    ],
    ['a wrapped record', { ok: true, tag: record }, { tags: [record] }, { record: ['tag'], items: ['tags'] }],
    ['camel case and other ids', { _id: '5', ...sent }, [{ _id: '5', ...sent }], { id: ['_id'] }],
  ])('%s', (_, body, page, shape) => expect(learnTags([item(body)], [list(page)])).toMatchObject(shape));

  test('with texts rendered and in paragraphs', () => {
    const body = { id: 5, name: { rendered: sent.name }, description: { rendered: `<p>${sent.description}</p>\n` } };
    expect(learnTags([item(body)])?.fields).toEqual({
      name: { path: ['name', 'rendered'], form: 'identity' },
      description: { path: ['description', 'rendered'], form: 'paragraphs' },
    });
  });

  test('with totals in headers', () => {
    const headers = [
      ['X-Total-Count', '1'],
      ['X-Total-Pages', '1'],
    ] as const;
    expect(learnTags([], [list([{ id: 5, ...sent }], { headers })])).toMatchObject({
      total: { in: 'header', name: 'x-total-count' },
      totalPages: { in: 'header', name: 'x-total-pages' },
    });
  });

  test('if creates return only an id and reads a wrapped record', () => {
    const items = [item({ id: 4 }), item({ id: 5 }), item({ data: { id: 5, ...sent } })];
    expect(learnTags(items)).toMatchObject({ record: ['data'], fields: { name: { path: ['name'] } } });
  });

  test('if empty values are left out', () => {
    const items = [item({ id: 4, name: 'x' }), item({ id: 5, ...sent })];
    expect(Object.keys(learnTags(items)?.fields ?? {})).toEqual(['name', 'description']);
  });

  test('if a field has another name, by its value', () => {
    const body = { id: 5, name: sent.name, info: { about: sent.description } };
    expect(learnTags([item(body)])?.fields.description).toEqual({ path: ['info', 'about'], form: 'identity' });
  });

  test('if a time has another name and notation, by its values: one that is elsewhere by chance decides nothing', () => {
    const at = (start: string, ends: string): ObservedRecord => {
      const json = { id: 5, title: 'x', starts: { date: start, zone: 'Europe/Brussels' }, utc_end: ends };
      return { collection: 'events', sent: { title: 'x', start_date: start }, body: json };
    };
    const [one, two] = [
      at('2030-03-02 10:00:00', '2030-03-02 10:00:00'),
      at('2030-03-04 10:00:00', '2030-03-04 11:00:00'),
    ];
    const learned = learnShapes({ items: [one, two], lists: [] }).events?.fields.start_date;
    expect(learned?.path).toEqual(['starts']);
  });
});

describe('nothing is learned', () => {
  test('of a collection that was not seen', () =>
    expect(learnShapes({ items: [item({ id: 5 })], lists: [] }).venues).toBeUndefined());
  test('from errors', () => expect(learnTags([item({ code: 'x', data: { status: 400 } })])).toBeUndefined());
  test('about a field that no response shows', () => {
    expect(learnTags([item({ id: 5, name: sent.name })])?.fields.description).toBeUndefined();
  });
  test('from a value that occurs twice, or a short one', () => {
    const twice = { id: 5, name: sent.name, a: sent.description, b: sent.description };
    expect(learnTags([item(twice)])?.fields.description).toBeUndefined();
    const short = item({ id: 5, name: 'x', other: 'about' }, { sent: { name: 'x', description: 'about' } });
    expect(learnTags([short])?.fields.description).toBeUndefined();
  });
});

describe('a fault is not learned as a feature', () => {
  /** Whether a shown value passes, by what was learned from showing it so. */
  function passes(body: JsonObject, field: 'name' | 'description'): boolean {
    const fact = learnTags([item(body)])?.fields[field];
    if (!fact) return false;
    return agrees({ collection: 'tags', field, sent: sent[field], shown: valueAt(body, fact.path), fact });
  }

  test.each<[string, JsonObject]>([
    ['lost', { id: 5, name: sent.name }],
    ['emptied', { id: 5, name: sent.name, description: '' }],
    ['truncated', { id: 5, name: sent.name, description: sent.description.slice(0, 20) }],
    ['in lower case', { id: 5, name: sent.name, description: sent.description.toLowerCase() }],
    ['swapped', { id: 5, name: sent.description, description: sent.name }],
    ['a number', { id: 5, name: sent.name, description: 5 }],
  ])('when a description is %s', (_, body) => expect(passes(body, 'description')).toBe(false));

  test('and one damaged text does not hide how the others are written', () => {
    const about = (text: string, shown: string): ObservedRecord =>
      item({ id: 5, name: 'x', description: shown }, { sent: { name: 'x', description: text } });
    const items = [about('One', '<p>One</p>'), about('Two', '<p>Tw</p>'), about('Three', '<p>Three</p>')];
    expect(learnTags(items)?.fields.description?.form).toBe('paragraphs');
  });
});

describe('a real service', () => {
  const names = {
    events: 'create-event',
    venues: 'create-venue',
    organizers: 'create-organizer-with-image',
    categories: 'create-child-category',
    tags: 'create-tag',
  } as const satisfies Record<Collection, string>;
  const collections = Object.keys(names) as Collection[];
  const items = collections.map((collection): ObservedRecord => ({ collection, ...recorded(names[collection]) }));
  const shapes = learnShapes({ items, lists: [] });

  test.each(collections)('shows %s bare, every field that was sent where it was found', (collection) => {
    const { sent: body, body: shown } = recorded(names[collection]);
    const shape = shapes[collection];
    expect(shape).toMatchObject({ record: [], id: ['id'] });
    const wrong = Object.keys(body).filter((field) => {
      const fact = shape?.fields[field];
      const value = fact && isJsonObject(shown) ? valueAt(shown, fact.path) : undefined;
      // A key that is left out when it is empty is learned nowhere, and not missed.
      if (!fact) return body[field] !== '';
      return !agrees({ collection, field, sent: body[field] ?? null, shown: value, fact });
    });
    expect(wrong).toEqual([]);
  });

  test('lists under the name of the collection, with totals', () => {
    const { body, headers } = recorded('list-events');
    const learned = learnShapes({ items: [], lists: [{ collection: 'events', body, headers, sent: new Map() }] });
    expect(learned.events).toMatchObject({ items: ['events'], total: { in: 'header', name: 'x-tec-total' } });
  });
});
