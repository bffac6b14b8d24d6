import type { Collection } from '../contract/field.js';

const times = ['start_date', 'end_date', 'utc_start_date', 'utc_end_date', 'timezone', 'all_day'] as const;
const ofTimes = times.map((field) => `events.${field}`);

/** The fields of a record that decide whether a list with a parameter shows it; `*` is any. */
const own: Readonly<Record<string, readonly string[]>> = {
  search: ['*'],
  featured: ['featured'],
  categories: ['categories'],
  tags: ['tags'],
  venue: ['venue'],
  organizer: ['organizer'],
  parent: ['parent'],
  slug: ['slug'],
  status: ['status'],
  start_date: times,
  end_date: times,
  starts_before: times,
  starts_after: times,
  ends_before: times,
  ends_after: times,
  'by slug': ['slug'],
};

const links: Readonly<Partial<Record<Collection, readonly string[]>>> = {
  venues: ['events.venue'],
  organizers: ['events.organizer'],
  categories: ['events.categories'],
  tags: ['events.tags'],
};

const byEvents: readonly string[] = ['event', 'post', 'has_events', 'hide_empty', 'only_with_upcoming'];
const byVenues: readonly string[] = ['geoloc', 'geoloc_lat', 'geoloc_lng'];

/** What in a record decides whether the lists that are asked for with some parameters show it. */
export const ownFieldsOf = (parameters: readonly string[]): readonly string[] => [
  'record.lists',
  'status',
  ...parameters.flatMap((name) => own[name] ?? []),
];

/** What in other records decides it: `events.venue`, or `events` for those that came or went. */
export function otherFieldsOf(collection: Collection, parameters: readonly string[]): readonly string[] {
  const events = collection !== 'events' && (parameters.some((name) => byEvents.includes(name)) || isTerm(collection));
  const about = events ? ['events', 'events.status', ...ofTimes, ...(links[collection] ?? [])] : [];
  const venues = parameters.some((name) => byVenues.includes(name)) ? ['venues', 'venues.*', 'events.venue'] : [];
  return [...about, ...venues];
}

/** Terms that no event has are hidden unless they are asked for. */
const isTerm = (collection: Collection): boolean => collection === 'categories' || collection === 'tags';
