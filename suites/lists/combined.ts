import { listClauseId } from '../../contract/clauses/lists.js';
import type { Collection } from '../../contract/field.js';
import { parameterValue } from '../../generators/parameter-value.js';
import { listQuery } from '../../generators/query.js';
import type { ListQuery } from '../../generators/wire.js';
import { CannotTell } from '../../harness/errors.js';
import { type CalendarRequirement, requirement } from '../../target/subject.js';
import { LEAVES_OUT, RETURNS } from '../expect-selection.js';
import { expectListed } from './expect-list.js';
import { farTimes, groundOf, isInView } from './ground.js';
import { firstWith, tells } from './telling.js';

/** Parameters that are combined, the first of which stands for all where one clause must be named. */
const parameters = {
  events: [
    'search',
    'start_date',
    'end_date',
    'starts_before',
    'starts_after',
    'ends_before',
    'ends_after',
    'strict_dates',
    'categories',
    'tags',
    'venue',
    'organizer',
    'featured',
    'status',
    'include',
  ],
  venues: ['search', 'event', 'has_events', 'only_with_upcoming', 'status'],
  organizers: ['search', 'event', 'has_events', 'only_with_upcoming', 'status'],
  categories: ['search', 'exclude', 'include', 'hide_empty', 'post', 'event', 'slug', 'parent'],
  tags: ['search', 'exclude', 'include', 'hide_empty', 'post', 'event', 'slug'],
} as const satisfies Record<Collection, readonly string[]>;

const [LEAST, MOST] = [2, 4];

/** Whether so many parameters are combined, those of the ground aside. */
function isCombined(query: ListQuery, ground: ListQuery): boolean {
  const count = Object.keys(query).filter((name) => query[name] !== ground[name]).length;
  return count >= LEAST && count <= MOST;
}

/** Several parameters together select what each of them selects. */
export const combinesFilters = (collection: Collection): CalendarRequirement => {
  const [first, ...others] = parameters[collection];
  return requirement({
    id: `${collection}.list.combined`,
    level: 'MUST',
    clause: listClauseId(collection, first),
    alsoTells: others.map((parameter) => listClauseId(collection, parameter)),
    operations: [`${collection}.list`],
    profile: 'core',
    needs: [`${collection}.list`],
    effects: 'reads',
    statement: `A list of ${collection} by several parameters holds what all of them select, and no others.`,
    cost: 1,
    runs: collection === 'events' ? 15 : 6,
    ...(collection !== 'events' && { thorough: true }),
    witnesses: [RETURNS, LEAVES_OUT],
    given(world) {
      const names: readonly string[] = parameters[collection];
      const ground = groundOf(world, collection);
      const telling = { world, collection, otherwise: () => ground, among: isInView(world) };
      // What is drawn takes the place of the window's own bounds.
      const drawn = listQuery(collection, farTimes(world), { parameters: names }).map((query) => ({
        ...ground,
        ...query,
      }));
      return firstWith((query: ListQuery) => isCombined(query, ground) && tells(query, telling), drawn);
    },
    check: (subject, query) => expectListed(subject, collection, query, { among: isInView(subject.world) }),
  });
};
