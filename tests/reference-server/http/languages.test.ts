import { expect, test } from 'vitest';
import { anEvent, startCalendar } from '../calendar.js';

test('a record belongs to the language of its creation and never moves', async () => {
  const calendar = await startCalendar();
  const dutch = await calendar.create('venues', { venue: 'Zaal' }, '?ml_language=nl');
  const english = await calendar.create('venues', { venue: 'Hall' });
  expect(await calendar.ids('venues')).toEqual([english.id]);
  expect(await calendar.ids('venues', 'ml_language=nl')).toEqual([dutch.id]);
  const moved = await calendar.send('PATCH', `/venues/${dutch.id}?ml_language=fr`, { phone: '1', ml_language: 'de' });
  expect(moved.status).toBe(200);
  expect(await calendar.ids('venues', 'ml_language=nl')).toEqual([dutch.id]);
  expect((await calendar.get(`/venues/${dutch.id}?ml_language=de`)).body.phone).toBe('1');
});

test('slugs are per language', async () => {
  const calendar = await startCalendar();
  const english = await calendar.create('events', anEvent());
  const french = await calendar.create('events', anEvent({ ml_language: 'fr' }));
  expect(french.slug).toBe(english.slug);
  expect((await calendar.get('/events/by-slug/concert')).body.id).toBe(english.id);
  expect((await calendar.get('/events/by-slug/concert?ml_language=fr')).body.id).toBe(french.id);
  expect((await calendar.get('/events/by-slug/concert?ml_language=de')).status).toBe(404);
});

test.each(['', '/wp-json', '/a/b'])(
  'a segment goes before the base path %j, and the parameter wins',
  async (basePath) => {
    const calendar = await startCalendar({ basePath });
    const origin = new URL(calendar.url).origin;
    const at = (segment: string): string => `${origin}/${segment}${basePath}/vendor/events/v1`;
    const { body: german } = await calendar.send('POST', `${at('de')}/tags`, { name: 'Neu' });
    const { body: list } = await calendar.get(`${at('de')}/tags?hide_empty=0&per_page=1&page=2`);
    expect(list).toMatchObject({ total: 1, previous_rest_url: `${at('de')}/tags?hide_empty=0&per_page=1&page=1` });
    expect((await calendar.get(`${at('nl')}/tags?hide_empty=0`)).body.total).toBe(0);
    expect((await calendar.get(`${at('nl')}/tags?hide_empty=0&ml_language=de`)).body.total).toBe(1);
    expect((await calendar.get(`${at('nl')}/tags/${german.id}`)).body).toEqual(german);
    expect((await calendar.get(at('nl'))).body['_links'].up).toEqual([{ href: `${origin}/nl${basePath}/` }]);
    expect((await calendar.get(`${at('es')}/tags`)).status).toBe(404);
  },
);

test('another language is refused on every operation', async () => {
  const calendar = await startCalendar();
  for (const path of ['', '/doc', '/events', '/tags', '/events/by-slug/x']) {
    const { status, body } = await calendar.get(`${path}?ml_language=es`);
    expect([path, status, Object.keys(body.data.params)]).toEqual([path, 400, ['ml_language']]);
  }
  const refused = await calendar.send('POST', '/tags', { name: 'x', ml_language: 5 });
  expect(refused.status).toBe(400);
});

test('relations cross languages and are counted in all of them', async () => {
  const calendar = await startCalendar();
  const tag = await calendar.create('tags', { name: 'Nieuw' }, '?ml_language=nl');
  const event = await calendar.create('events', anEvent({ tags: [tag.id] }));
  expect(event.tags).toMatchObject([{ id: tag.id, count: 1 }]);
  expect(await calendar.ids('events', `tags=${tag.id}`)).toEqual([event.id]);
});
