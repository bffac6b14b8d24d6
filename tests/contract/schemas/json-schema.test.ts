import addFormats from 'ajv-formats';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { describe, expect, test } from 'vitest';
import { operationOf, operations } from '../../../contract/operations.js';
import { collections } from '../../../contract/resources.js';
import { bodyOf, type RequestBody, toQuerySchema, toRequestSchema } from '../../../contract/schemas/json-schema.js';

const compile = (schema: Readonly<Record<string, unknown>>): ValidateFunction => {
  const ajv = new Ajv2020({ allErrors: true });
  addFormats.default(ajv);
  return ajv.compile(schema);
};

const accepts = (body: RequestBody, value: unknown): boolean => compile(toRequestSchema(body))(value);

const minimal = {
  events: { title: 'Fair', start_date: '2031-05-01 10:00:00', end_date: '2031-05-01 12:00:00' },
  venues: { venue: 'Hall' },
  organizers: { organizer: 'Club' },
  categories: { name: 'Music' },
  tags: { name: 'free' },
} as const;

const fullEvent = {
  ...minimal.events,
  author: 3,
  date: '2031-01-01 00:00:00',
  date_utc: '2031-01-01 00:00:00',
  description: 'All day long',
  slug: 'fair',
  excerpt: 'Long',
  status: 'publish',
  timezone: 'Europe/Brussels',
  all_day: true,
  image: '17',
  cost: 12.5,
  website: 'https://example.org/fair',
  show_map: true,
  show_map_link: false,
  hide_from_listings: false,
  sticky: true,
  featured: false,
  categories: [1, 2],
  tags: [],
  venue: [4],
  organizer: null,
};

describe.each(collections)('the schema of a body for %s', (collection) => {
  const [label = ''] = Object.keys(minimal[collection]);

  test('takes the required fields alone', () => {
    expect(accepts({ collection, kind: 'create' }, minimal[collection])).toBe(true);
  });

  test.each(Object.keys(minimal[collection]))('asks for %s on create and not on update', (name) => {
    const rest = Object.fromEntries(Object.entries(minimal[collection]).filter(([other]) => other !== name));
    expect(accepts({ collection, kind: 'create' }, rest)).toBe(false);
    expect(accepts({ collection, kind: 'update' }, rest)).toBe(true);
  });

  test('asks for nothing on update', () => {
    expect(accepts({ collection, kind: 'update' }, {})).toBe(true);
  });

  test('refuses a name of another type and fields that are not stated', () => {
    expect(accepts({ collection, kind: 'create' }, { ...minimal[collection], [label]: 7 })).toBe(false);
    expect(accepts({ collection, kind: 'create' }, { ...minimal[collection], colour: 'red' })).toBe(false);
  });

  test('is an object', () => {
    expect(accepts({ collection, kind: 'update' }, [])).toBe(false);
    expect(accepts({ collection, kind: 'update' }, null)).toBe(false);
  });
});

test('an event may carry every field', () => {
  expect(accepts({ collection: 'events', kind: 'create' }, fullEvent)).toBe(true);
});

test.each([
  ['author', 'abc'],
  ['author', 1.5],
  ['all_day', {}],
  ['all_day', null],
  ['start_date', 20310501],
  ['website', 'no url'],
  ['website', 5],
  ['categories', 'music'],
  ['categories', ['music']],
  ['venue', 4],
])('an event with %s %j is not valid', (name, value) => {
  expect(accepts({ collection: 'events', kind: 'create' }, { ...fullEvent, [name]: value })).toBe(false);
});

test.each(['website', 'categories', 'tags', 'venue', 'organizer'])(
  '%s of an event may be its default, null',
  (name) => {
    expect(accepts({ collection: 'events', kind: 'create' }, { ...fullEvent, [name]: null })).toBe(true);
  },
);

test.each([['free'], [12], [{ min: 3 }], [null]])('the cost of an event has no type: %j', (cost) => {
  expect(accepts({ collection: 'events', kind: 'create' }, { ...fullEvent, cost })).toBe(true);
});

test('a venue takes show_map as a string, an event as a boolean', () => {
  expect(accepts({ collection: 'venues', kind: 'update' }, { show_map: 'true' })).toBe(true);
  expect(accepts({ collection: 'venues', kind: 'update' }, { show_map: true })).toBe(false);
  expect(accepts({ collection: 'events', kind: 'update' }, { show_map: 'true' })).toBe(false);
});

test('a body carries the password only where one was asked for', () => {
  expect(accepts({ collection: 'events', kind: 'update', password: true }, { password: 'sesame' })).toBe(true);
  expect(accepts({ collection: 'events', kind: 'update' }, { password: 'sesame' })).toBe(false);
});

test('the schema carries declared defaults and no others', () => {
  const { properties } = toRequestSchema({ collection: 'events', kind: 'create' });
  expect(properties).toMatchObject({
    all_day: { default: false },
    website: { default: null },
    tags: { default: null },
  });
  expect(properties).not.toHaveProperty('title.default');
  expect(properties).toHaveProperty('title.description', 'Event title');
});

test('only creates and updates have a body, and only updates of events by id have a password in it', () => {
  const bodies = operations.map((operation) => ({ operation, body: bodyOf(operation) }));
  expect(bodies.filter(({ operation, body }) => !!body !== ['create', 'update'].includes(operation.kind))).toEqual([]);
  expect(bodies.filter(({ body }) => body?.password).map(({ operation }) => operation.id)).toEqual([
    'events.update.post',
    'events.update.put',
    'events.update.patch',
  ]);
});

describe('the schema of the event list', () => {
  const isValid = compile({ ...toQuerySchema(operationOf('events.list')) });

  test.each([
    {},
    { page: 2, per_page: 50, search: 'fair', ml_language: 'nl' },
    { start_date: '2031-05-01 00:00:00', starts_after: '2031-05-01', ends_before: '2031-05-01 10:00:00' },
    { strict_dates: true, include: [1, 2], featured: false },
    { geoloc_lat: 51.2, geoloc_lng: 4.4 },
  ])('takes %j', (query) => {
    expect(isValid(query)).toBe(true);
  });

  test.each([
    { page: 'two' },
    { start_date: '2031-05-01' },
    { starts_after: 'May' },
    { starts_after: '2031-02-30' },
    { include: 'one' },
    { ml_language: 'es' },
    { geoloc_lat: 51.2 },
    { orderby: 'name' },
  ])('refuses %j', (query) => {
    expect(isValid(query)).toBe(false);
  });
});

test.each(operations.map(({ id }) => id))('the query schema of %s compiles and takes an empty query', (id) => {
  expect(compile({ ...toQuerySchema(operationOf(id)) })({})).toBe(true);
});
