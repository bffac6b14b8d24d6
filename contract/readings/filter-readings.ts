import type { Reading } from './reading.js';

const bothHold = { id: 'both', text: 'Both hold.', supported: true } as const;

/** How the other filters of the event list can be understood. */
export const eventFilterReadings = [
  {
    id: 'list.status.default',
    clauses: ['event.list.status', 'venue.list.status', 'organizer.list.status'],
    question: 'What does a list without status show?',
    exhaustive: true,
    alternatives: [
      { id: 'published', text: 'Published records only.', supported: true },
      { id: 'visible', text: 'All that the identity may see.', supported: true },
    ],
  },
  {
    id: 'list.hide-from-listings',
    clauses: ['event.field.hide_from_listings', 'event.list'],
    question: 'Does hide_from_listings, which speaks of calendar views, hide an event from REST lists?',
    exhaustive: true,
    alternatives: [
      { id: 'no-effect', text: 'No, lists show it.', supported: true },
      { id: 'absent', text: 'Yes, it is absent from every list.', supported: true },
    ],
  },
  {
    id: 'list.terms-by-slug',
    clauses: ['event.list.categories', 'event.list.tags'],
    question: 'Do the categories and tags filters, declared as integers, also take slugs?',
    exhaustive: true,
    alternatives: [
      { id: 'ids-and-slugs', text: 'Yes, as the description says.', supported: true },
      { id: 'ids-only', text: 'No, as the type says.', supported: true },
    ],
  },
  {
    id: 'list.category-filter',
    clauses: ['event.list.categories'],
    question: 'Does the filter by a category include the events of its child categories?',
    exhaustive: true,
    alternatives: [
      { id: 'exact', text: 'No, only those assigned to the category itself.', supported: true },
      { id: 'with-children', text: 'Yes, descendants count as assigned.', supported: false },
    ],
  },
  {
    id: 'list.relation-filter.unknown-id',
    clauses: ['event.list.categories', 'event.list.tags', 'event.list.venue', 'event.list.organizer'],
    question: 'What does an id that no record has do in a relation filter of the event list?',
    exhaustive: true,
    alternatives: [
      { id: 'matches-nothing', text: 'It matches no event.', supported: true },
      { id: 'refused', text: 'The request is refused.', supported: true },
    ],
  },
  {
    id: 'list.include.other-filters',
    clauses: ['event.list.include', 'event.list.include.lifts-dates'],
    question: 'Do the filters that are not about dates hold beside include?',
    exhaustive: true,
    alternatives: [bothHold, { id: 'include-wins', text: 'No, include lifts every other filter.', supported: false }],
  },
  {
    id: 'list.include.unknown-id',
    clauses: ['event.list.include', 'category.list.include', 'tag.list.include'],
    question: 'What does an id that no record has do in include?',
    exhaustive: true,
    alternatives: [
      { id: 'matches-nothing', text: 'It matches no record.', supported: true },
      { id: 'refused', text: 'The request is refused.', supported: true },
    ],
  },
  {
    id: 'list.geoloc.alone',
    clauses: ['event.list.geoloc_lat', 'event.list.geoloc_lng'],
    question: 'What happens when only one of geoloc_lat and geoloc_lng is given?',
    exhaustive: true,
    alternatives: [
      { id: 'refused', text: 'The request is refused.', supported: true },
      { id: 'ignored', text: 'The lone one does not filter.', supported: false },
    ],
  },
  {
    id: 'list.premium.switched-off',
    clauses: ['event.list.geoloc', 'event.list.geoloc_lat', 'event.list.geoloc_lng', 'event.list.ticketed'],
    question: 'What happens to a premium parameter where the extension is missing?',
    exhaustive: false,
    alternatives: [
      { id: 'refused', text: 'The request is refused.', supported: true },
      { id: 'ignored', text: 'The parameter does not filter.', supported: true },
    ],
  },
] as const satisfies readonly Reading[];

/** How the filters of the venue and organizer lists can be understood, and those they share with terms. */
export const venueFilterReadings = [
  {
    id: 'list.event-filter.unknown-id',
    clauses: [
      'venue.list.event',
      'organizer.list.event',
      'category.list.event',
      'category.list.post',
      'category.list.parent',
      'tag.list.event',
      'tag.list.post',
    ],
    question: 'What does an id that no record has do in event, post or parent?',
    exhaustive: true,
    alternatives: [
      { id: 'matches-nothing', text: 'It matches no record.', supported: true },
      { id: 'refused', text: 'The request is refused.', supported: true },
    ],
  },
  {
    id: 'list.has-events.counted',
    clauses: ['venue.list.has_events', 'organizer.list.has_events'],
    question: 'Which events count for has_events?',
    exhaustive: true,
    alternatives: [
      { id: 'published', text: 'Published ones.', supported: true },
      { id: 'any-status', text: 'Those of any status.', supported: true },
    ],
  },
  {
    id: 'list.has-events.false',
    clauses: ['venue.list.has_events', 'organizer.list.has_events'],
    question: 'What does has_events=false select?',
    exhaustive: true,
    alternatives: [
      { id: 'no-filter', text: 'All records: it does not filter.', supported: true },
      { id: 'without-events', text: 'Records without events.', supported: true },
    ],
  },
  {
    id: 'list.upcoming',
    clauses: ['venue.list.only_with_upcoming', 'organizer.list.only_with_upcoming'],
    question: 'When is an event upcoming?',
    exhaustive: true,
    alternatives: [
      { id: 'not-ended', text: 'While it has not ended.', supported: true },
      { id: 'not-started', text: 'While it has not started.', supported: true },
    ],
  },
] as const satisfies readonly Reading[];
