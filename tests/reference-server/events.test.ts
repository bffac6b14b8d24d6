import { describe, expect, test } from 'vitest';
import { anEvent, startCalendar } from './calendar.js';

test('an event shows its fields as sent, its links embedded, and its times in UTC', async () => {
  const calendar = await startCalendar({ zone: 'Europe/Brussels' });
  const tag = await calendar.create('tags', { name: 'New' });
  const venue = await calendar.create('venues', { venue: 'Hall' });
  const event = await calendar.create(
    'events',
    anEvent({
      timezone: 'America/New_York',
      cost: 12.5,
      featured: '1',
      tags: `${tag.id}`,
      venue: [venue.id, venue.id],
    }),
  );
  expect(event).toMatchObject({
    title: 'Concert',
    slug: 'concert',
    start_date: '2030-06-01 20:00:00',
    utc_start_date: '2030-06-02 00:00:00',
    utc_end_date: '2030-06-02 02:00:00',
    timezone: 'America/New_York',
    date: '2030-05-15 14:00:00',
    date_utc: '2030-05-15 12:00:00',
    cost: 12.5,
    featured: true,
    all_day: false,
    excerpt: null,
    categories: [],
    tags: [{ ...tag, count: 1 }],
    venue: [venue],
  });
  expect(Object.keys(event)).not.toContain('password');
});

test('an event without a zone of its own has that of the site', async () => {
  const calendar = await startCalendar({ zone: 'Europe/Brussels' });
  const event = await calendar.create('events', anEvent());
  expect(event).toMatchObject({ timezone: 'Europe/Brussels', utc_start_date: '2030-06-01 18:00:00' });
});

test('the publication date and its UTC twin follow from each other, the local one wins', async () => {
  const calendar = await startCalendar({ zone: 'Europe/Brussels' });
  const dates = async (fields: object): Promise<unknown> => {
    const { date, date_utc: utc } = await calendar.create('events', anEvent({ ...fields }));
    return [date, utc];
  };
  expect(await dates({ date: '2030-01-01 12:00:00' })).toEqual(['2030-01-01 12:00:00', '2030-01-01 11:00:00']);
  expect(await dates({ date_utc: '2030-07-01 12:00:00' })).toEqual(['2030-07-01 14:00:00', '2030-07-01 12:00:00']);
  const both = { date: '2030-01-01 12:00:00', date_utc: '2029-01-01 12:00:00' };
  expect(await dates(both)).toEqual(['2030-01-01 12:00:00', '2030-01-01 11:00:00']);
});

describe('validation', () => {
  test('names every bad field at once and creates nothing', async () => {
    const calendar = await startCalendar();
    const bad = {
      title: ' ',
      start_date: '2030-02-30 10:00:00',
      author: 'abc',
      all_day: {},
      website: 'nowhere',
      timezone: 'Mars/Base',
      status: 'trash',
      categories: [99],
      venue: ['x'],
      description: 5,
      cost: [1],
      slug: 'a/b',
    };
    const { status, body } = await calendar.send('POST', '/events', bad);
    expect(status).toBe(400);
    expect(Object.keys(body.data.params).sort()).toEqual([...Object.keys(bad), 'end_date'].sort());
    expect(body).toMatchObject({ code: 'invalid_param', data: { status: 400 } });
    expect(calendar.counts()['events']).toBe(0);
  });

  test.each([
    ['a bare day is midnight', '2030-06-01', '2030-06-01 00:00:00'],
    ['a T may stand between', '2030-06-01T09:08:07', '2030-06-01 09:08:07'],
    ['seconds may be left out', '2030-06-01 09:08', '2030-06-01 09:08:00'],
  ])('%s', async (_, sent, shown) => {
    const calendar = await startCalendar();
    const event = await calendar.create('events', anEvent({ start_date: sent }));
    expect(event.start_date).toBe(shown);
  });

  test.each(['', 'tomorrow', '2030-13-01', '2030-06-31', '2030-06-01 24:00:00', '2030-06-01T10:00:00Z', 5, null])(
    'a start of %j is refused',
    async (start) => {
      const calendar = await startCalendar();
      const { body } = await calendar.send('POST', '/events', anEvent({ start_date: start }));
      expect(Object.keys(body.data.params)).toEqual(['start_date']);
    },
  );

  test('an end before the start is refused, also when only one of them is sent', async () => {
    const calendar = await startCalendar();
    const event = await calendar.create('events', anEvent());
    const params = async (body: object): Promise<string[]> => {
      const answer = await calendar.send('PATCH', `/events/${event.id}`, body);
      return Object.keys(answer.body.data.params);
    };
    expect(await params({ end_date: '2030-06-01 19:59:59' })).toEqual(['end_date']);
    expect(await params({ start_date: '2030-06-01 22:00:01' })).toEqual(['start_date']);
    expect((await calendar.get(`/events/${event.id}`)).body).toEqual(event);
    expect((await calendar.send('PATCH', `/events/${event.id}`, { end_date: event.start_date })).status).toBe(200);
  });

  test('unknown fields and the id are ignored', async () => {
    const calendar = await startCalendar();
    const event = await calendar.create('events', anEvent({ id: 999, colour: 'red', __proto__: { x: 1 } }));
    expect(event.id).not.toBe(999);
    expect(event.colour).toBeUndefined();
  });
});

describe('updates', () => {
  test.each(['POST', 'PUT', 'PATCH'])('%s changes what is sent and keeps the rest', async (method) => {
    const calendar = await startCalendar();
    const tag = await calendar.create('tags', { name: 'Tag' });
    const event = await calendar.create('events', anEvent({ description: 'Kept', tags: [tag.id] }));
    const { status, body } = await calendar.send(method, `/events/${event.id}`, { title: 'Other' });
    expect(status).toBe(200);
    expect(body).toEqual({ ...event, title: 'Other' });
    expect((await calendar.send(method, '/events/by-slug/concert', { tags: [] })).body.tags).toEqual([]);
  });

  test('null unsets an optional field and not a required one', async () => {
    const calendar = await startCalendar();
    const event = await calendar.create('events', anEvent({ cost: '5', all_day: true, status: 'draft' }));
    const path = `/events/${event.id}`;
    const unset = await calendar.send('PATCH', path, { cost: null, all_day: null, status: null });
    expect(unset.body).toMatchObject({ cost: null, all_day: false, status: 'publish' });
    expect((await calendar.send('PATCH', path, { title: null })).status).toBe(400);
  });

  test('a write that is partly invalid changes nothing', async () => {
    const calendar = await startCalendar();
    const event = await calendar.create('events', anEvent());
    await calendar.send('PUT', `/events/${event.id}`, { title: 'Changed', author: -1 });
    expect((await calendar.get(`/events/${event.id}`)).body).toEqual(event);
  });

  test('an update moves the event in lists and recounts its terms', async () => {
    const calendar = await startCalendar();
    const [a, b] = [await calendar.create('tags', { name: 'a' }), await calendar.create('tags', { name: 'b' })];
    const event = await calendar.create('events', anEvent({ tags: [a.id] }));
    await calendar.get('/events');
    const later = { start_date: '2030-08-01', end_date: '2030-08-01', tags: [b.id] };
    await calendar.send('PATCH', `/events/${event.id}`, later);
    expect(await calendar.ids('events', 'start_date=2030-06-01')).toEqual([]);
    expect(await calendar.ids('events', `start_date=2030-08-01&tags=${b.id}`)).toEqual([event.id]);
    expect((await calendar.get(`/tags/${a.id}`)).body.count).toBe(0);
    expect((await calendar.get(`/tags/${b.id}`)).body.count).toBe(1);
  });
});

describe('slugs', () => {
  test('a taken slug gets a suffix, the own one does not', async () => {
    const calendar = await startCalendar();
    const slugs = [];
    for (const slug of [undefined, undefined, 'concert', 'concert-2']) {
      slugs.push((await calendar.create('events', anEvent({ slug }))).slug);
    }
    expect(slugs).toEqual(['concert', 'concert-2', 'concert-3', 'concert-2-2']);
    const again = await calendar.send('PUT', '/events/by-slug/concert-3', { slug: 'concert' });
    expect(again.body.slug).toBe('concert-3');
    const own = await calendar.send('PUT', '/events/by-slug/concert', { slug: 'concert' });
    expect(own.body.slug).toBe('concert');
  });

  test('a sent slug is kept as it is and found again', async () => {
    const calendar = await startCalendar();
    for (const slug of ['Ünï code', '50%', 'a+b', "q'?#&=", '2030']) {
      const event = await calendar.create('events', anEvent({ slug }));
      expect((await calendar.get(`/events/by-slug/${encodeURIComponent(slug)}`)).body).toEqual(event);
    }
  });

  test('by slug an event is renamed, and its old slug is free again', async () => {
    const calendar = await startCalendar();
    await calendar.create('events', anEvent());
    await calendar.send('PATCH', '/events/by-slug/concert', { slug: 'renamed' });
    expect((await calendar.get('/events/by-slug/concert')).status).toBe(404);
    expect((await calendar.create('events', anEvent())).slug).toBe('concert');
  });
});

test('an id of another kind, a deleted one or no number is 404', async () => {
  const calendar = await startCalendar();
  const tag = await calendar.create('tags', { name: 'Tag' });
  const event = await calendar.create('events', anEvent());
  expect((await calendar.get(`/events/000${event.id}`)).body.id).toBe(event.id);
  for (const id of [tag.id, 0, -1, '1e0', 'x', '9'.repeat(400), `${event.id}.0`]) {
    expect([id, (await calendar.get(`/events/${id}`)).status]).toEqual([id, 404]);
  }
});
