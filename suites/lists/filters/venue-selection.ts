import fc from 'fast-check';
import { addDays, dayOf } from '../../../adapter/notation/day-times.js';
import type { CalendarRequirement } from '../../../adapter/subject.js';
import type { World, WorldRecord } from '../../../adapter/world/world.js';
import type { Ref } from '../../../generators/wire-value.js';
import { selectsBy, selectsByFlag, valuesOf } from './filter-rule.js';
import { selectsByMadeStatus } from './made-statuses.js';

type VenueOrOrganizer = 'venues' | 'organizers';

/** More days than any two clocks are apart. */
const LEEWAY = 2;

/** The events that are over: lists leave those out by default, and a filter by one must not. */
function overIn({ today, of }: World): readonly Ref[] {
  const isOver = ({ payload: { end_date: end } }: WorldRecord): boolean =>
    typeof end === 'string' && dayOf(end) < addDays(today, -LEEWAY);
  return of('events')
    .filter(isOver)
    .map(({ ref }) => ref);
}

/** What each parameter of the list of venues, or of organizers, selects. */
export const venueOrOrganizerRules = (collection: VenueOrOrganizer): readonly CalendarRequirement[] => [
  selectsBy({
    collection,
    parameter: 'event',
    statement: `Filtering by event returns exactly the ${collection} related to that event.`,
    runs: 4,
    // An event that is over in every other execution, the first among them.
    values: (world, { turn }) => [
      ...(turn % 2 === 0 && overIn(world).length > 0 ? [fc.constantFrom(...overIn(world))] : []),
      valuesOf(world, collection, 'event'),
    ],
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
