import { describe, expect, test } from 'vitest';
import type { WorldRecord } from '../../../adapter/world/world.js';
import { type ListQuery, type Payload, ref } from '../../../generators/wire-value.js';
import { select } from '../../../suites/model/select.js';
import { aPool, type Followed, made } from './a-pool.js';

const event = (key: string, payload: Payload, more: Partial<WorldRecord> = {}): WorldRecord =>
  made(ref('events', key), { title: `Title ${key}`, description: `About ${key}`, ...payload }, more);

const at = (start: string, end: string) => ({ start_date: `2034-05-${start}`, end_date: `2034-05-${end}` });

const literal: Followed = {
  'list.default-window.lifted': 'any-date',
  'list.compared-time': 'wall-clock',
  'list.status.default': 'published',
  'list.hide-from-listings': 'no-effect',
  'list.lenient-time': 'ignored',
  'list.starts-after.lenient': 'included',
  'list.starts-before.lenient': 'included',
  'list.ends-after.lenient': 'included',
  'list.ends-before.lenient': 'included',
  'list.starts-after.strict': 'exclusive',
  'list.starts-before.strict': 'exclusive',
  'list.ends-after.strict': 'exclusive',
  'list.ends-before.strict': 'exclusive',
  'list.start-date': 'on-day',
  'list.start-date.strict': 'to-end-of-day',
  'list.end-date': 'on-day',
  'list.end-date.strict': 'to-end-of-day',
  'list.category-filter': 'exact',
  'list.terms-by-slug': 'ids-and-slugs',
  'list.include.other-filters': 'both',
  'list.search.match': 'substring',
  'list.search.case': 'folded',
};

/** What of some events a query selects, by their keys. */
function selected(query: ListQuery, events: readonly WorldRecord[], followed: Followed = literal) {
  const { must, mustNot } = select(aPool(events, followed), 'events', query);
  return { must: must.map(({ key }) => key), mustNot: mustNot.map(({ key }) => key) };
}

const days = [
  event('before', at('01 10:00:00', '01 11:00:00')),
  event('on', at('02 10:00:00', '02 11:00:00')),
  event('after', at('03 10:00:00', '03 11:00:00')),
];

describe('dates', () => {
  test.each<readonly [ListQuery, readonly string[]]>([
    [{ starts_after: '2034-05-02' }, ['on', 'after']],
    [{ starts_before: '2034-05-02' }, ['before', 'on']],
    [{ ends_after: '2034-05-02 23:00:00' }, ['on', 'after']],
    [{ starts_after: '2034-05-02 10:00:00', strict_dates: true }, ['after']],
    [{ ends_before: '2034-05-02 11:00:00', strict_dates: true }, ['before']],
    [{ start_date: '2034-05-02 12:00:00' }, ['on']],
    [{ start_date: '2034-05-02 12:00:00', strict_dates: true }, []],
    [{ end_date: '2034-05-02 00:00:00' }, ['on']],
  ])('%j', (query, must) => {
    const keys = days.map(({ ref: { key } }) => key);
    expect(selected(query, days)).toEqual({ must, mustNot: keys.filter((key) => !must.includes(key)) });
  });

  test('of the bound itself nothing is judged where its side is not known', () => {
    const { 'list.starts-after.lenient': _, ...others } = literal;
    expect(selected({ starts_after: '2034-05-02' }, days, others)).toEqual({ must: ['after'], mustNot: ['before'] });
  });

  test('nothing is judged within a day of zones where another clock may be compared', () => {
    const zoned = [event('near', at('02 10:00:00', '02 11:00:00')), event('far', at('09 10:00:00', '09 11:00:00'))];
    const query = { starts_after: '2034-05-02 09:00:00', strict_dates: true };
    expect(selected(query, zoned, { ...literal, 'list.compared-time': 'utc' })).toEqual({ must: ['far'], mustNot: [] });
  });

  test('an event that ends at midnight belongs to either day', () => {
    const midnight = [event('midnight', at('01 10:00:00', '02 00:00:00'))];
    expect(selected({ ends_after: '2034-05-02' }, midnight)).toEqual({ must: [], mustNot: [] });
    expect(selected({ ends_after: '2034-05-01' }, midnight)).toEqual({ must: ['midnight'], mustNot: [] });
  });

  test('what the default window may hide is not judged, include aside', () => {
    expect(selected({ search: 'Title on' }, days)).toEqual({ must: [], mustNot: ['before', 'after'] });
    expect(selected({ include: [ref('events', 'on')] }, days)).toEqual({ must: ['on'], mustNot: ['before', 'after'] });
  });

  test('a range that starts on a day and a bound hold together', () => {
    const query = { starts_after: '2034-05-02', ends_before: '2034-05-02' };
    expect(selected(query, days)).toEqual({ must: ['on'], mustNot: ['before', 'after'] });
  });
});

describe('other filters', () => {
  const window = { starts_after: '2034-05-01' };

  test('a relation counts in every position', () => {
    const venue = [ref('venues', 'v1'), ref('venues', 'v2')];
    const events = [event('both', { ...at('02 10:00:00', '02 11:00:00'), venue }), days[1]].flatMap((one) => one ?? []);
    const query = { ...window, venue: [ref('venues', 'v2')] };
    expect(selected(query, events)).toEqual({ must: ['both'], mustNot: ['on'] });
  });

  test('a relation that a found record does not show is open', () => {
    const found = [event('found', at('02 10:00:00', '02 11:00:00'), { complete: false })];
    expect(selected({ ...window, venue: [ref('venues', 'v2')] }, found)).toEqual({ must: [], mustNot: [] });
  });

  test('a draft is listed by its status alone, and open where its status is not shown', () => {
    const draft = { ...at('02 10:00:00', '02 11:00:00'), status: 'draft' };
    const usual = event('usual', at('02 10:00:00', '02 11:00:00'), { status: 'publish' });
    const events = [usual, event('draft', draft, { status: 'draft' }), event('unshown', draft)];
    expect(selected(window, events)).toEqual({ must: ['usual'], mustNot: ['draft'] });
    expect(selected({ ...window, status: 'draft' }, events)).toEqual({ must: ['draft'], mustNot: ['usual'] });
  });

  test('a text in further fields may be found', () => {
    const more = { ...at('02 10:00:00', '02 11:00:00'), excerpt: 'Seaside' };
    expect(selected({ ...window, search: 'seaside' }, [event('excerpt', more)])).toEqual({ must: [], mustNot: [] });
    expect(selected({ ...window, search: 'title EXC' }, [event('excerpt', more)]).must).toEqual(['excerpt']);
  });

  test('a name that was found may be escaped where it is shown, and is not searched for by its entities', () => {
    const title = { ...at('02 10:00:00', '02 11:00:00'), title: 'R&#038;B night', description: 'Music' };
    const found = [event('found', title, { complete: false, listed: true })];
    for (const search of ['038', '0', 'R&B', 'R&#038;B'])
      expect(selected({ ...window, search }, found)).toEqual({ must: [], mustNot: [] });
    expect(selected({ ...window, search: 'night' }, found).must).toEqual(['found']);
    expect(selected({ ...window, search: 'day' }, found).mustNot).toEqual(['found']);
  });

  test.each(['T_tle', 'T%e', 'T.tle', 'T*e', 'Ti\\tle', '(Title'])('%s is taken as it is', (search) => {
    expect(selected({ ...window, search }, days).must).toEqual([]);
    expect(selected({ ...window, search }, days).mustNot).toHaveLength(3);
  });

  test('featured of which nothing is known may be either', () => {
    const times = at('02 10:00:00', '02 11:00:00');
    const events = [
      event('yes', { ...times, featured: true }),
      event('no', { ...times, featured: false }),
      event('?', times),
    ];
    expect(selected({ ...window, featured: true }, events)).toEqual({ must: ['yes'], mustNot: ['no'] });
    expect(selected({ ...window, featured: false }, events)).toEqual({ must: ['no'], mustNot: ['yes'] });
  });
});
