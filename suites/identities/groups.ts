import type { Collection } from '../../contract/field.js';

/** What services may handle apart, and so is judged apart; a requirement on terms draws one kind, to be frugal. */
export const groups = {
  events: ['events'],
  venues: ['venues'],
  organizers: ['organizers'],
  terms: ['categories', 'tags'],
} as const satisfies Readonly<Record<string, readonly Collection[]>>;

export type Group = keyof typeof groups;

/** Records that have a slug, and so two addresses. */
export const slugged = ['events', 'venues', 'organizers'] as const satisfies readonly Group[];

/** What one of a group is called, with its article. */
export const oneOf = {
  events: 'an event',
  venues: 'a venue',
  organizers: 'an organizer',
  terms: 'a category or a tag',
} as const;
