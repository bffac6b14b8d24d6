import fc from 'fast-check';
import { expect, test } from 'vitest';
import { resourceOf } from '../../contract/resources.js';
import { anyFields, anyQuery } from './any-request.js';
import { type Calendar, anEvent, startCalendar } from './calendar.js';

/** Two events with everything, so that there is something to go wrong with. */
async function fill(calendar: Calendar): Promise<void> {
  await calendar.create('categories', { name: 'c' });
  await calendar.create('tags', { name: 't' });
  await calendar.create('events', anEvent({ categories: 1, tags: 2 }));
  await calendar.create('events', anEvent({ categories: 1, tags: 2, status: 'draft' }));
}

test('no body makes the server fail, and what it takes it also shows', async () => {
  const calendar = await startCalendar();
  await fill(calendar);
  let taken = 0;
  await fc.assert(
    fc.asyncProperty(anyFields, fc.boolean(), async ([name, fields], valid) => {
      const base = valid ? { ...anEvent(), venue: 'v', organizer: 'o', name: 'n' } : {};
      const required = Object.entries(base).filter(([field]) => field in resourceOf(name).fields);
      const isEventLink = name === 'events';
      const sent = {
        ...Object.fromEntries(required.filter(([field]) => !isEventLink || field in anEvent())),
        ...fields,
      };
      const answer = await calendar.send('POST', `/${name}`, sent);
      expect([201, 400]).toContain(answer.status);
      if (answer.status === 400) return;
      taken += 1;
      const { id } = answer.body;
      expect((await calendar.get(`/${name}/${id}`)).body).toEqual(answer.body);
      const again = await calendar.send('PUT', `/${name}/${id}`, sent);
      expect(again.body).toEqual(answer.body);
      expect((await calendar.send('DELETE', `/${name}/${id}`)).status).toBe(200);
    }),
    { numRuns: 400 },
  );
  expect(taken).toBeGreaterThan(10);
  expect(calendar.counts()).toEqual({ events: 2, venues: 0, organizers: 0, categories: 1, tags: 1 });
});

test('no query makes the server fail', async () => {
  const calendar = await startCalendar({ extensions: ['geoloc', 'tickets'] });
  await fill(calendar);
  await fc.assert(
    fc.asyncProperty(anyQuery, async ([name, sent]) => {
      const { status, body: answer } = await calendar.get(`/${name}?${sent}`);
      expect([200, 400]).toContain(status);
      const isList = status === 200 && answer[name].length <= answer.total;
      const isRefusal = status === 400 && typeof answer.message === 'string' && answer.data.status === 400;
      expect(isList || isRefusal, JSON.stringify(answer)).toBe(true);
    }),
    { numRuns: 600 },
  );
});

test('no address makes the server fail', async () => {
  const calendar = await startCalendar();
  const path = fc.string({
    unit: fc.constantFrom('/', '%', '2', 'f', 'events', 'by-slug', '1', '.', '?', '&', '=', '[', '+'),
  });
  await fc.assert(
    fc.asyncProperty(path, fc.constantFrom('GET', 'POST', 'PATCH', 'DELETE', 'OPTIONS'), async (tail, method) => {
      const { status } = await calendar.send(method, `/${tail}`, method === 'GET' ? undefined : '{}');
      expect(status).toBeLessThan(500);
    }),
    { numRuns: 400 },
  );
});
