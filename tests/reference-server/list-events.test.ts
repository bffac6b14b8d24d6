import { describe, expect, test } from 'vitest';
import { type Calendar, anEvent, startCalendar } from './calendar.js';

const days = { a: '2030-06-01', b: '2030-06-02', c: '2030-06-03' };

/** Three events of two hours at noon, on three days. */
async function threeDays(calendar: Calendar): Promise<Record<'a' | 'b' | 'c', number>> {
  const make = async (day: string): Promise<number> =>
    (await calendar.create('events', anEvent({ start_date: `${day} 12:00:00`, end_date: `${day} 14:00:00` }))).id;
  return { c: await make(days.c), b: await make(days.b), a: await make(days.a) };
}

describe('date filters', () => {
  test.each([
    ['', 'abc'],
    ['start_date=2030-06-02', 'b'],
    ['start_date=2030-06-02 13:00:00', 'b'],
    ['start_date=2030-06-02 13:00:00&strict_dates=1', ''],
    ['start_date=2030-06-02 12:00:00&strict_dates=1', 'b'],
    ['end_date=2030-06-02', 'b'],
    ['end_date=2030-06-02 14:00:00&strict_dates=true', 'b'],
    ['end_date=2030-06-02 14:00:01&strict_dates=true', ''],
    ['starts_after=2030-06-02', 'bc'],
    ['starts_after=2030-06-02 23:00:00', 'bc'],
    ['starts_after=2030-06-02 12:00:00&strict_dates=1', 'c'],
    ['starts_after=2030-06-02 11:59:59&strict_dates=1', 'bc'],
    ['starts_before=2030-06-02', 'ab'],
    ['starts_before=2030-06-02 12:00:00&strict_dates=1', 'a'],
    ['starts_before=2030-06-02 12:00:01&strict_dates=1', 'ab'],
    ['ends_after=2030-06-02', 'bc'],
    ['ends_after=2030-06-02T14:00:00&strict_dates=1', 'c'],
    ['ends_before=2030-06-02', 'ab'],
    ['ends_before=2030-06-02 14:00:00&strict_dates=1', 'a'],
    ['starts_after=2030-06-02&ends_before=2030-06-02', 'b'],
    ['starts_after=2030-06-03&ends_before=2030-06-01', ''],
    ['start_date=2030-06-01&strict_dates=0', 'a'],
  ])('%s selects %s', async (query, expected) => {
    const calendar = await startCalendar();
    const ids = await threeDays(calendar);
    const wanted = (['a', 'b', 'c'] as const).filter((name) => expected.includes(name)).map((name) => ids[name]);
    expect(await calendar.ids('events', query)).toEqual(wanted);
  });

  test('without any of them the list begins today and ends in 24 months', async () => {
    const calendar = await startCalendar({ zone: 'Pacific/Auckland' }); // where it is the 16th already
    const make = async (start: string, end: string): Promise<number> =>
      (await calendar.create('events', anEvent({ start_date: start, end_date: end }))).id;
    const ended = await make('2030-05-01', '2030-05-15 23:59:59');
    const running = await make('2020-01-01', '2030-05-16 00:00:00');
    const last = await make('2032-05-16 23:59:59', '2033-01-01');
    const far = await make('2032-05-17', '2032-05-18');
    expect(await calendar.ids('events')).toEqual([running, last]);
    expect(await calendar.ids('events', 'starts_after=2000-01-01')).toEqual([running, ended, last, far]);
    expect(await calendar.ids('events', `include=${far},${ended}`)).toEqual([ended, far]);
  });

  test('include ignores dates and keeps the other filters', async () => {
    const calendar = await startCalendar();
    const { a, b, c } = await threeDays(calendar);
    await calendar.send('PATCH', `/events/${c}`, { featured: true });
    expect(await calendar.ids('events', `include=${a},${c},9999&starts_after=2031-01-01`)).toEqual([a, c]);
    expect(await calendar.ids('events', `include[]=${b}&include[]=${c}&featured=1`)).toEqual([c]);
    expect(await calendar.ids('events', 'include=9999')).toEqual([]);
  });
});

describe('other filters', () => {
  test('relations match in every position, by id, and terms by slug', async () => {
    const calendar = await startCalendar();
    const [x, y] = [
      await calendar.create('categories', { name: 'x' }),
      await calendar.create('categories', { name: 'y' }),
    ];
    const child = await calendar.create('categories', { name: 'child', parent: x.id });
    const venue = await calendar.create('venues', { venue: 'v' });
    const both = (await calendar.create('events', anEvent({ categories: [x.id, y.id], venue: [venue.id] }))).id;
    const one = (await calendar.create('events', anEvent({ categories: [y.id] }))).id;
    const below = (await calendar.create('events', anEvent({ categories: [child.id] }))).id;
    expect(await calendar.ids('events', `categories=${y.id}`)).toEqual([both, one]);
    expect(await calendar.ids('events', 'categories=x')).toEqual([both]);
    expect(await calendar.ids('events', `categories=x,y,child`)).toEqual([both, one, below]);
    expect(await calendar.ids('events', `categories=${x.id}&categories=${child.id}`)).toEqual([both, below]);
    expect(await calendar.ids('events', `categories[0]=${y.id}&venue=${venue.id}`)).toEqual([both]);
    expect(await calendar.ids('events', 'categories=none')).toEqual([]);
    expect(await calendar.ids('events', 'venue=9999')).toEqual([]);
    expect((await calendar.get('/events?venue=hall')).status).toBe(400);
  });

  test('flags, text and status', async () => {
    const calendar = await startCalendar();
    const plain = (await calendar.create('events', anEvent({ title: 'Plain', hide_from_listings: true }))).id;
    const loud = (await calendar.create('events', anEvent({ featured: true, description: 'a (LOUD) 100%_night\\' })))
      .id;
    const draft = (await calendar.create('events', anEvent({ status: 'draft' }))).id;
    expect(await calendar.ids('events')).toEqual([plain, loud]);
    expect(await calendar.ids('events', 'featured=true')).toEqual([loud]);
    expect(await calendar.ids('events', 'featured=0')).toEqual([plain]);
    expect(await calendar.ids('events', 'status=draft')).toEqual([draft]);
    for (const text of ['(loud)', '0%_n', '\\', 'LOUD']) {
      expect(await calendar.ids('events', `search=${encodeURIComponent(text)}`)).toEqual([loud]);
    }
    for (const text of ['l_ud', 'L.UD', '%n', 'plain loud']) {
      expect(await calendar.ids('events', `search=${encodeURIComponent(text)}`)).toEqual([]);
    }
  });

  test('every bad parameter is named', async () => {
    const calendar = await startCalendar();
    const bad = 'page=0&per_page=101&start_date=soon&featured=maybe&status=trash&include=1,x&venue=&post_parent=1.5';
    const { status, body } = await calendar.get(`/events?${bad}&colour=red`);
    expect(status).toBe(400);
    expect(Object.keys(body.data.params).sort()).toEqual(
      ['featured', 'include', 'page', 'per_page', 'post_parent', 'start_date', 'status', 'venue'].sort(),
    );
  });
});

describe('paging', () => {
  test('pages concatenate to the whole, links keep every parameter', async () => {
    const calendar = await startCalendar();
    const made: number[] = [];
    for (let index = 0; index < 12; index += 1) made.push((await calendar.create('events', anEvent())).id);
    const first = await calendar.get('/events?search=concert&tags%5B%5D=');
    expect(first.status).toBe(400);
    const { body, headers } = await calendar.get('/events?search=con%63ert&page=1&ml_language=en');
    expect(body).toMatchObject({ total: 12, total_pages: 2 });
    expect(body.events).toHaveLength(10);
    expect(body.previous_rest_url).toBeUndefined();
    expect(headers.get('x-wp-total')).toBe('12');
    expect(headers.get('x-wp-totalpages')).toBe('2');
    const next = await calendar.send('GET', body.next_rest_url);
    expect(new URL(body.next_rest_url).searchParams.toString()).toBe('search=concert&ml_language=en&page=2');
    expect([...body.events, ...next.body.events].map(({ id }: { id: number }) => id)).toEqual(made);
    expect(next.body.next_rest_url).toBeUndefined();
    expect(next.headers.get('link')).toBe(`<${next.body.previous_rest_url}>; rel="prev"`);
  });

  test('a page past the end is empty and links back', async () => {
    const calendar = await startCalendar();
    await calendar.create('events', anEvent());
    const { status, body } = await calendar.get('/events?page=7');
    expect(status).toBe(200);
    expect(body).toMatchObject({ events: [], total: 1, total_pages: 1 });
    expect(new URL(body.previous_rest_url).searchParams.get('page')).toBe('1');
    expect((await calendar.get('/venues')).body).toMatchObject({ venues: [], total: 0, total_pages: 0 });
  });
});
