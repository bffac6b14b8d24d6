import type { Reading } from '../reading.js';

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
