import fc from 'fast-check';
import { listClauseId } from '../../contract/clauses/lists.js';
import { resourceOf } from '../../contract/resources.js';
import { payload } from '../../generators/payload.js';
import { Inconclusive } from '../../harness/errors.js';
import { browse } from '../../target/browse.js';
import { type CalendarRequirement, requirement } from '../../target/subject.js';
import { fieldOfMade } from '../field-of-made.js';
import { expectBrowsed } from './expect-list.js';
import { expectMembership } from './expect-membership.js';
import type { VenueOrOrganizer } from './places.js';
import { someUnusualStatuses } from './unusual-statuses.js';

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
