import type { Resource } from '../field.js';

/** A category of events; categories form a tree (interface: Event category). */
export const category = {
  collection: 'categories',
  singular: 'category',
  label: 'name',
  bySlug: false,
  fields: {
    name: { type: 'string', required: true, meaning: 'Category name' },
    description: { type: 'string', meaning: 'Description' },
    slug: { type: 'string', meaning: 'Slug' },
    parent: { type: 'integer', meaning: 'Parent category ID' },
  },
} as const satisfies Resource;
