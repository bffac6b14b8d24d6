import type { Collection } from './resources.js';

/** The premium extensions that some list parameters are stated to need. */
export const extensions = ['geoloc', 'tickets'] as const;
/** The name of a premium extension. */
export type Extension = (typeof extensions)[number];

/** The types that the interface declares for query parameters; a date-time is written `YYYY-MM-DD HH:MM:SS`. */
export type ParameterType = 'string' | 'integer' | 'boolean' | 'double' | 'date' | 'date-time' | 'integers' | 'untyped';

/** A parameter of a list operation (interface: Endpoints). `default` is absent where none is stated. */
export interface ListParameter {
  readonly type: ParameterType;
  readonly default?: string | number | boolean;
  /** Which records it selects, or how. */
  readonly rule: string;
  /**
   * Set where the interface writes no rule beside the parameter: the heading under which it says as much, or `name`
   * where nothing but the parameter's name does. A target is held to no more than that.
   */
  readonly impliedBy?: 'name' | 'Limits' | 'Relations';
  /** The premium extension it needs: stated for geoloc, our decision for tickets (gap.query.ticketed). */
  readonly extension?: Extension;
}

/** The allowed values of `ml_language` (interface: Common parameter `ml_language`). */
export const languages = ['nl', 'en', 'fr', 'de'] as const;
/** A value of `ml_language`. */
export type Language = (typeof languages)[number];

/** The languages that were observed as a path segment before the REST root. */
export const segmentLanguages = ['nl', 'de', 'fr'] as const;

const page = { type: 'integer', default: 1, rule: 'Page to return', impliedBy: 'Limits' } as const;
const perPage = { type: 'integer', default: 10, rule: 'Records per page', impliedBy: 'Limits' } as const;
const status = { type: 'string', rule: 'Filter by post status' } as const;
const impliedStatus = { ...status, impliedBy: 'name' } as const;

const events = {
  page: { type: 'integer', default: 1, rule: 'Archive page to return' },
  per_page: { type: 'integer', default: 10, rule: 'Events per page' },
  start_date: { type: 'date-time', rule: 'Events that start on the given date; default computed by the service' },
  end_date: { type: 'date-time', rule: 'Events that end on the given date; default computed by the service' },
  starts_before: { type: 'date', rule: 'Events starting before the date' },
  starts_after: { type: 'date', rule: 'Events starting after the date' },
  ends_before: { type: 'date', rule: 'Events ending before the date' },
  ends_after: { type: 'date', rule: 'Events ending after the date' },
  strict_dates: {
    type: 'untyped',
    default: false,
    rule: 'When true, date filters start at the exact times given; by default, whole days are included',
  },
  search: { type: 'string', rule: 'Events whose title or description contains the string' },
  categories: { type: 'integers', rule: 'Events assigned to one of the given categories (slugs or IDs)' },
  tags: { type: 'integers', rule: 'Events assigned to one of the given tags (slugs or IDs)' },
  venue: { type: 'integers', rule: 'Events assigned to one of the given venue IDs' },
  organizer: { type: 'integers', rule: 'Events assigned to one of the given organizer IDs' },
  featured: { type: 'boolean', rule: 'Filter by featured status' },
  status,
  geoloc: { type: 'boolean', extension: 'geoloc', rule: 'Filter by whether the venue has geolocation data' },
  geoloc_lat: { type: 'double', extension: 'geoloc', rule: 'Filter by venue latitude; geoloc_lng must also be given' },
  geoloc_lng: { type: 'double', extension: 'geoloc', rule: 'Filter by venue longitude; geoloc_lat must also be given' },
  include: {
    type: 'integers',
    rule: 'Events with the given post IDs (a CSV list); date filters are ignored when used',
  },
  post_parent: { type: 'integer', rule: 'Filter by parent post' },
  ticketed: { type: 'boolean', extension: 'tickets', rule: 'Events with or without tickets' },
} as const satisfies Record<string, ListParameter>;

const venues = {
  page,
  per_page: perPage,
  search: { type: 'string', rule: 'Venues with the string in their title, description or custom fields' },
  event: { type: 'integer', rule: 'Venues related to the event' },
  has_events: { type: 'untyped', rule: 'Venues with associated events' },
  only_with_upcoming: { type: 'untyped', default: false, rule: 'Venues with upcoming events' },
  status: impliedStatus,
} as const satisfies Record<string, ListParameter>;

const organizers = {
  page,
  per_page: perPage,
  search: { type: 'string', rule: 'Organizers that contain the string', impliedBy: 'name' },
  event: { type: 'integer', rule: 'Organizers linked to the event', impliedBy: 'Relations' },
  has_events: { type: 'untyped', rule: 'Organizers with events', impliedBy: 'name' },
  only_with_upcoming: { type: 'untyped', default: false, rule: 'Organizers with upcoming events', impliedBy: 'name' },
  status: impliedStatus,
} as const satisfies Record<string, ListParameter>;

const tags = {
  page,
  per_page: perPage,
  search: { type: 'string', rule: 'Terms that contain the string', impliedBy: 'name' },
  exclude: { type: 'integers', rule: 'IDs to leave out' },
  include: { type: 'integers', rule: 'Restrict to IDs' },
  order: { type: 'string', rule: 'Ascending or descending' },
  orderby: { type: 'string', rule: 'Term attribute to sort by' },
  hide_empty: { type: 'boolean', default: 1, rule: 'Hide terms not assigned to any post' },
  post: { type: 'integer', rule: 'Terms assigned to that post' },
  event: { type: 'integer', rule: 'Alias of post' },
  slug: { type: 'string', rule: 'Terms with the slug', impliedBy: 'name' },
} as const satisfies Record<string, ListParameter>;

const categories = {
  ...tags,
  parent: { type: 'integer', rule: 'Children of the category', impliedBy: 'name' },
} as const satisfies Record<string, ListParameter>;

/** The query parameters of each list operation, `ml_language` aside, which every operation takes. */
export const queries = { events, venues, organizers, categories, tags } as const satisfies Record<
  Collection,
  Readonly<Record<string, ListParameter>>
>;

/** The name of a parameter that the list of a collection takes; without a collection, that any list takes. */
export type ParameterOf<C extends Collection = Collection> = {
  [K in C]: keyof (typeof queries)[K] & string;
}[C];

/** Whether the list of a collection takes a parameter of this name. */
export const isParameterOf = <C extends Collection>(collection: C, name: string): name is ParameterOf<C> =>
  Object.hasOwn(queries[collection], name);

/** The parameters that the list of a collection takes, by name and in the order of the interface. */
export const parametersOfList = <C extends Collection>(
  collection: C,
): readonly (readonly [name: ParameterOf<C>, parameter: ListParameter])[] =>
  Object.entries<ListParameter>(queries[collection]).flatMap(([name, parameter]) =>
    isParameterOf(collection, name) ? [[name, parameter] as const] : [],
  );

/** The list parameters of a collection as the general type. */
export const queryOf = (collection: Collection): Readonly<Record<string, ListParameter>> => queries[collection];
