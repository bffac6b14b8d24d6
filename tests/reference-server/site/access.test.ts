import { describe, expect, test } from 'vitest';
import { createReferenceServer, type UsersFile } from '../../../reference-server/index.js';
import { anEvent, type Calendar, startCalendar } from '../calendar.js';

const users: UsersFile = {
  users: [
    { id: 1, name: 'ed', password: 'e:d', role: 'editor' },
    { id: 2, name: 'ann', password: 'ann', role: 'author' },
    { id: 3, name: 'bob', password: 'bob', role: 'author' },
    { id: 4, name: 'ray', password: 'räy', role: 'reader' },
  ],
};

const as = (credentials: string): Record<string, string> => ({
  authorization: `Basic ${Buffer.from(credentials).toString('base64')}`,
});
const [ed, ann, bob, ray] = [as('ed:e:d'), as('ann:ann'), as('bob:bob'), as('ray:räy')];

async function statuses(calendar: Calendar, method: string, path: string, body?: unknown): Promise<number[]> {
  const answers = [];
  for (const who of [{}, ray, bob, ann, ed]) answers.push((await calendar.send(method, path, body, who)).status);
  return answers;
}

describe('with users', () => {
  test('credentials that fit no user are refused everywhere, with a challenge', async () => {
    const calendar = await startCalendar({ users });
    for (const header of [as('ann:no'), as('ann'), { authorization: 'Bearer x' }, { authorization: 'Basic' }]) {
      const { status, headers } = await calendar.get('/events', header);
      expect([header, status, headers.get('www-authenticate')]).toEqual([
        header,
        401,
        expect.stringContaining('Basic'),
      ]);
    }
  });

  test('creating takes an author', async () => {
    const calendar = await startCalendar({ users });
    expect(await statuses(calendar, 'POST', '/events', anEvent())).toEqual([401, 403, 201, 201, 201]);
    expect(await statuses(calendar, 'POST', '/tags', { name: 'x' })).toEqual([401, 403, 201, 201, 201]);
  });

  test('a draft is for its author and editors, on every path', async () => {
    const calendar = await startCalendar({ users });
    const draft = (await calendar.send('POST', '/events', anEvent({ status: 'draft' }), ann)).body;
    expect(draft.author).toBe(2);
    for (const path of [`/events/${draft.id}`, '/events/by-slug/concert']) {
      expect(await statuses(calendar, 'GET', path)).toEqual([401, 403, 403, 200, 200]);
      expect(await statuses(calendar, 'HEAD', path)).toEqual([401, 403, 403, 200, 200]);
    }
    const listed = async (who: Record<string, string>): Promise<number> =>
      (await calendar.get('/events?status=draft', who)).body.total;
    expect([await listed({}), await listed(ray), await listed(bob), await listed(ann), await listed(ed)]).toEqual([
      0, 0, 0, 1, 1,
    ]);
  });

  test('only the author and editors change a record', async () => {
    const calendar = await startCalendar({ users });
    const event = (await calendar.send('POST', '/events', anEvent(), ann)).body;
    const path = `/events/${event.id}`;
    expect(await statuses(calendar, 'PATCH', path, { cost: '1' })).toEqual([401, 403, 403, 200, 200]);
    expect(await statuses(calendar, 'DELETE', '/events/by-slug/concert')).toEqual([401, 403, 403, 200, 404]);
  });

  const items = [
    ['events', anEvent({ title: 'Item' }), ['events/ID', 'events/by-slug/item']],
    ['venues', { venue: 'Item' }, ['venues/ID', 'venues/by-slug/item']],
    ['organizers', { organizer: 'Item' }, ['organizers/ID', 'organizers/by-slug/item']],
    ['categories', { name: 'Item' }, ['categories/ID']],
    ['tags', { name: 'Item' }, ['tags/ID']],
  ] as const;

  test.each(items)(
    'every verb by every address is denied alike, and changes nothing: %s',
    async (kind, body, paths) => {
      const calendar = await startCalendar({ users });
      const made = (await calendar.send('POST', `/${kind}`, body, ed)).body;
      for (const path of paths.map((one) => `/${one.replace('ID', String(made.id))}`)) {
        for (const method of ['POST', 'PUT', 'PATCH', 'DELETE']) {
          for (const [who, status] of [
            [{}, 401],
            [ray, 403],
            [bob, 403],
          ] as const) {
            const answer = await calendar.send(method, path, { description: 'Changed' }, { ...who });
            expect([method, path, answer.status]).toEqual([method, path, status]);
          }
        }
        expect((await calendar.get(path, ed)).body).toEqual(made);
      }
    },
  );

  test.each(['draft', 'pending', 'private', 'future'])('what is %s is hidden in every way', async (status) => {
    const calendar = await startCalendar({ users });
    const draft = (await calendar.send('POST', '/events', anEvent({ title: 'Hush', status }), ed)).body;
    const { headers } = await calendar.get(`/events/${draft.id}`, ed);
    for (const who of [{}, ray, bob]) {
      for (const path of [`/events/${draft.id}`, '/events/by-slug/hush']) {
        const {
          status: refused,
          body,
          headers: refusalHeaders,
        } = await calendar.get(path, {
          ...who,
          'if-none-match': headers.get('etag') ?? '',
        });
        expect([401, 403]).toContain(refused);
        expect([JSON.stringify(body).includes('Hush'), refusalHeaders.get('etag')]).toEqual([false, null]);
      }
      for (const query of [
        `status=${status}`,
        `status=${status}&search=Hush`,
        `status=${status}&include=${draft.id}`,
      ]) {
        expect([query, (await calendar.get(`/events?${query}`, who)).body.total]).toEqual([query, 0]);
      }
    }
  });

  test('who may not change a record is refused before any precondition fails', async () => {
    const calendar = await startCalendar({ users });
    const event = (await calendar.send('POST', '/events', anEvent(), ann)).body;
    const conditional = { 'if-match': '"other"' };
    for (const method of ['PATCH', 'DELETE']) {
      const answers = await Promise.all(
        [{}, bob, ann].map((who) => calendar.send(method, `/events/${event.id}`, {}, { ...who, ...conditional })),
      );
      expect(answers.map(({ status }) => status)).toEqual([401, 403, 412]);
    }
  });

  test('only an editor gives a record to someone else', async () => {
    const calendar = await startCalendar({ users });
    expect((await calendar.send('POST', '/events', anEvent({ author: 3 }), ann)).status).toBe(403);
    const event = (await calendar.send('POST', '/events', anEvent({ author: 3 }), ed)).body;
    expect(event.author).toBe(3);
    expect((await calendar.send('PATCH', `/events/${event.id}`, { author: 2 }, bob)).status).toBe(403);
    expect((await calendar.send('PATCH', `/events/${event.id}`, { author: 2 }, ed)).body.author).toBe(2);
  });

  test('an event does not show the draft venue that it links to, nor does a list of venues', async () => {
    const calendar = await startCalendar({ users });
    const venue = (await calendar.send('POST', '/venues', { venue: 'Secret', status: 'draft' }, ann)).body;
    const event = (await calendar.send('POST', '/events', anEvent({ venue: venue.id }), ann)).body;
    expect(event.venue).toEqual([venue]);
    for (const who of [{}, bob]) {
      expect((await calendar.get(`/events/${event.id}`, who)).body.venue).toEqual([{ id: venue.id }]);
      expect((await calendar.get('/events', who)).body.events[0].venue).toEqual([{ id: venue.id }]);
    }
    expect((await calendar.get(`/events/${event.id}`, ed)).body.venue).toEqual([venue]);
    expect((await calendar.get(`/venues?status=draft&event=${event.id}`)).body.total).toBe(0);
  });

  test('the links of a hidden event are not shown', async () => {
    const calendar = await startCalendar({ users });
    const tag = (await calendar.send('POST', '/tags', { name: 'x' }, ann)).body;
    const event = (await calendar.send('POST', '/events', anEvent({ status: 'draft', tags: tag.id }), ann)).body;
    const total = async (who: object): Promise<number> =>
      (await calendar.get(`/tags?hide_empty=0&event=${event.id}`, { ...who })).body.total;
    expect([await total({}), await total(ann)]).toEqual([0, 1]);
  });
});

test('two servers in one process have nothing in common', async () => {
  const [one, two] = [await startCalendar(), await startCalendar({ users })];
  await one.create('tags', { name: 'x' });
  expect(two.counts()['tags']).toBe(0);
  expect(createReferenceServer().counts()).toEqual({ events: 0, venues: 0, organizers: 0, categories: 0, tags: 0 });
});
