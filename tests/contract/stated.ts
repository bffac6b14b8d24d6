/**
 * The tables of the interface, copied by hand from the interface itself and not from `contract/`, in the notation
 * `name: type, required, default value, extension, rule`, where `rule` is said of a parameter that has one.
 */
import type { Collection } from '../../contract/resources.js';

const linesOf = (text: string): readonly string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');

/** The headings of the interface, what stands in parentheses left out, and the table that stands under none of its own. */
export const statedHeadings: readonly string[] = [
  'What the service does',
  'Resources and their fields',
  'Common parameter ml_language',
  'Event',
  'Venue',
  'Organizer',
  'Event category',
  'Event tag',
  'Relations',
  'States and transitions',
  'Endpoints',
  'Index and documentation',
  'Events',
  'Query parameters of GET /NS/events',
  'Venues',
  'Organizers',
  'Categories',
  'Tags',
  'Authentication',
  'Errors',
  'Limits',
  'Versioning',
];

/** The fields of each resource (interface: Resources and their fields). */
export const statedFields: Readonly<Record<Collection, readonly string[]>> = {
  events: linesOf(`
    title: string, required
    start_date: string, required
    end_date: string, required
    author: integer
    date: string
    date_utc: string
    description: string
    slug: string
    excerpt: string
    status: string
    timezone: string
    all_day: boolean, default false
    image: string
    cost: untyped
    website: untyped (URL), default null
    show_map: boolean
    show_map_link: boolean
    hide_from_listings: boolean
    sticky: boolean
    featured: boolean
    categories: array of integer, default null
    tags: array of integer, default null
    venue: array of integer, default null
    organizer: array of integer, default null
  `),
  venues: linesOf(`
    venue: string, required
    author: integer
    date: string
    date_utc: string
    description: string, default null
    status: string
    show_map: string, default null
    show_map_link: string, default null
    address: string, default null
    city: string, default null
    country: string, default null
    province: string, default null
    state: string, default null
    zip: string, default null
    phone: string, default null
    stateprovince: string, default null
    website: string, default null
    image: string, default null
  `),
  organizers: linesOf(`
    organizer: string, required, default null
    author: integer, default null
    date: string, default null
    date_utc: string, default null
    description: string, default null
    status: string, default null
    phone: string, default null
    website: string, default null
    email: string, default null
    image: string, default null
  `),
  categories: linesOf(`
    name: string, required
    description: string
    slug: string
    parent: integer
  `),
  tags: linesOf(`
    name: string, required
    description: string
    slug: string
  `),
};

const statedVenueParameters = linesOf(`
  page: integer, default 1
  per_page: integer, default 10
  search: string, rule
  event: integer, rule
  has_events: untyped, rule
  only_with_upcoming: untyped, default false, rule
  status: string
`);

const statedOrganizerParameters = linesOf(`
  page: integer, default 1
  per_page: integer, default 10
  search: string
  event: integer
  has_events: untyped
  only_with_upcoming: untyped, default false
  status: string
`);

const statedCategoryParameters = linesOf(`
  page: integer, default 1
  per_page: integer, default 10
  search: string
  exclude: array of integer, rule
  include: array of integer, rule
  order: string, rule
  orderby: string, rule
  hide_empty: boolean, default 1, rule
  parent: integer
  post: integer, rule
  event: integer, rule
  slug: string
`);

/** The query parameters of each list, ml_language aside (interface: Endpoints). */
export const statedParameters: Readonly<Record<Collection, readonly string[]>> = {
  events: linesOf(`
    page: integer, default 1, rule
    per_page: integer, default 10, rule
    start_date: date-time, rule
    end_date: date-time, rule
    starts_before: date, rule
    starts_after: date, rule
    ends_before: date, rule
    ends_after: date, rule
    strict_dates: untyped, default false, rule
    search: string, rule
    categories: array of integer, rule
    tags: array of integer, rule
    venue: array of integer, rule
    organizer: array of integer, rule
    featured: boolean, rule
    status: string, rule
    geoloc: boolean, extension, rule
    geoloc_lat: double, extension, rule
    geoloc_lng: double, extension, rule
    include: array of integer, rule
    post_parent: integer, rule
    ticketed: boolean, rule
  `),
  venues: statedVenueParameters,
  organizers: statedOrganizerParameters,
  categories: statedCategoryParameters,
  tags: statedCategoryParameters.filter((line) => line !== 'parent: integer'),
};

/** Every method and path (interface: Endpoints). */
export const statedOperations = linesOf(`
  GET /NS
  GET /NS/doc
  GET /NS/events
  POST /NS/events
  GET /NS/events/{id}
  DELETE /NS/events/{id}
  POST /NS/events/{id}
  PUT /NS/events/{id}
  PATCH /NS/events/{id}
  GET /NS/events/by-slug/{slug}
  DELETE /NS/events/by-slug/{slug}
  POST /NS/events/by-slug/{slug}
  PUT /NS/events/by-slug/{slug}
  PATCH /NS/events/by-slug/{slug}
  GET /NS/venues
  POST /NS/venues
  GET /NS/venues/{id}
  DELETE /NS/venues/{id}
  POST /NS/venues/{id}
  PUT /NS/venues/{id}
  PATCH /NS/venues/{id}
  GET /NS/venues/by-slug/{slug}
  DELETE /NS/venues/by-slug/{slug}
  POST /NS/venues/by-slug/{slug}
  PUT /NS/venues/by-slug/{slug}
  PATCH /NS/venues/by-slug/{slug}
  GET /NS/organizers
  POST /NS/organizers
  GET /NS/organizers/{id}
  DELETE /NS/organizers/{id}
  POST /NS/organizers/{id}
  PUT /NS/organizers/{id}
  PATCH /NS/organizers/{id}
  GET /NS/organizers/by-slug/{slug}
  DELETE /NS/organizers/by-slug/{slug}
  POST /NS/organizers/by-slug/{slug}
  PUT /NS/organizers/by-slug/{slug}
  PATCH /NS/organizers/by-slug/{slug}
  GET /NS/categories
  POST /NS/categories
  GET /NS/categories/{id}
  DELETE /NS/categories/{id}
  POST /NS/categories/{id}
  PUT /NS/categories/{id}
  PATCH /NS/categories/{id}
  GET /NS/tags
  POST /NS/tags
  GET /NS/tags/{id}
  DELETE /NS/tags/{id}
  POST /NS/tags/{id}
  PUT /NS/tags/{id}
  PATCH /NS/tags/{id}
`);

/** Every sentence in which the interface says that it does not show something, and the gaps that it opens. */
export const statedSilences: readonly { readonly sentence: string; readonly gaps: readonly string[] }[] = [
  {
    sentence: 'Representation returned for each resource: not shown.',
    gaps: ['gap.representation', 'gap.representation.relations', 'gap.representation.count'],
  },
  {
    sentence:
      'Events, venues and organizers carry a `status` field, described as the post status of the record. Allowed values of `status`: not shown.',
    gaps: ['gap.status.values'],
  },
  { sentence: 'Transitions: not shown.', gaps: ['gap.status.transitions'] },
  {
    sentence: 'Response body of every operation: not shown (only request parameters are given).',
    gaps: ['gap.response.item', 'gap.response.list', 'gap.response.index', 'gap.response.doc', 'gap.create.response'],
  },
  {
    sentence: 'Behavior of DELETE and the difference between POST, PUT and PATCH on an item: not shown.',
    gaps: ['gap.delete', 'gap.update'],
  },
  {
    sentence: 'Authentication scheme, credentials and permissions per operation: not shown.',
    gaps: ['gap.access.scheme', 'gap.access.permissions'],
  },
  { sentence: 'Notifications, callbacks or webhooks: not shown.', gaps: ['gap.notifications'] },
  {
    sentence: 'Error response format, status codes and error codes: not shown.',
    gaps: ['gap.errors.format', 'gap.errors.status'],
  },
  {
    sentence: 'Maximum per_page, rate limits and size limits: not shown.',
    gaps: ['gap.per-page.maximum', 'gap.limits'],
  },
  { sentence: 'Deprecation policy and any other versions: not shown.', gaps: ['gap.versions'] },
];
