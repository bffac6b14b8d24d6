import type { Language } from '../../contract/queries.js';
import { MARK, ref } from '../../generators/wire-value.js';
import { addDays, atTime } from '../notation/day-times.js';
import { farEvents, nearEvents, pastEvent } from './event-drafts.js';
import { type Season, seasonEvents, seasons } from './season-events.js';
import { type Draft, type EventDesign, eventDraft, named, POLISHED, polished } from './world-drafts.js';
import type { World } from './world.js';

/**
 * The venues of the world: the first two together have all fields; some are used only by drafts, past or running
 * events. Most names of venues, categories and tags end alike, so that a search for the ending and the mark selects
 * some of ours and none of others.
 */
const venues: readonly Draft[] = [
  named('venues', 'v1', 'Lighthouse Hall', {
    address: '1 Quay Road',
    city: 'Ostend',
    country: 'Belgium',
    province: 'West Flanders',
    state: 'Flanders',
    zip: '01234',
    phone: '555 0100',
    website: 'https://example.org/Lighthouse',
    show_map: 'true',
    show_map_link: 'true',
    date: '2020-05-06 07:08:09',
  }),
  named('venues', 'v2', 'Mill Hall', {
    city: 'Ghent',
    // Without state and province, because it may be derived from them.
    stateprovince: 'East Flanders',
    show_map: 'false',
    show_map_link: 'false',
    date_utc: '2020-05-06 06:07:08',
  }),
  named('venues', 'v3', 'Orchard Hall', {
    address: '3 Apple Street, Rear Building',
    city: 'Leeuwarden',
    country: 'Netherlands',
    province: 'Friesland',
    phone: '0582345678',
    website: 'https://example.org/Orchard?floor=2&door=B',
    show_map: 'true',
    show_map_link: 'false',
  }),
  named('venues', 'v4', 'Deserted'),
  named('venues', 'v5', 'Pavilion Hall', {
    address: '5 Bandstand Avenue',
    city: 'Maastricht',
    state: 'Limburg (NL)',
    country: 'Netherlands',
    phone: '+31 43 123 4567',
    show_map: 'false',
    show_map_link: 'true',
  }),
  named('venues', 'v6', 'Cellar Hall', { city: 'Boston' }),
  // Texts that are taken for numbers, or for none.
  named('venues', 'v8', 'Villa Hall', { address: '0042', city: '0' }),
  named('venues', 'v9', 'Hillside Hall', { address: '9 Upper Terrace', country: 'Switzerland' }),
  polished('venues', 'v7', 'Annex', { address: `1 ${POLISHED}`, city: `Ville ${POLISHED}` }),
];

/** The organizers of the world. */
const organizers: readonly Draft[] = [
  named('organizers', 'o1', 'Choir', {
    phone: '555 0101',
    email: 'choir@example.org',
    website: 'https://example.org/Choir',
    date: '2020-05-06 07:08:09',
  }),
  named('organizers', 'o2', 'Guild', { date_utc: '2020-05-06 06:07:08' }),
  named('organizers', 'o3', 'Players', { email: 'Players.Guild@example.org', phone: '0301234567' }),
  named('organizers', 'o4', 'Absent'),
  named('organizers', 'o6', 'Envoys', { website: 'https://example.org/Envoys?year=1&town=Y' }),
  named('organizers', 'o7', 'Dancers'),
  polished('organizers', 'o5', 'Newcomers'),
];

/** The categories of the world: a tree of three levels, and others. */
const categories: readonly Draft[] = [
  named('categories', 'c1', 'Music Night'),
  named('categories', 'c2', 'Opera Night', { parent: ref('categories', 'c1'), slug: `2-singing-${MARK}` }),
  // A filter that slugifies what it is asked for, or writes it in small letters, does not find this.
  named('categories', 'c3', 'Lecture Night', { slug: `lectureS.v2-${MARK}` }),
  polished('categories', 'c4', 'Unused', { parent: ref('categories', 'c1') }),
  named('categories', 'c5', 'Operetta Night', { parent: ref('categories', 'c2') }),
  named('categories', 'c7', 'Supper Night'),
  named('categories', 'c6', 'Closing Night', { parent: ref('categories', 'c1') }),
];

/** The tags of the world: some on events, one on none, one on only a draft. */
const tags: readonly Draft[] = [
  // What reads a slug as far as it is a number takes it for an id.
  named('tags', 't1', 'Outdoor Fair', { slug: `1-open-air-${MARK}` }),
  named('tags', 't2', 'Floor Fair'),
  named('tags', 't3', 'Indoor Fair', { slug: `inDoor_v2-${MARK}` }),
  polished('tags', 't4', 'Vacant'),
  named('tags', 't5', 'Unannounced Fair'),
  named('tags', 't6', 'Final Fair'),
  named('tags', 't7', 'Moorish Fair'),
];

/** The length of the world's window in days; its far events start and end strictly inside. */
export const WORLD_DAYS = 10;

/** The days of a world. */
interface DesignOptions {
  /** The first day of the world, `YYYY-MM-DD`, at least three years ahead. */
  readonly firstDay: string;
  /** Today in the site's zone. */
  readonly today: string;
  /** Whether to place events around today, for the default window and upcoming. */
  readonly near: boolean;
  /** The days of the events that lie in winter and summer; without them there are none. */
  readonly seasons?: Days['seasons'];
}

/** All records of the world; each refers only to earlier ones. */
export function designWorld({ firstDay, today, near, seasons: days }: DesignOptions): readonly Draft[] {
  return [
    ...venues,
    ...organizers,
    ...categories,
    ...tags,
    ...(near ? [eventDraft(pastEvent, today)] : []),
    ...farEvents.map((event) => eventDraft(event, firstDay)),
    ...(near ? nearEvents.map((event) => eventDraft(event, today)) : []),
    ...(days ? seasons.flatMap((season) => seasonEvents[season].map((event) => eventDraft(event, days[season]))) : []),
  ];
}

/** The first is linked to all that is made in its language, and the second to half of it. */
const localizedEvents: readonly EventDesign[] = [
  {
    key: 'el',
    word: 'Premiere',
    start: [4, '15:00:00'],
    end: [4, '16:00:00'],
    venue: ['vl', 'vm'],
    organizer: ['ol', 'om'],
    categories: ['cl', 'cm'],
    tags: ['tl', 'tm'],
  },
  {
    key: 'em',
    word: 'Revival',
    start: [6, '19:00:00'],
    end: [6, '21:00:00'],
    venue: ['vm'],
    organizer: ['om'],
    categories: ['cm'],
    tags: ['tm'],
    more: { featured: true },
  },
];

/**
 * Two records per collection in one language, separate from the rest of the world: no other record refers to them, and
 * only lists in that language need to show them. The events use the terms, so that they are not empty.
 */
export function designLocalized(firstDay: string, language: Language): readonly Draft[] {
  const drafts = [
    named('venues', 'vl', 'Theatre', {
      address: '12 Theatre Square',
      city: 'Strasbourg',
      country: 'France',
      province: 'Lower Alsace',
      state: 'Grand Est',
      zip: '067000',
      phone: '0388123456',
      website: 'https://example.org/Theatre',
      show_map: 'true',
      show_map_link: 'true',
    }),
    named('venues', 'vm', 'Playhouse'),
    named('organizers', 'ol', 'Orchestra', {
      phone: '0388654321',
      email: 'Orchestra@example.org',
      website: 'https://example.org/Orchestra',
    }),
    named('organizers', 'om', 'Ensemble'),
    named('categories', 'cl', 'Ballet'),
    named('categories', 'cm', 'Mime', { parent: ref('categories', 'cl') }),
    named('tags', 'tl', 'Seasonal'),
    named('tags', 'tm', 'Touring'),
    ...localizedEvents.map((event) => eventDraft(event, firstDay)),
  ];
  return drafts.map((draft) => ({ ...draft, language }));
}

/** The days of a run's records. */
export interface Days {
  /** The run's. */
  readonly seed: number;
  /** `YYYY-MM-DD`. */
  readonly today: string;
  /** The first day of the world, at least three years ahead. */
  readonly firstDay: string;
  readonly window: World['window'];
  readonly span: World['span'];
  /** The days of the events that lie in winter and in summer, each after the world's window. */
  readonly seasons: Readonly<Record<Season, string>>;
}

const EARLIEST_DAYS = 3 * 366;
/** In summer, where more can be wrong with times; the days of requirements span all of the year that follows. */
const FIRST = '06-20';

/**
 * Days far from every change of clocks, each the one before the midnight that is asked about. The last day of a year may
 * be in the first week of the next.
 */
const DAYS: Readonly<Record<Season, string>> = { winter: '12-30', summer: '07-15' };

/**
 * Picks the days of a run: those of the world, and after them those of requirements. They depend on the year alone, so
 * that no verdict hangs on the season or the weekday that a seed would draw.
 */
export function pickDays({ seed, now }: { readonly seed: number; readonly now: Date }): Days {
  const today = now.toISOString().slice(0, 10);
  const firstDay = nextOn(FIRST, addDays(today, EARLIEST_DAYS));
  const after = addDays(firstDay, 2 * WORLD_DAYS);
  return {
    seed,
    today,
    firstDay,
    window: { from: firstDay, to: addDays(firstDay, WORLD_DAYS) },
    span: { from: atTime(addDays(firstDay, 60), '00:00:00'), to: atTime(addDays(firstDay, 420), '23:59:59') },
    seasons: { winter: nextOn(DAYS.winter, after), summer: nextOn(DAYS.summer, after) },
  };
}

/** The first day with a month and a day, on or after another. */
function nextOn(monthAndDay: string, earliest: string): string {
  const year = Number(earliest.slice(0, 4));
  const sameYear = `${year}-${monthAndDay}`;
  return sameYear >= earliest ? sameYear : `${year + 1}-${monthAndDay}`;
}
