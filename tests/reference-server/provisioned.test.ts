import { describe, expect, test } from 'vitest';
import type { WorldFile } from '../../contract/world-file.js';
import { createReferenceServer } from '../../reference-server/index.js';
import { anEvent, startCalendar } from './calendar.js';

const times = { start_date: '2030-06-01 20:00:00', end_date: '2030-06-01 22:00:00' };

const world: WorldFile = {
  extensions: ['geoloc', 'tickets'],
  categories: [
    { key: 'root', name: 'Root' },
    { key: 'child', name: 'Child', parent: 'root' },
  ],
  venues: [
    { key: 'near', id: 40, venue: 'Near', geo_lat: 50.85, geo_lng: 4.35 },
    { key: 'far', venue: 'Far', geo_lat: -33.87, geo_lng: 151.21 },
    { key: 'unknown', venue: 'Unknown' },
  ],
  events: [
    { key: 'a', id: 101, title: 'A', ...times, venue: ['near'], ticketed: true },
    { key: 'b', id: 102, title: 'B', ...times, venue: ['far', 'unknown'], post_parent: 101, categories: ['child'] },
    { key: 'c', id: 103, title: 'C', ...times, venue: ['unknown'], ticketed: false },
    {
      key: 'p',
      id: 104,
      title: 'P',
      ...times,
      description: 'hidden words',
      password: 'sesame',
      venue: ['near'],
      featured: true,
      ticketed: true,
    },
  ],
};

describe('premium parameters', () => {
  test.each([
    ['geoloc=true', [101, 102, 104]],
    ['geoloc=0', [103]],
    ['geoloc_lat=50.858&geoloc_lng=4.342', [101, 104]],
    ['geoloc_lat=50.87&geoloc_lng=4.35', []],
    ['geoloc_lat=-33.87&geoloc_lng=151.21&geoloc=1', [102]],
    ['ticketed=1', [101]],
    ['ticketed=false', [102, 103]],
    ['post_parent=101', [102]],
    ['post_parent=1', []],
  ])('%s', async (query, expected) => {
    const calendar = await startCalendar({ world });
    expect(await calendar.ids('events', query)).toEqual(expected);
  });

  test('a lone coordinate is refused', async () => {
    const calendar = await startCalendar({ world });
    const { status, body } = await calendar.get('/events?geoloc_lat=1');
    expect([status, Object.keys(body.data.params)]).toEqual([400, ['geoloc_lng']]);
    expect((await calendar.get('/events?geoloc_lat=x&geoloc_lng=1')).status).toBe(400);
  });

  test('with the extension off, asking for one is refused', async () => {
    const calendar = await startCalendar({ world, extensions: [] });
    for (const query of ['geoloc=1', 'geoloc_lat=1&geoloc_lng=1', 'ticketed=0']) {
      expect([query, (await calendar.get(`/events?${query}`)).status]).toEqual([query, 400]);
    }
    expect(await calendar.ids('events', 'post_parent=101')).toEqual([102]);
  });
});

describe('a protected event', () => {
  test('needs its password by id, for every verb', async () => {
    const calendar = await startCalendar({ world });
    for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']) {
      const body = method === 'GET' ? undefined : {};
      expect((await calendar.send(method, '/events/104', body)).status).toBe(403);
      expect((await calendar.send(method, '/events/104?password=wrong', body)).status).toBe(403);
    }
    expect((await calendar.get('/events/104?password=sesame')).body.description).toBe('hidden words');
    const updated = await calendar.send('PATCH', '/events/104', { password: 'sesame', cost: '1' });
    expect(updated).toMatchObject({ status: 200, body: { cost: '1' } });
    expect(JSON.stringify(updated.body)).not.toContain('sesame');
    expect((await calendar.get('/events/104')).status).toBe(403);
    expect((await calendar.send('DELETE', '/events/104?password=sesame')).status).toBe(200);
  });

  test('is refused by slug whatever comes with it', async () => {
    const calendar = await startCalendar({ world });
    for (const method of ['GET', 'PUT', 'DELETE']) {
      const body = method === 'PUT' ? { password: 'sesame' } : undefined;
      expect((await calendar.send(method, '/events/by-slug/p?password=sesame', body)).status).toBe(403);
    }
  });

  test('shows title, dates and ids in lists, and is not found by what it hides', async () => {
    const calendar = await startCalendar({ world });
    const { body } = await calendar.get('/events?include=104');
    expect(body.events[0]).toMatchObject({ title: 'P', ...times, description: null, slug: null, venue: [{ id: 40 }] });
    expect(JSON.stringify(body)).not.toContain('Near');
    for (const query of ['search=hidden', 'featured=1', 'featured=0', 'ticketed=1', 'ticketed=0']) {
      expect(await calendar.ids('events', `include=104&${query}`)).toEqual([]);
    }
  });

  test('cannot be made by a client', async () => {
    const calendar = await startCalendar();
    const event = await calendar.create('events', anEvent({ password: 'x' }));
    expect((await calendar.get(`/events/${event.id}`)).status).toBe(200);
  });
});

describe('a world file', () => {
  test('gives wanted ids, other ids never collide, keys become links', async () => {
    const calendar = await startCalendar({ world });
    expect(calendar.counts()).toEqual({ events: 4, venues: 3, organizers: 0, categories: 2, tags: 0 });
    const { body } = await calendar.get('/events/102');
    expect(body.venue.map((venue: { venue: string }) => venue.venue)).toEqual(['Far', 'Unknown']);
    expect((await calendar.create('tags', { name: 'x' })).id).toBeGreaterThan(104);
    const child = body.categories[0];
    expect((await calendar.get(`/categories/${child.parent}`)).body.name).toBe('Root');
  });

  test.each([
    ['an unknown key', { events: [{ key: 'a', title: 'A', ...times, venue: ['nowhere'] }] }],
    ['a missing field', { events: [{ key: 'a', title: 'A' }] }],
    ['a key twice', { tags: [{ key: 'a', name: 'A' }], venues: [{ key: 'a', venue: 'A' }] }],
    [
      'an id twice',
      {
        tags: [
          { key: 'a', id: 1, name: 'A' },
          { key: 'a2', id: 1, name: 'A' },
        ],
      },
    ],
    ['an id that is none', { tags: [{ key: 'a', id: 0, name: 'A' }] }],
    ['no zone', { zone: 'Nowhere' }],
  ])('with %s is refused', (_, broken) => {
    expect(() => createReferenceServer({ world: broken })).toThrow(/World record a|Nowhere/);
  });
});
