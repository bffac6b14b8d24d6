import type { Resource } from '../field.js';

/** A tag of events (interface: Event tag). */
export const tag = {
  collection: 'tags',
  singular: 'tag',
  label: 'name',
  bySlug: false,
  fields: {
    name: { type: 'string', required: true, meaning: 'Tag name' },
    description: { type: 'string', meaning: 'Description' },
    slug: { type: 'string', meaning: 'Slug' },
  },
} as const satisfies Resource;
