import type { CalendarRequirement } from '../../../adapter/subject.js';
import { selectsBy, selectsByFlag } from './filter-rule.js';
import { selectsByMadeStatus } from './made-statuses.js';

type VenueOrOrganizer = 'venues' | 'organizers';

/** What each parameter of the list of venues, or of organizers, selects. */
export const venueOrOrganizerRules = (collection: VenueOrOrganizer): readonly CalendarRequirement[] => [
  selectsBy({
    collection,
    parameter: 'event',
    statement: `Filtering by event returns exactly the ${collection} related to that event.`,
    runs: 4,
  }),
  selectsByFlag({
    collection,
    parameter: 'has_events',
    statement: `has_events=true returns exactly the ${collection} that have associated events.`,
  }),
  selectsByFlag({
    collection,
    parameter: 'only_with_upcoming',
    statement: `only_with_upcoming=true returns exactly the ${collection} that have upcoming events.`,
  }),
  selectsByMadeStatus(collection),
];
