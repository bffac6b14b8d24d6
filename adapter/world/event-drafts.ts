import { MARK } from '../../generators/wire-value.js';
import { type EventDesign, POLISHED } from './world-drafts.js';

/** Edges of days, ties, several days, relations in every position, flags, and one draft. */
const variedEvents: readonly EventDesign[] = [
  {
    key: 'e1',
    word: 'Sunrise',
    start: [1, '00:00:00'],
    end: [1, '01:00:00'],
    // In another order than that in which they are made.
    venue: ['v2', 'v3', 'v1'],
    organizer: ['o2', 'o3', 'o1'],
    categories: ['c3', 'c1', 'c2'],
    tags: ['t2', 't3', 't1'],
    more: {
      featured: true,
      sticky: true,
      show_map: true,
      show_map_link: true,
      excerpt: 'In short',
      slug: `daybreak-${MARK}`,
      timezone: 'Europe/Brussels',
      cost: '15',
      website: 'https://example.org/Sunrise',
      date: '2020-05-06 07:08:09',
    },
  },
  {
    key: 'e2',
    word: 'Regatta',
    start: [1, '10:00:00'],
    end: [1, '12:00:00'],
    // The second of each is of no other event: what is made of the last events lacks it.
    venue: ['v2', 'v9'],
    organizer: ['o2', 'o7'],
    categories: ['c3', 'c7'],
    tags: ['t2', 't7'],
    more: { featured: false },
  },
  {
    key: 'e3',
    word: 'Midnight',
    start: [1, '23:59:59'],
    end: [2, '00:59:59'],
    venue: ['v3'],
    organizer: ['o3'],
    categories: ['c2'],
    // A day in the first week of the next year.
    more: { date: '2018-12-31 20:21:22' },
  },
  {
    key: 'e4',
    word: 'Holiday',
    start: [2, '00:00:00'],
    end: [2, '23:59:59'],
    organizer: ['o3'],
    tags: ['t3'],
    // Texts that are taken for numbers, or for none.
    more: { excerpt: '0042', cost: '0' },
  },
  {
    key: 'e5',
    word: 'Festival',
    start: [2, '12:00:00'],
    end: [4, '12:00:00'],
    venue: ['v1', 'v3'],
    categories: ['c1'],
    tags: ['t3'],
  },
  {
    key: 'e6',
    word: 'Recital',
    start: [3, '10:00:00'],
    end: [3, '11:00:00'],
    organizer: ['o1', 'o3'],
    categories: ['c3'],
    tags: ['t1'],
    more: { featured: true, sticky: false, show_map: false, show_map_link: false, hide_from_listings: false },
  },
  {
    key: 'e7',
    word: 'Reading',
    start: [3, '10:00:00'],
    end: [3, '11:00:00'],
    venue: ['v1'],
    organizer: ['o3'],
    categories: ['c3', 'c1'],
    more: { featured: false, excerpt: '0' },
  },
  {
    key: 'e8',
    word: 'Vigil',
    start: [4, '12:00:00'],
    end: [5, '00:00:00'],
    tags: ['t1', 't3'],
    venue: ['v1'],
    categories: ['c3'],
    organizer: ['o1', 'o3'],
  },
  {
    key: 'e9',
    word: 'Parade',
    start: [5, '00:00:00'],
    end: [5, '10:00:00'],
    venue: ['v2', 'v1'],
    categories: ['c3'],
    tags: ['t3'],
    more: { sticky: true, all_day: false },
  },
  {
    key: 'e10',
    word: 'Rehearsal',
    start: [5, '10:00:01'],
    end: [5, '11:00:00'],
    venue: ['v6'],
    tags: ['t5'],
    more: { status: 'draft' },
  },
  {
    key: 'e11',
    word: 'Silence',
    start: [6, '09:59:59'],
    end: [6, '10:00:00'],
    more: { date_utc: '2020-05-06 06:07:08' },
  },
  {
    key: 'e12',
    word: 'Secretive',
    start: [6, '10:00:00'],
    end: [7, '10:00:00'],
    venue: ['v3'],
    organizer: ['o3'],
    more: { hide_from_listings: true, timezone: 'Asia/Kathmandu' },
  },
  {
    key: 'e13',
    word: 'Gathering',
    start: [7, '00:00:00'],
    end: [7, '23:59:59'],
    venue: ['v1'],
    organizer: ['o3', 'o1'],
    tags: ['t3'],
    polished: true,
    more: { all_day: true, excerpt: `In short ${POLISHED}` },
  },
  {
    key: 'e14',
    word: 'Farewell',
    start: [8, '04:00:00'],
    end: [8, '06:45:30'],
    venue: ['v1'],
    organizer: ['o3'],
    categories: ['c1', 'c3'],
    tags: ['t3', 't1'],
    more: { timezone: 'Asia/Tokyo' },
  },
];

type Times = Pick<EventDesign, 'start' | 'end'>;

const tied: Times = { start: [8, '12:00:00'], end: [8, '13:30:00'] };

const busy = { venue: ['v1'], organizer: ['o3'], categories: ['c3'], tags: ['t3'] } as const;

/**
 * With these a venue, an organizer, a category and a tag have more than ten events: a filter that sees one page of what
 * it is made of loses some. Four have the same times, so what is ordered by them may stand in any order.
 */
const crowd: readonly EventDesign[] = [
  { key: 'e15', word: 'Carnival', ...tied, ...busy, more: { featured: true } },
  { key: 'e16', word: 'Banquet', ...tied, ...busy },
  { key: 'e17', word: 'Pageant', ...tied, ...busy },
  { key: 'e18', word: 'Symposium', ...tied, ...busy },
];

/** After twenty others that are not over, with what none of them has: what is made of the first events lacks it. */
const last: EventDesign = {
  key: 'e19',
  word: 'Fireworks',
  start: [9, '18:00:00'],
  end: [9, '19:00:00'],
  venue: ['v8'],
  organizer: ['o6'],
  categories: ['c6'],
  tags: ['t6'],
};

/** The events of the world's window. */
export const farEvents: readonly EventDesign[] = [...variedEvents, ...crowd, last];

/** Made before all others: what takes the first event of a place for all of them finds none to come. */
export const pastEvent: EventDesign = {
  key: 'past',
  word: 'Bygone',
  start: [-40, '10:00:00'],
  end: [-40, '12:00:00'],
  venue: ['v4', 'v3'],
  organizer: ['o4', 'o3'],
};

/** Events around today, for the default window and upcoming: running, soon, in 300 days and past. */
export const nearEvents: readonly EventDesign[] = [
  { key: 'running', word: 'Ongoing', start: [-3, '10:00:00'], end: [4, '10:00:00'], venue: ['v5'] },
  { key: 'soon', word: 'Shortly', start: [5, '10:00:00'], end: [5, '12:00:00'], venue: ['v1'], organizer: ['o1'] },
  { key: 'later', word: 'Eventually', start: [300, '10:00:00'], end: [300, '12:00:00'], venue: ['v2'] },
  // Made after all others: what takes the latest event of a place for all of them finds none to come.
  { key: 'former', word: 'Former', start: [-30, '10:00:00'], end: [-30, '12:00:00'], venue: ['v3'], organizer: ['o3'] },
];
