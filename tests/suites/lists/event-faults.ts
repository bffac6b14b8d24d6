import { addDays, addSeconds } from '../../../adapter/notation/day-times.js';
import type { Blame } from './expect-blame.js';
import {
  firstOnly,
  firstParameterOnly,
  ignoring,
  misreading,
  selecting,
  taking,
  textIn,
  withoutUnknown,
} from './faults.js';

const searched = (parameters: URLSearchParams): string => (parameters.get('search') ?? '').toLowerCase();

/** Faults of the filters of lists. */
export const eventFaults: readonly Blame[] = [
  {
    fault: 'start_date ignored',
    blames: 'events.list.start_date',
    besides: ['strict_dates', 'strict_dates.default', 'strict_dates.start-date'],
    intercept: ignoring('events', 'start_date'),
  },
  {
    fault: 'end_date ignored',
    blames: 'events.list.end_date',
    besides: ['strict_dates', 'strict_dates.default', 'strict_dates.end-date'],
    intercept: ignoring('events', 'end_date'),
  },
  {
    fault: 'starts_before ignored',
    blames: 'events.list.starts_before',
    besides: ['strict_dates', 'starts_before.second', 'ticketed.existing'],
    intercept: ignoring('events', 'starts_before'),
  },
  {
    fault: 'starts_after ignored',
    blames: 'events.list.starts_after',
    besides: ['strict_dates', 'starts_after.second'],
    intercept: ignoring('events', 'starts_after'),
  },
  {
    fault: 'ends_before ignored',
    blames: 'events.list.ends_before',
    besides: ['strict_dates', 'ends_before.second', 'fresh.beside'],
    intercept: ignoring('events', 'ends_before'),
  },
  {
    fault: 'ends_after ignored',
    blames: 'events.list.ends_after',
    besides: ['strict_dates', 'ends_after.second', 'fresh.beside'],
    intercept: ignoring('events', 'ends_after'),
  },
  {
    fault: 'strict_dates ignored',
    blames: 'events.list.strict_dates',
    besides: [
      'starts_after.second',
      'starts_before.second',
      'ends_after.second',
      'ends_before.second',
      'strict_dates.start-date',
      'strict_dates.end-date',
    ],
    intercept: ignoring('events', 'strict_dates'),
  },
  {
    fault: 'a strict start_date taken for its day',
    blames: 'events.list.strict_dates.start-date',
    besides: ['strict_dates'],
    intercept: taking('events', 'start_date', (value) => value.slice(0, 10)),
  },
  {
    fault: 'a strict end_date taken for its day',
    blames: 'events.list.strict_dates.end-date',
    besides: ['strict_dates'],
    intercept: taking('events', 'end_date', (value) => value.slice(0, 10)),
  },
  {
    fault: 'strict_dates=false read as true',
    blames: 'events.list.strict_dates.default',
    intercept: taking('events', 'strict_dates', () => 'true'),
  },
  {
    fault: 'the last second of a day left out',
    blames: 'events.list.starts_before',
    besides: ['strict_dates', 'starts_before.second'],
    intercept: selecting('events', (events, parameters) =>
      parameters.has('starts_before')
        ? events.filter((event) => !textIn(event, 'start_date').endsWith('23:59:59'))
        : events,
    ),
  },
  {
    fault: 'search ignored',
    blames: 'events.list.search',
    besides: ['search.description', 'search.literal'],
    intercept: ignoring('events', 'search'),
  },
  {
    fault: 'search in descriptions alone',
    blames: 'events.list.search',
    besides: ['search.symbols'],
    intercept: selecting('events', (events, parameters) =>
      events.filter((event) => textIn(event, 'description').toLowerCase().includes(searched(parameters))),
    ),
  },
  {
    fault: 'search in titles alone',
    blames: 'events.list.search.description',
    intercept: selecting('events', (events, parameters) =>
      events.filter((event) => textIn(event, 'title').toLowerCase().includes(searched(parameters))),
    ),
  },
  {
    fault: 'search for beginnings of words',
    blames: 'events.list.search',
    besides: ['search.symbols'],
    intercept: selecting('events', (events, parameters) =>
      events.filter((event) =>
        [textIn(event, 'title'), textIn(event, 'description')].some((text) =>
          ` ${text.toLowerCase()}`.includes(` ${searched(parameters)}`),
        ),
      ),
    ),
  },
  {
    fault: 'symbols dropped from a search',
    blames: 'events.list.search.literal',
    besides: ['search.symbols'],
    intercept: taking('events', 'search', (text) => text.replace(/[^A-Za-z0-9 -]/g, '')),
  },
  {
    fault: 'a search with symbols finds nothing',
    blames: 'events.list.search.symbols',
    intercept: selecting('events', (events, parameters) => (/[^\w -]|_/.test(searched(parameters)) ? [] : events)),
  },
  {
    fault: 'categories ignored',
    blames: 'events.list.categories',
    besides: ['categories.by-slug'],
    intercept: ignoring('events', 'categories'),
  },
  {
    fault: 'tags ignored',
    blames: 'events.list.tags',
    besides: ['tags.by-slug', 'categories.by-slug'],
    intercept: ignoring('events', 'tags'),
  },
  { fault: 'venue ignored', blames: 'events.list.venue', intercept: ignoring('events', 'venue') },
  { fault: 'organizer ignored', blames: 'events.list.organizer', intercept: ignoring('events', 'organizer') },
  ...(['categories', 'tags', 'venue', 'organizer'] as const).map((name) => ({
    fault: `only the first of several ${name} counted`,
    blames: `events.list.${name}`,
    intercept: firstOnly('events', name),
  })),
  {
    fault: 'only the first venue of an event looked at',
    blames: 'events.list.venue',
    intercept: selecting('events', (events, parameters) => {
      const wanted = parameters.get('venue')?.split(',');
      return wanted
        ? events.filter(({ venue }) => Array.isArray(venue) && wanted.includes(textIn(venue[0], 'id')))
        : events;
    }),
  },
  {
    fault: 'slugs of tags lift the filter',
    blames: 'events.list.tags.by-slug',
    besides: ['categories.by-slug'],
    intercept: misreading('events', (parameters) => {
      if (/[a-z]/.test(parameters.get('tags') ?? '')) parameters.delete('tags');
    }),
  },
  {
    fault: 'slugs of categories lift the filter',
    blames: 'events.list.categories.by-slug',
    intercept: misreading('events', (parameters) => {
      if (/[a-z]/.test(parameters.get('categories') ?? '')) parameters.delete('categories');
    }),
  },
  { fault: 'featured ignored', blames: 'events.list.featured', intercept: ignoring('events', 'featured') },
  {
    fault: 'featured forgotten after the first page',
    blames: 'events.list.page.filtered',
    intercept: misreading('events', (parameters) => {
      if (parameters.has('page')) parameters.delete('featured');
    }),
  },
  {
    fault: 'featured=false read as true',
    blames: 'events.list.featured',
    intercept: taking('events', 'featured', () => 'true'),
  },
  { fault: 'status ignored', blames: 'events.list.status', intercept: ignoring('events', 'status') },
  { fault: 'geoloc ignored', blames: 'events.list.geoloc', intercept: ignoring('events', 'geoloc') },
  {
    fault: 'latitude ignored',
    blames: 'events.list.geoloc_lat',
    intercept: taking('events', 'geoloc_lat', () => '52.37'),
  },
  {
    fault: 'longitude ignored',
    blames: 'events.list.geoloc_lng',
    intercept: taking('events', 'geoloc_lng', () => '4.89'),
  },
  {
    fault: 'ticketed=false read as true',
    blames: 'events.list.ticketed',
    intercept: taking('events', 'ticketed', () => 'true'),
  },
  { fault: 'post_parent ignored', blames: 'events.list.post_parent', intercept: ignoring('events', 'post_parent') },
  {
    fault: 'include ignored',
    blames: 'events.list.include',
    besides: ['include.lifts-dates'],
    intercept: ignoring('events', 'include'),
  },
  {
    fault: 'include beside date filters ignored',
    blames: 'events.list.include.lifts-dates',
    intercept: misreading('events', (parameters) => {
      if (
        ['start_date', 'end_date', 'starts_after', 'starts_before', 'ends_after', 'ends_before'].some((name) =>
          parameters.has(name),
        )
      )
        parameters.delete('include');
    }),
  },
  {
    fault: 'an unknown id lifts the filter',
    blames: 'events.list.unknown-id',
    intercept: withoutUnknown('events'),
  },
  {
    fault: 'events with a venue missing from every list',
    blames: 'events.list.each',
    besides: 'all',
    intercept: selecting('events', (events) =>
      events.filter(({ venue }) => !Array.isArray(venue) || venue.length === 0),
    ),
  },
  {
    fault: 'nothing of the next weeks shown by default',
    blames: 'events.list.default-window',
    intercept: misreading('events', (parameters) => {
      const asked = [...parameters.keys()];
      if (!asked.some((name) => /^(starts|ends|start|end|include)/.test(name))) {
        parameters.set('starts_after', addDays(new Date().toISOString().slice(0, 10), 60));
      }
    }),
  },
  {
    fault: 'only the first of several filters counted',
    blames: 'events.list.combined',
    besides: 'all',
    intercept: firstParameterOnly('events'),
  },
  ...(['starts_after', 'starts_before', 'ends_after', 'ends_before'] as const).map(
    (name): Blame => ({
      fault: `strict ${name} off by two seconds`,
      blames: `events.list.${name}.second`,
      besides: ['strict_dates'],
      intercept: misreading('events', (parameters) => {
        const time = parameters.get(name) ?? '';
        if (parameters.get('strict_dates') === 'true' && time.length > 10) {
          parameters.set(name, addSeconds(time, name.endsWith('after') ? 2 : -2));
        }
      }),
    }),
  ),
];
