import type { Collection } from '../contract/field.js';

/** What lists need to be asked, so that they hide as little as may be: a window as wide as time, terms without events. */
export const unfiltered = {
  events: { starts_after: '1900-01-01', starts_before: '2200-01-01' },
  venues: {},
  organizers: {},
  categories: { hide_empty: false },
  tags: { hide_empty: false },
} as const satisfies Record<Collection, object>;
