import fc from 'fast-check';
import { browse } from '../../../adapter/reading/browse.js';
import type { CalendarRequirement } from '../../../adapter/subject.js';
import type { World } from '../../../adapter/world/world.js';
import { resourceOf } from '../../../contract/resources.js';
import { payload } from '../../../generators/payload.js';
import { DoesNotApply } from '../../../kernel/deviation.js';
import { expectBrowsed, expectMembership } from '../../expect/expect-list.js';
import { listRule } from '../../queries/list-rule.js';
import { selectsBy, selectsByFlag } from './filter-rule.js';
import { fieldOfMade } from './symbol-search.js';

type VenueOrOrganizer = 'venues' | 'organizers';

/** Statuses that the target shows, but not of records that were sent without any. */
export function unusualStatuses({ accepted, records }: World): readonly string[] {
  const usual = records.filter(({ payload: { status } }) => status === undefined).map(({ status }) => status);
  return accepted.status.filter((status) => !usual.includes(status));
}

/** The same where there are any. @throws Inconclusive where there are none */
function someUnusualStatuses(world: World): readonly string[] {
  const unusual = unusualStatuses(world);
  if (unusual.length === 0) throw new DoesNotApply('the target shows no status besides the default one');
  return unusual;
}

/** `status` of venues and organizers, by one that is made with another than the usual. */
const selectsByMadeStatus = (collection: VenueOrOrganizer): CalendarRequirement =>
  listRule({
    collection,
    parameter: 'status',
    needs: [`${collection}.create`, 'accepted.status'],
    effects: 'writes',
    witnesses: [],
    statement: `Filtering by status returns exactly the ${collection} of that status.`,
    cost: 3,
    given: (world) =>
      fc.tuple(payload(resourceOf(collection), world, { only: [] }), fc.constantFrom(...someUnusualStatuses(world))),
    async arrange({ calendar }, [body, status]) {
      const made = await calendar.make(collection, { ...body, status });
      const kept = await fieldOfMade(calendar, made, 'status');
      if (kept !== status) throw new DoesNotApply(`the target does not keep the status ${status}`);
      return made;
    },
    async check({ calendar, world }, [, status], made) {
      const browsed = await browse(calendar, collection, { status });
      expectMembership(browsed, made, true);
      expectBrowsed(browsed, { world, collection, query: { status } });
    },
  });

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
