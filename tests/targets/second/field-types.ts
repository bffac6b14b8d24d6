import type { Kind } from './kinds.js';

/** What a field may hold; each has a parser. */
export type FieldType =
  | 'text'
  | 'slug'
  | 'integer'
  | 'boolean'
  | 'flag'
  | 'wall'
  | 'zone'
  | 'status'
  | 'amount'
  | 'url'
  | 'email'
  | 'ids';

/** Those that venues, organizers and events have in common; the publication date is kept apart from the fields. */
const post = { author: 'integer', description: 'text', status: 'status', image: 'text' } as const;
const term = { name: 'text', description: 'text', slug: 'slug' } as const;

/** The fields of each kind, typed from the tables of the interface. `flag` is a string that stands for a boolean. */
export const fieldTypes: Readonly<Record<Kind, Readonly<Record<string, FieldType>>>> = {
  events: {
    ...post,
    title: 'text',
    start_date: 'wall',
    end_date: 'wall',
    slug: 'slug',
    excerpt: 'text',
    timezone: 'zone',
    all_day: 'boolean',
    cost: 'amount',
    website: 'url',
    show_map: 'boolean',
    show_map_link: 'boolean',
    hide_from_listings: 'boolean',
    sticky: 'boolean',
    featured: 'boolean',
    categories: 'ids',
    tags: 'ids',
    venue: 'ids',
    organizer: 'ids',
  },
  venues: {
    ...post,
    venue: 'text',
    show_map: 'flag',
    show_map_link: 'flag',
    address: 'text',
    city: 'text',
    country: 'text',
    province: 'text',
    state: 'text',
    zip: 'text',
    phone: 'text',
    stateprovince: 'text',
    website: 'url',
  },
  organizers: { ...post, organizer: 'text', phone: 'text', website: 'url', email: 'email' },
  categories: { ...term, parent: 'integer' },
  tags: term,
};

/** What a create must send. */
export const requiredFields: Readonly<Record<Kind, readonly string[]>> = {
  events: ['title', 'start_date', 'end_date'],
  venues: ['venue'],
  organizers: ['organizer'],
  categories: ['name'],
  tags: ['name'],
};
