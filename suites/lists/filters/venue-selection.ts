import fc from 'fast-check';
import { browse } from '../../../adapter/reading/browse.js';
import { type CalendarRequirement, requirement } from '../../../adapter/subject.js';
import type { World } from '../../../adapter/world/world.js';
import { listClauseId } from '../../../contract/clauses/resource-clauses.js';
import { resourceOf } from '../../../contract/resources.js';
import { payload } from '../../../generators/payload.js';
import { Inconclusive } from '../../../wire/errors.js';
import { expectBrowsed, expectMembership } from '../../expect/expect-list.js';
import { selectsBy, selectsByFlag } from './filter-rule.js';
import { fieldOfMade } from './symbol-search.js';

type VenueOrOrganizer = 'venues' | 'organizers';

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

/** Statuses that the target shows, but not of records that were sent without any. */
export function unusualStatuses({ accepted, records }: World): readonly string[] {
  const usual = records.filter(({ payload: { status } }) => status === undefined).map(({ status }) => status);
  return accepted.status.filter((status) => !usual.includes(status));
}

/** The same where there are any. @throws CannotTell where there are none */
function someUnusualStatuses(world: World): readonly string[] {
  const unusual = unusualStatuses(world);
  if (unusual.length === 0) throw new Inconclusive('no status is known besides the one that records have by default');
  return unusual;
}

/** `status` of venues and organizers, by one that is made with another than the usual. */
export const selectsByMadeStatus = (collection: VenueOrOrganizer): CalendarRequirement =>
  requirement({
    id: `${collection}.list.status`,
    level: 'MUST',
    clause: listClauseId(collection, 'status'),
    operations: [`${collection}.list`],
    profile: 'core',
    needs: [`${collection}.list`, `${collection}.create`, 'accepted.status'],
    effects: 'writes',
    statement: `A list by status holds the ${collection} of that status, and no others.`,
    cost: 3,
    given: (world) =>
      fc.tuple(payload(resourceOf(collection), world, { only: [] }), fc.constantFrom(...someUnusualStatuses(world))),
    async arrange({ calendar }, [body, status]) {
      const made = await calendar.make(collection, { ...body, status });
      const kept = await fieldOfMade(calendar, made, 'status');
      if (kept !== status) throw new Inconclusive(`the status ${status} is not kept`);
      return made;
    },
    async check({ calendar, world }, [, status], made) {
      const browsed = await browse(calendar, collection, { status });
      expectMembership(browsed, made, true);
      expectBrowsed(browsed, { world, collection, query: { status } });
    },
  });
