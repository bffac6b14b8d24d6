import { describe, expect, test } from 'vitest';
import { anEvent, startCalendar } from './calendar.js';

/** These depend on the clock and on what the client does with the connection. */
const ofConnection = ['date', 'connection', 'keep-alive'];

const item = 'GET, HEAD, OPTIONS, DELETE, POST, PUT, PATCH';

describe('methods', () => {
  test.each([
    ['PUT', '/events', 'GET, HEAD, OPTIONS, POST'],
    ['DELETE', '/tags', 'GET, HEAD, OPTIONS, POST'],
    ['POST', '/doc', 'GET, HEAD, OPTIONS'],
    ['POST', '', 'GET, HEAD, OPTIONS'],
    ['PROPFIND', '/tags/1', item],
    ['REPORT', '/events/by-slug/x', item],
  ])('%s %s is 405 with Allow', async (method, path, allow) => {
    const calendar = await startCalendar();
    const { status, headers } = await calendar.send(method, path);
    expect([status, headers.get('allow')]).toEqual([405, allow]);
  });

  test.each(['', '/doc', '/events', '/events/5', '/events/by-slug/concert'])('OPTIONS %s', async (path) => {
    const calendar = await startCalendar();
    const { status, headers, body } = await calendar.send('OPTIONS', path);
    expect([status, body, headers.get('access-control-allow-methods')]).toEqual([204, undefined, 'GET, HEAD, OPTIONS']);
    expect(headers.get('allow')).toContain('GET');
  });

  test.each(['', '/doc', '/events', '/events/1', '/events/2', '/tags?page=0'])(
    'HEAD %s is GET without body',
    async (path) => {
      const calendar = await startCalendar();
      await calendar.create('events', anEvent());
      const [get, head] = [await calendar.get(path), await calendar.send('HEAD', path)];
      expect(head.body).toBeUndefined();
      expect(head.status).toBe(get.status);
      const fields = ({ headers }: typeof get): unknown =>
        [...headers].filter(([name]) => !ofConnection.includes(name));
      expect(fields(head)).toEqual(fields(get));
      expect(get.headers.get('access-control-allow-origin')).toBe('*');
    },
  );

  test('reading changes nothing, whatever comes with it', async () => {
    const calendar = await startCalendar();
    const event = await calendar.create('events', anEvent());
    await calendar.get(`/events/${event.id}?title=Changed&status=draft`);
    await calendar.send('HEAD', `/events/${event.id}?title=Changed`);
    await calendar.send('OPTIONS', `/events/${event.id}`, { title: 'Changed' });
    expect((await calendar.get(`/events/${event.id}`)).body).toEqual(event);
  });
});

describe('addresses', () => {
  test.each(['/nothing', '/events/1/2', '/events//1', '/events/by-slug', '/events/by-slug/', '/docs', '/Events'])(
    '%s is 404',
    async (path) => {
      const calendar = await startCalendar();
      const { status, body } = await calendar.send('POST', path, {});
      expect([status, body.data]).toEqual([404, { status: 404 }]);
    },
  );

  test('a trailing slash is accepted', async () => {
    const calendar = await startCalendar();
    const event = await calendar.create('events', anEvent());
    for (const path of ['/', '/doc/', '/events/', `/events/${event.id}/`, '/events/by-slug/concert/']) {
      expect([path, (await calendar.get(path)).status]).toEqual([path, 200]);
    }
  });

  test('broken percent-encoding is 400', async () => {
    const calendar = await startCalendar();
    for (const path of ['/events/by-slug/%zz', '/events/%', '/tags?search=%ff', '/tags?%c3=1']) {
      expect([path, (await calendar.get(path)).status]).toEqual([path, 400]);
    }
  });

  test('base path and namespace are free to choose', async () => {
    const calendar = await startCalendar({ basePath: 'wp-json/', namespace: 'tribe/events/v1' });
    expect(new URL(calendar.url).pathname).toBe('/wp-json');
    const { status, body } = await calendar.get('/');
    expect([status, body.namespace, body['_links'].up]).toEqual([
      200,
      'tribe/events/v1',
      [{ href: `${calendar.url}/` }],
    ]);
    expect((await calendar.get(`${calendar.url}/`)).body.namespaces).toEqual(['tribe/events/v1']);
    expect((await calendar.get(`${calendar.url}/vendor/events/v1`)).status).toBe(404);
  });
});

test('the index takes context and its own namespace', async () => {
  const calendar = await startCalendar();
  const { body } = await calendar.get('');
  expect(Object.keys(body.routes)).toHaveLength(15);
  expect((await calendar.get('?context=view&namespace=vendor/events/v1')).body).toEqual(body);
  expect((await calendar.get('?namespace=other/v1')).status).toBe(400);
});

test('doc is the OpenAPI document with the address of this server, or the one given', async () => {
  const calendar = await startCalendar({ basePath: '/api' });
  const { body } = await calendar.get('/doc');
  expect(body.openapi).toMatch(/^3\.1/);
  expect(body.servers[0].url).toBe(calendar.url);
  expect((await (await startCalendar({ document: { mine: true } })).get('/doc')).body).toEqual({ mine: true });
});

describe('conditional requests', () => {
  test('an item has a strong tag that changes with it', async () => {
    const calendar = await startCalendar();
    const tag = await calendar.create('tags', { name: 'Tag' });
    const event = await calendar.create('events', anEvent({ tags: tag.id }));
    const path = `/events/${event.id}`;
    const etag = (await calendar.get(path)).headers.get('etag') ?? '';
    expect(etag).toMatch(/^"[\w-]+"$/);
    for (const match of [etag, `W/${etag}`, `"x", ${etag}`, '*']) {
      const { status, body, headers } = await calendar.get(path, { 'if-none-match': match });
      expect([match, status, body, headers.get('etag')]).toEqual([match, 304, undefined, etag]);
    }
    await calendar.send('PATCH', `/tags/${tag.id}`, { name: 'Renamed' });
    expect((await calendar.get(path, { 'if-none-match': etag })).status).toBe(200);
  });

  test('a write with a failed precondition changes nothing', async () => {
    const calendar = await startCalendar();
    const tag = await calendar.create('tags', { name: 'Tag' });
    const path = `/tags/${tag.id}`;
    const etag = (await calendar.get(path)).headers.get('etag') ?? '';
    expect((await calendar.send('PATCH', path, { name: 'x' }, { 'if-match': '"old"' })).status).toBe(412);
    expect((await calendar.send('DELETE', path, undefined, { 'if-match': `W/${etag}` })).status).toBe(412);
    expect((await calendar.send('DELETE', path, undefined, { 'if-none-match': '*' })).status).toBe(412);
    expect((await calendar.get(path)).body).toEqual(tag);
    expect((await calendar.send('PATCH', path, { name: 'x' }, { 'if-match': etag })).status).toBe(200);
  });
});

describe('bodies', () => {
  const form = { 'content-type': 'application/x-www-form-urlencoded' };

  test('a form creates what JSON creates', async () => {
    const calendar = await startCalendar();
    const [a, b] = [await calendar.create('tags', { name: 'a' }), await calendar.create('tags', { name: 'b' })];
    const text = `title=Ren%C3%A9+%26+co&start_date=2030-06-01+20:00:00&end_date=2030-06-01%2021:00:00&all_day=1`;
    for (const tags of [
      `tags=${a.id},${b.id}`,
      `tags[]=${a.id}&tags[]=${b.id}`,
      `tags%5B0%5D=${a.id}&tags%5B1%5D=${b.id}`,
    ]) {
      const { status, body } = await calendar.send('POST', '/events', `${text}&${tags}`, form);
      expect(status).toBe(201);
      expect(body).toMatchObject({ title: 'René & co', all_day: true, tags: [{ id: a.id }, { id: b.id }] });
    }
    expect((await calendar.send('POST', '/tags', 'name[x]=1', form)).status).toBe(400);
    expect((await calendar.send('POST', '/tags', 'name=%ff', form)).status).toBe(400);
  });

  test.each([
    ['malformed JSON', '{"name":', 'application/json', 400],
    ['an array', '[]', 'application/json', 400],
    ['text', '"x"', 'application/json', 400],
    ['null', 'null', 'application/json', 400],
    ['nothing', '', 'application/json', 400],
    ['deep nesting', '['.repeat(100_000), 'application/json', 400],
    ['another media type', '{"name":"x"}', 'text/plain', 415],
    ['XML', '<name/>', 'application/xml', 415],
    ['another charset', '{"name":"x"}', 'application/json; charset=utf-16', 415],
    ['a structured type', '{"name":"x"}', 'application/vnd.api+json; charset=UTF-8', 201],
  ])('%s', async (_, body, type, expected) => {
    const calendar = await startCalendar();
    const { status } = await calendar.send('POST', '/tags', body, { 'content-type': type });
    expect(status).toBe(expected);
    expect(calendar.counts()['tags']).toBe(expected === 201 ? 1 : 0);
  });

  test('no body is no field, whatever its type', async () => {
    const calendar = await startCalendar();
    const tag = await calendar.create('tags', { name: 'x' });
    for (const headers of [{}, { 'content-type': 'application/json' }, { 'content-type': 'text/plain' }]) {
      const { status, body } = await calendar.send('PATCH', `/tags/${tag.id}`, '', headers);
      expect([status, body]).toEqual([200, tag]);
    }
  });

  test('a compressed body is 415', async () => {
    const calendar = await startCalendar();
    const { status } = await calendar.send('POST', '/tags', '{"name":"x"}', {
      'content-type': 'application/json',
      'content-encoding': 'gzip',
    });
    expect(status).toBe(415);
  });

  test('odd keys and texts are kept apart from the machine', async () => {
    const calendar = await startCalendar();
    const odd =
      '{"name":"\\ud800 \\u0000 </script> 🎉","__proto__":{"slug":"p"},"constructor":1,"description":"e\\u0301"}';
    const { status, body } = await calendar.send('POST', '/tags', odd);
    expect(status).toBe(201);
    expect((await calendar.get(`/tags/${body.id}`)).body).toEqual(body);
    expect(body).toMatchObject({ name: '\ud800 \u0000 </script> 🎉', description: 'e\u0301' });
  });
});
