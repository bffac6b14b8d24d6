import type { CalendarRequirement } from '../../target/subject.js';
import { selectsBy } from './filter.js';
import { selectsByFlag } from './flag.js';

/** `featured`. */
export const selectsFeatured: CalendarRequirement = selectsByFlag({
  collection: 'events',
  parameter: 'featured',
  statement: 'A list by featured holds the events that are featured, or with featured=false those that are not.',
});

/** `status` of events, by the statuses that the target itself shows. */
export const selectsEventsByStatus: CalendarRequirement = selectsBy({
  collection: 'events',
  parameter: 'status',
  statement: 'A list by status holds the events of that status, and no others.',
  runs: 2,
  needs: ['accepted.status'],
});
