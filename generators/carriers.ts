import type { Collection } from '../contract/field.js';
import { resources } from '../contract/resources.js';

const thirds = {
  events: 'slug',
  venues: 'website',
  organizers: 'website',
  categories: 'slug',
  tags: 'slug',
} as const satisfies Record<Collection, string>;

/**
 * The fields of a record in which generated bodies hold the marker, the label first. There are three, so that two are
 * left when one of them is under attack.
 */
export const carriersOf = (collection: Collection): readonly [string, string, string] => [
  resources[collection].label,
  'description',
  thirds[collection],
];
