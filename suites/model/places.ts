import type { WorldRecord } from '../../target/world/world.js';
import { hasEvents, hasUpcoming } from './assigned.js';
import { every, type Judgement } from './judgement.js';
import { type Condition, type Context, judgeAll } from './pool.js';
import { isOfEvent } from './relations.js';
import { containsText } from './search.js';
import { hasStatus, isListed } from './status.js';

/** The parameters of the lists of venues and organizers that filter. `relation` is that of events to them. */
const venueOrOrganizerConditions = (relation: string): Readonly<Record<string, Condition>> => ({
  search: containsText,
  event: isOfEvent(relation),
  has_events: hasEvents,
  only_with_upcoming: hasUpcoming,
  status: hasStatus,
});

/** What each parameter of the lists of venues and organizers says by itself. */
export const venueAndOrganizerConditions = {
  venues: venueOrOrganizerConditions('venue'),
  organizers: venueOrOrganizerConditions('organizer'),
};

/** Whether a query of the list of venues or organizers selects a record. */
export const judgeVenueOrOrganizer = (
  place: WorldRecord,
  context: Context,
  collection: 'venues' | 'organizers',
): Judgement =>
  every([
    judgeAll(venueAndOrganizerConditions[collection], place, context),
    'status' in context.query ? 'in' : isListed(place, '', context),
  ]);
