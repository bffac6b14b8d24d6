import type { Resource } from '../field.js';

/** Someone who organizes events (interface: Organizer). */
export const organizer = {
  collection: 'organizers',
  singular: 'organizer',
  label: 'organizer',
  bySlug: true,
  fields: {
    organizer: { type: 'string', required: true, default: null, meaning: 'Organizer name' },
    author: { type: 'integer', default: null, meaning: 'Author ID' },
    date: { type: 'string', default: null, meaning: 'Publication date' },
    date_utc: { type: 'string', default: null, meaning: 'Publication date in UTC' },
    description: { type: 'string', default: null, meaning: 'Description' },
    status: { type: 'string', default: null, meaning: 'Post status' },
    phone: { type: 'string', default: null, meaning: 'Telephone number' },
    website: { type: 'string', default: null, meaning: 'Website' },
    email: { type: 'string', default: null, meaning: 'E-mail address' },
    image: { type: 'string', default: null, meaning: 'Featured image ID or URL' },
  },
} as const satisfies Resource;
