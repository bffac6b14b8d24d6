import type { Collection, Resource } from './field.js';
import { category } from './resources/category.js';
import { event } from './resources/event.js';
import { organizer } from './resources/organizer.js';
import { tag } from './resources/tag.js';
import { venue } from './resources/venue.js';

/** The five kinds of record, by the name of their collection in the path. */
export const resources = {
  events: event,
  venues: venue,
  organizers: organizer,
  categories: category,
  tags: tag,
} as const satisfies Record<Collection, Resource>;

/** The five collections, in the order of the interface. */
export const collections = Object.keys(resources) as readonly Collection[];

/** The body fields of an event that hold ids of other records, and the collection they point to. */
export const eventRelations = {
  categories: 'categories',
  tags: 'tags',
  venue: 'venues',
  organizer: 'organizers',
} as const satisfies Record<string, Collection>;

/** A body field of an event that links other records. */
export type Relation = keyof typeof eventRelations;

/** The four relations of an event, in the order of the interface. */
export const relations = Object.keys(eventRelations) as readonly Relation[];

/** The resource of a collection as the general type, for code that treats all five alike. */
export const resourceOf = (collection: Collection): Resource => resources[collection];
