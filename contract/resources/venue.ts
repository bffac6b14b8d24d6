import type { Resource } from '../field.js';

/** A place where events happen (interface: Venue). */
export const venue = {
  collection: 'venues',
  singular: 'venue',
  label: 'venue',
  bySlug: true,
  fields: {
    venue: { type: 'string', required: true, meaning: 'Venue name' },
    author: { type: 'integer', meaning: 'Author ID' },
    date: { type: 'string', meaning: 'Publication date' },
    date_utc: { type: 'string', meaning: 'Publication date in UTC' },
    description: { type: 'string', default: null, meaning: 'Description' },
    status: { type: 'string', meaning: 'Post status' },
    show_map: { type: 'string', default: null, meaning: 'Whether events linked to the venue show a map' },
    show_map_link: { type: 'string', default: null, meaning: 'Whether events linked to the venue show a map link' },
    address: { type: 'string', default: null, meaning: 'Street address' },
    city: { type: 'string', default: null, meaning: 'City' },
    country: { type: 'string', default: null, meaning: 'Country' },
    province: { type: 'string', default: null, meaning: 'Province' },
    state: { type: 'string', default: null, meaning: 'State' },
    zip: { type: 'string', default: null, meaning: 'Postal code' },
    phone: { type: 'string', default: null, meaning: 'Telephone number' },
    stateprovince: { type: 'string', default: null, meaning: 'Combined state and province' },
    website: { type: 'string', default: null, meaning: 'Website URL' },
    image: { type: 'string', default: null, meaning: 'Featured image ID or URL' },
  },
} as const satisfies Resource;
