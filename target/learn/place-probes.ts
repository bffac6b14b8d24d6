import type { ReadingProbe } from './reading-probe.js';

/** What teaches the readings that venues and organizers share. `v7` has no event, `v6` only a draft, `v4` only a past one. */
export const venueProbes: readonly ReadingProbe[] = [
  {
    collection: 'venues',
    query: { has_events: false },
    marks: {
      'list.has-events.false': {
        'no-filter': { in: ['v1', 'v2', 'v7'] },
        'without-events': { in: ['v7'], out: ['v1', 'v2'] },
      },
    },
  },
  {
    collection: 'venues',
    query: { has_events: true },
    marks: {
      'list.has-events.counted': {
        published: { in: ['v1', 'v2'], out: ['v6', 'v7'] },
        'any-status': { in: ['v1', 'v2', 'v6'], out: ['v7'] },
      },
    },
  },
  {
    collection: 'venues',
    query: { only_with_upcoming: true },
    marks: {
      'list.upcoming': {
        'not-ended': { in: ['v1', 'v5'], out: ['v4', 'v7'] },
        'not-started': { in: ['v1'], out: ['v4', 'v5', 'v7'] },
      },
    },
  },
];
