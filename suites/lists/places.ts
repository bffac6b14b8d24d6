import type { CalendarRequirement } from '../../target/subject.js';
import { selectsBy } from './filter.js';
import { selectsByFlag } from './flag.js';

export type VenueOrOrganizer = 'venues' | 'organizers';

/** `event`: by any event of the world that is linked to some. */
export const selectsByEvent = (collection: VenueOrOrganizer): CalendarRequirement =>
  selectsBy({
    collection,
    parameter: 'event',
    statement: `A list by event holds the ${collection} related to that event, and no others.`,
    runs: 4,
  });

export const selectsThoseWithEvents = (collection: VenueOrOrganizer): CalendarRequirement =>
  selectsByFlag({
    collection,
    parameter: 'has_events',
    statement: `With has_events, a list holds the ${collection} that have associated events, and no others.`,
  });

export const selectsThoseWithUpcoming = (collection: VenueOrOrganizer): CalendarRequirement =>
  selectsByFlag({
    collection,
    parameter: 'only_with_upcoming',
    statement: `With only_with_upcoming, a list holds the ${collection} that have upcoming events, and no others.`,
  });
