import { describe, expect, test } from 'vitest';
import { anEvent, startCalendar } from './calendar.js';

describe.each([
  { collection: 'venues', name: 'venue' },
  { collection: 'organizers', name: 'organizer' },
])('$collection', ({ collection, name }) => {
  test('is written and read by id and by slug', async () => {
    const calendar = await startCalendar();
    const record = await calendar.create(collection, { [name]: 'Été', website: 'https://example.org/a?b=c' });
    expect(record).toMatchObject({ [name]: 'Été', slug: 'ete', status: 'publish', phone: null });
    const bySlug = `/${collection}/by-slug/ete`;
    expect((await calendar.get(bySlug)).body).toEqual(record);
    for (const method of ['POST', 'PUT', 'PATCH']) {
      const updated = await calendar.send(method, bySlug, { phone: method });
      expect(updated).toMatchObject({ status: 200, body: { phone: method, website: record.website } });
      expect((await calendar.get(`/${collection}/${record.id}`)).body).toEqual(updated.body);
    }
    expect((await calendar.get(`/${collection}/by-slug/et`)).status).toBe(404);
    expect((await calendar.get(`/${collection}/by-slug/${record.id}`)).status).toBe(404);
    expect((await calendar.send('DELETE', bySlug)).status).toBe(200);
    expect((await calendar.get(bySlug)).status).toBe(404);
  });

  test('is listed by id and filtered by event, events, upcoming, text and status', async () => {
    const calendar = await startCalendar();
    const [a, b, c] = [
      await calendar.create(collection, { [name]: 'A', description: 'first' }),
      await calendar.create(collection, { [name]: 'B', phone: '555' }),
      await calendar.create(collection, { [name]: 'C', status: 'draft' }),
    ];
    const coming = await calendar.create('events', anEvent({ [name]: [b.id] }));
    const past = { start_date: '2020-01-01', end_date: '2020-01-02' };
    await calendar.create('events', anEvent({ [name]: [a.id], ...past }));
    const all = [a.id, b.id];
    expect(await calendar.ids(collection)).toEqual(all);
    expect(await calendar.ids(collection, 'status=draft')).toEqual([c.id]);
    expect(await calendar.ids(collection, 'search=FIRST')).toEqual([a.id]);
    expect(await calendar.ids(collection, 'search=55')).toEqual([b.id]);
    expect(await calendar.ids(collection, `event=${coming.id}`)).toEqual([b.id]);
    expect(await calendar.ids(collection, 'event=9999')).toEqual([]);
    expect(await calendar.ids(collection, 'has_events=1')).toEqual(all);
    expect(await calendar.ids(collection, 'has_events=0')).toEqual(all);
    expect(await calendar.ids(collection, 'only_with_upcoming=true')).toEqual([b.id]);
    expect(await calendar.ids(collection, 'only_with_upcoming=false')).toEqual(all);
  });

  test('is unlinked from its events when it is deleted', async () => {
    const calendar = await startCalendar();
    const [kept, gone] = [
      await calendar.create(collection, { [name]: 'Kept' }),
      await calendar.create(collection, { [name]: 'Gone' }),
    ];
    const event = await calendar.create('events', anEvent({ [name]: [gone.id, kept.id], status: 'private' }));
    await calendar.send('DELETE', `/${collection}/${gone.id}`);
    const { body } = await calendar.get(`/events/${event.id}`);
    expect(body).toEqual({ ...event, [name]: [kept] });
  });

  test('shows its change at once in every event that embeds it', async () => {
    const calendar = await startCalendar();
    const record = await calendar.create(collection, { [name]: 'Old' });
    const event = await calendar.create('events', anEvent({ [name]: [record.id] }));
    await calendar.get(`/events/${event.id}`);
    const { body } = await calendar.send('PATCH', `/${collection}/${record.id}`, { [name]: 'New' });
    expect((await calendar.get(`/events/${event.id}`)).body[name]).toEqual([body]);
    expect((await calendar.get('/events')).body.events[0][name]).toEqual([body]);
  });
});

test('the switches of a venue are text, numbers and booleans are taken as their text', async () => {
  const calendar = await startCalendar();
  const venue = await calendar.create('venues', { venue: 'Hall', show_map: true, show_map_link: 'no', image: 7 });
  expect(venue).toMatchObject({ show_map: 'true', show_map_link: 'no', image: '7' });
});

test('an organizer has a plausible e-mail address', async () => {
  const calendar = await startCalendar();
  await calendar.create('organizers', { organizer: 'Ok', email: 'someone@example.org' });
  const refused = await calendar.send('POST', '/organizers', {
    organizer: 'Not',
    email: 'someone',
    website: 'ftp://x',
  });
  expect(Object.keys(refused.body.data.params)).toEqual(['website', 'email']);
});
