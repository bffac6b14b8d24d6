import { describe, expect, test } from 'vitest';
import { anEvent, startCalendar } from './calendar.js';

describe.each(['tags', 'categories'])('%s', (collection) => {
  test('is created, read, updated by each verb and deleted', async () => {
    const calendar = await startCalendar();
    const created = await calendar.send('POST', `/${collection}`, { name: 'Jazz', description: 'Loud' });
    expect(created.status).toBe(201);
    const { id } = created.body;
    expect(created.headers.get('location')).toBe(`${calendar.url}/vendor/events/v1/${collection}/${id}`);
    expect(created.body).toMatchObject({ name: 'Jazz', description: 'Loud', slug: 'jazz', count: 0 });
    for (const method of ['POST', 'PUT', 'PATCH']) {
      const updated = await calendar.send(method, `/${collection}/${id}`, { name: method });
      expect(updated).toMatchObject({ status: 200, body: { id, name: method, description: 'Loud', slug: 'jazz' } });
      expect((await calendar.get(`/${collection}/${id}`)).body).toEqual(updated.body);
    }
    const last = await calendar.get(`/${collection}/${id}`);
    const deleted = await calendar.send('DELETE', `/${collection}/${id}`);
    expect(deleted).toMatchObject({ status: 200, body: last.body });
    expect((await calendar.get(`/${collection}/${id}`)).status).toBe(404);
    expect((await calendar.send('DELETE', `/${collection}/${id}`)).status).toBe(404);
  });

  test('needs a name that is not blank', async () => {
    const calendar = await startCalendar();
    for (const name of [undefined, null, '', '  ', 5, true, [], {}]) {
      const { status, body } = await calendar.send('POST', `/${collection}`, { name });
      expect([name, status, Object.keys(body.data.params)]).toEqual([name, 400, ['name']]);
    }
    expect(calendar.counts()[collection]).toBe(0);
  });

  test('is not found by slug', async () => {
    const calendar = await startCalendar();
    await calendar.create(collection, { name: 'Jazz' });
    expect((await calendar.get(`/${collection}/by-slug/jazz`)).status).toBe(404);
  });

  test('counts published events, and hides the empty unless asked not to', async () => {
    const calendar = await startCalendar();
    const [used, drafted, empty] = [
      await calendar.create(collection, { name: 'Used' }),
      await calendar.create(collection, { name: 'Drafted' }),
      await calendar.create(collection, { name: 'Empty' }),
    ];
    await calendar.create('events', anEvent({ [collection]: [used.id] }));
    await calendar.create('events', anEvent({ [collection]: [used.id, drafted.id], status: 'draft' }));
    expect(await calendar.ids(collection)).toEqual([used.id]);
    expect(await calendar.ids(collection, 'hide_empty=true')).toEqual([used.id]);
    expect(await calendar.ids(collection, 'hide_empty=0')).toEqual([drafted.id, empty.id, used.id]);
    expect((await calendar.get(`/${collection}/${used.id}`)).body.count).toBe(1);
  });

  test('is filtered by ids, slug, text and event', async () => {
    const calendar = await startCalendar();
    const a = await calendar.create(collection, { name: 'Alpha', description: '100% real' });
    const b = await calendar.create(collection, { name: 'Beta', slug: 'second' });
    const event = await calendar.create('events', anEvent({ [collection]: [b.id] }));
    const all = (query: string): Promise<number[]> => calendar.ids(collection, `hide_empty=0&${query}`);
    expect(await all(`include=${a.id}`)).toEqual([a.id]);
    expect(await all(`include=${a.id},${b.id}&exclude[]=${a.id}`)).toEqual([b.id]);
    expect(await all('slug=second')).toEqual([b.id]);
    expect(await all('slug=sec')).toEqual([]);
    expect(await all('search=00%25')).toEqual([a.id]);
    expect(await all('search=A_pha')).toEqual([]);
    expect(await all(`event=${event.id}`)).toEqual([b.id]);
    expect(await all(`post=${event.id}`)).toEqual([b.id]);
    expect(await all(`post=${event.id}&event=${a.id}`)).toEqual([]);
  });

  test('is ordered by any attribute, ties by id', async () => {
    const calendar = await startCalendar();
    const b = await calendar.create(collection, { name: 'b', description: 'x' });
    const a = await calendar.create(collection, { name: 'a', description: 'x', slug: 'z' });
    const sorted = (query: string): Promise<number[]> => calendar.ids(collection, `hide_empty=false&${query}`);
    expect(await sorted('')).toEqual([a.id, b.id]);
    expect(await sorted('orderby=id')).toEqual([b.id, a.id]);
    expect(await sorted('orderby=name&order=descending')).toEqual([b.id, a.id]);
    expect(await sorted('orderby=slug')).toEqual([b.id, a.id]);
    expect(await sorted('orderby=description&order=desc')).toEqual([b.id, a.id]);
    expect((await calendar.get(`/${collection}?orderby=colour`)).status).toBe(400);
    expect((await calendar.get(`/${collection}?order=up`)).status).toBe(400);
  });
});

test('a category has a parent that exists and is not below it', async () => {
  const calendar = await startCalendar();
  const root = await calendar.create('categories', { name: 'Root' });
  const child = await calendar.create('categories', { name: 'Child', parent: String(root.id) });
  expect(child.parent).toBe(root.id);
  expect(await calendar.ids('categories', `hide_empty=0&parent=${root.id}`)).toEqual([child.id]);
  expect(await calendar.ids('categories', 'hide_empty=0&parent=0')).toEqual([]);
  for (const parent of [child.id, root.id, 999, 'x', -1]) {
    expect((await calendar.send('PATCH', `/categories/${root.id}`, { parent })).status).toBe(400);
  }
  await calendar.send('DELETE', `/categories/${root.id}`);
  expect((await calendar.get(`/categories/${child.id}`)).body.parent).toBeNull();
});
