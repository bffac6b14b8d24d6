import fc from 'fast-check';
import { listClauseId } from '../../contract/clauses/lists.js';
import type { Collection } from '../../contract/field.js';
import { queryOf } from '../../contract/queries.js';
import { resources } from '../../contract/resources.js';
import type { ListQuery } from '../../generators/wire.js';
import { type CalendarRequirement, requirement } from '../../target/subject.js';
import { LEAVES_OUT } from '../expect-selection.js';
import { expectRefusedOrSelected } from './expect-refused-or-selected.js';
import { baseQueryOf, isPlain } from './ground.js';

/** An id of no record, within 31 bits so that it is a number to every target. */
const UNKNOWN = 2_147_483_646;

/** The parameters that take ids and restrict to them. */
const parameters: Readonly<Record<Collection, readonly [string, ...string[]]>> = {
  events: ['categories', 'tags', 'venue', 'organizer', 'include'],
  venues: ['event'],
  organizers: ['event'],
  categories: ['include', 'post', 'event', 'parent'],
  tags: ['include', 'post', 'event'],
};

/** An id that no record has is refused or matches nothing; it never lifts the filter. */
export const ignoresNoUnknownId = (collection: Collection): CalendarRequirement => {
  const [first, ...others] = parameters[collection];
  return requirement({
    id: `${collection}.list.unknown-id`,
    level: 'MUST',
    clause: listClauseId(collection, first),
    alsoCovers: others.map((parameter) => listClauseId(collection, parameter)),
    operations: [`${collection}.list`],
    profile: 'core',
    needs: [`${collection}.list`],
    effects: 'reads',
    statement: `A list of ${collection} by an id that no record has is refused, or holds no ${resources[collection].singular} that lacks it.`,
    cost: 1,
    runs: 1 + others.length,
    witnesses: [LEAVES_OUT],
    given: (world) =>
      fc.constantFrom(first, ...others).map((parameter): ListQuery => {
        const value = queryOf(collection)[parameter]?.type === 'integers' ? [UNKNOWN] : UNKNOWN;
        return { ...baseQueryOf(world, collection), [parameter]: value };
      }),
    check: (subject, query) => expectRefusedOrSelected(subject, collection, query, { among: isPlain(subject.world) }),
  });
};
