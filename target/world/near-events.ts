import type { EventDesign } from './event-design.js';

/** Around today, for the default window and upcoming: over, running, soon and in most of a year. */
export const nearEvents: readonly EventDesign[] = [
  { key: 'past', word: 'Bygone', start: [-40, '10:00:00'], end: [-40, '12:00:00'], venue: ['v4'], organizer: ['o4'] },
  { key: 'running', word: 'Ongoing', start: [-3, '10:00:00'], end: [4, '10:00:00'], venue: ['v5'] },
  { key: 'soon', word: 'Shortly', start: [5, '10:00:00'], end: [5, '12:00:00'], venue: ['v1'], organizer: ['o1'] },
  { key: 'later', word: 'Eventually', start: [300, '10:00:00'], end: [300, '12:00:00'], venue: ['v2'] },
];
