import type { Collection } from '../../contract/field.js';
import type { Language } from '../../contract/queries.js';
import { MARK, type Payload, type Ref, ref } from '../../generators/wire.js';
import { addDays, atTime } from './wall-clock.js';

/** A record that the world is to hold, with references instead of ids. */
export interface Draft {
  readonly ref: Ref;
  readonly payload: Payload;
  readonly language?: Language;
}

export interface DesignOptions {
  /** The first day of the world, `YYYY-MM-DD`, at least three years ahead. */
  readonly firstDay: string;
  /** Today in the site's zone. */
  readonly today: string;
  /** Whether to place events around today, for the default window and upcoming. */
  readonly near: boolean;
}

const many = (collection: Collection, ...keys: readonly string[]): readonly Ref[] =>
  keys.map((key) => ref(collection, key));

const named = (collection: Collection, key: string, word: string, more: Payload = {}): Draft => {
  const label = { venues: 'venue', organizers: 'organizer', categories: 'name', tags: 'name', events: 'title' }[
    collection
  ];
  return {
    ref: ref(collection, key),
    payload: { [label]: `${word} ${MARK}`, description: `About ${key} ${MARK}`, ...more },
  };
};

const venues: readonly Draft[] = [
  named('venues', 'v1', 'Lighthouse', {
    address: '1 Quay Road',
    city: 'Ostend',
    country: 'Belgium',
    province: 'West Flanders',
    state: 'Flanders',
    zip: '01234',
    phone: '555 0100',
    website: 'https://example.org/lighthouse',
    show_map: 'true',
    show_map_link: 'true',
    date: '2020-05-06 07:08:09',
  }),
  named('venues', 'v2', 'Mill', {
    city: 'Ghent',
    // Apart from state and province, which it may be a view of.
    stateprovince: 'East Flanders',
    show_map: 'false',
    show_map_link: 'false',
    date_utc: '2019-04-05 06:07:08',
  }),
  named('venues', 'v3', 'Orchard'),
  named('venues', 'v4', 'Deserted'),
  named('venues', 'v5', 'Pavilion'),
  named('venues', 'v6', 'Cellar'),
  named('venues', 'v7', 'Annex'),
];

const organizers: readonly Draft[] = [
  named('organizers', 'o1', 'Choir', {
    phone: '555 0101',
    email: 'choir@example.org',
    website: 'https://example.org/choir',
    date: '2020-05-06 07:08:09',
  }),
  named('organizers', 'o2', 'Guild', { date_utc: '2019-04-05 06:07:08' }),
  named('organizers', 'o3', 'Players'),
  named('organizers', 'o4', 'Absent'),
  named('organizers', 'o5', 'Newcomers'),
];

const categories: readonly Draft[] = [
  named('categories', 'c1', 'Music'),
  named('categories', 'c2', 'Opera', { parent: ref('categories', 'c1'), slug: `opera-${MARK}` }),
  named('categories', 'c3', 'Lecture'),
  named('categories', 'c4', 'Unused'),
  named('categories', 'c5', 'Operetta', { parent: ref('categories', 'c2') }),
];

const tags: readonly Draft[] = [
  named('tags', 't1', 'Outdoor', { slug: `outdoor-${MARK}` }),
  named('tags', 't2', 'Indoor'),
  named('tags', 't3', 'Free'),
  named('tags', 't4', 'Vacant'),
  named('tags', 't5', 'Unannounced'),
];

/** When and what an event of the world is. Days count from the world's first. */
interface EventDesign {
  readonly key: string;
  readonly word: string;
  readonly start: readonly [day: number, time: string];
  readonly end: readonly [day: number, time: string];
  readonly venue?: readonly string[];
  readonly organizer?: readonly string[];
  readonly categories?: readonly string[];
  readonly tags?: readonly string[];
  readonly more?: Payload;
}

/** Edges of days, ties, several days, relations in every position, flags, and one draft. */
const events: readonly EventDesign[] = [
  {
    key: 'e1',
    word: 'Sunrise',
    start: [1, '00:00:00'],
    end: [1, '01:00:00'],
    venue: ['v1', 'v2', 'v3'],
    organizer: ['o1', 'o2', 'o3'],
    categories: ['c1', 'c2', 'c3'],
    tags: ['t1', 't2', 't3'],
    more: {
      featured: true,
      sticky: true,
      show_map: true,
      show_map_link: true,
      excerpt: 'In short',
      slug: `sunrise-${MARK}`,
      timezone: 'Europe/Brussels',
      cost: '15',
      website: 'https://example.org/sunrise',
      date: '2020-05-06 07:08:09',
    },
  },
  {
    key: 'e2',
    word: 'Regatta',
    start: [1, '10:00:00'],
    end: [1, '12:00:00'],
    venue: ['v2'],
    organizer: ['o2'],
    categories: ['c3'],
    tags: ['t2'],
    more: { featured: false },
  },
  { key: 'e3', word: 'Midnight', start: [1, '23:59:59'], end: [2, '00:59:59'], venue: ['v3'], categories: ['c2'] },
  { key: 'e4', word: 'Holiday', start: [2, '00:00:00'], end: [2, '23:59:59'], organizer: ['o3'], tags: ['t3'] },
  {
    key: 'e5',
    word: 'Festival',
    start: [2, '12:00:00'],
    end: [4, '12:00:00'],
    venue: ['v1', 'v3'],
    categories: ['c1'],
  },
  {
    key: 'e6',
    word: 'Recital',
    start: [3, '10:00:00'],
    end: [3, '11:00:00'],
    organizer: ['o1', 'o3'],
    tags: ['t1'],
    more: { featured: true },
  },
  {
    key: 'e7',
    word: 'Reading',
    start: [3, '10:00:00'],
    end: [3, '11:00:00'],
    venue: ['v1'],
    categories: ['c3', 'c1'],
    more: { featured: false },
  },
  {
    key: 'e8',
    word: 'Vigil',
    start: [4, '12:00:00'],
    end: [5, '00:00:00'],
    tags: ['t2', 't3'],
    organizer: ['o2', 'o1'],
  },
  {
    key: 'e9',
    word: 'Parade',
    start: [5, '00:00:00'],
    end: [5, '10:00:00'],
    venue: ['v2', 'v1'],
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
    more: { date_utc: '2019-04-05 06:07:08' },
  },
  {
    key: 'e12',
    word: 'Secretive',
    start: [6, '10:00:00'],
    end: [7, '10:00:00'],
    venue: ['v3'],
    more: { hide_from_listings: true },
  },
  {
    key: 'e13',
    word: 'Gathering',
    start: [7, '00:00:00'],
    end: [7, '23:59:59'],
    organizer: ['o3', 'o2'],
    more: { all_day: true },
  },
  {
    key: 'e14',
    word: 'Farewell',
    start: [8, '04:00:00'],
    end: [8, '06:45:30'],
    categories: ['c2', 'c3'],
    tags: ['t3', 't1'],
    more: { timezone: 'Asia/Tokyo' },
  },
];

/** The days of the world's own window; its events begin and end strictly inside. */
export const WORLD_DAYS = 10;

function eventDraft({ key, word, start, end, more = {}, ...relations }: EventDesign, firstDay: string): Draft {
  const at = ([day, time]: readonly [number, string]): string => atTime(addDays(firstDay, day), time);
  const { venue, organizer, categories: terms, tags: labels } = relations;
  return named('events', key, word, {
    start_date: at(start),
    end_date: at(end),
    ...(venue && { venue: many('venues', ...venue) }),
    ...(organizer && { organizer: many('organizers', ...organizer) }),
    ...(terms && { categories: many('categories', ...terms) }),
    ...(labels && { tags: many('tags', ...labels) }),
    ...more,
  });
}

/** Around today, for the default window and upcoming: over, running, soon and in most of a year. */
const nearEvents: readonly EventDesign[] = [
  { key: 'past', word: 'Bygone', start: [-40, '10:00:00'], end: [-40, '12:00:00'], venue: ['v4'], organizer: ['o4'] },
  { key: 'running', word: 'Ongoing', start: [-3, '10:00:00'], end: [4, '10:00:00'], venue: ['v5'] },
  { key: 'soon', word: 'Shortly', start: [5, '10:00:00'], end: [5, '12:00:00'], venue: ['v1'], organizer: ['o1'] },
  { key: 'later', word: 'Eventually', start: [300, '10:00:00'], end: [300, '12:00:00'], venue: ['v2'] },
];

/** All records of the world, in an order in which each refers only to earlier ones. */
export function designWorld({ firstDay, today, near }: DesignOptions): readonly Draft[] {
  return [
    ...venues,
    ...organizers,
    ...categories,
    ...tags,
    ...events.map((event) => eventDraft(event, firstDay)),
    ...(near ? nearEvents.map((event) => eventDraft(event, today)) : []),
  ];
}

/**
 * One record of each kind that belongs to one language. They stand apart from the world: nothing else refers to them,
 * and only lists in that language need to show them. The event assigns the terms, so that they are not empty.
 */
export function designLocalized(firstDay: string, language: Language): readonly Draft[] {
  const event: EventDesign = {
    key: 'el',
    word: 'Premiere',
    start: [4, '15:00:00'],
    end: [4, '16:00:00'],
    venue: ['vl'],
    organizer: ['ol'],
    categories: ['cl'],
    tags: ['tl'],
  };
  const drafts = [
    named('venues', 'vl', 'Theatre'),
    named('organizers', 'ol', 'Orchestra'),
    named('categories', 'cl', 'Ballet'),
    named('tags', 'tl', 'Seasonal'),
    eventDraft(event, firstDay),
  ];
  return drafts.map((draft) => ({ ...draft, language }));
}
