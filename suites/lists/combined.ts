import type { Arbitrary } from 'fast-check';
import { listClauseId } from '../../contract/clauses/lists.js';
import type { Collection } from '../../contract/field.js';
import { parameterValue } from '../../generators/parameter-value.js';
import { listQuery } from '../../generators/query.js';
import type { ListQuery } from '../../generators/wire.js';
import { CannotTell } from '../../harness/errors.js';
import { type CalendarRequirement, requirement } from '../../target/subject.js';
import type { World } from '../../target/world/world.js';
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

/** Two to four parameters over what is always in view; what is drawn takes the place of the window's own bounds. */
function combinations(world: World, collection: Collection): Arbitrary<ListQuery> {
  const names: readonly string[] = parameters[collection];
  const surroundings = farTimes(world);
  const possible = names.filter((name) => parameterValue(collection, name, surroundings) !== undefined);
  if (possible.length < LEAST) throw new CannotTell(`the world offers no values to combine for ${collection}`);
  const drawn = listQuery(collection, surroundings, { parameters: names });
  const isCombined = (query: ListQuery): boolean => {
    const count = Object.keys(query).length;
    return count >= LEAST && count <= MOST;
  };
  return drawn.filter(isCombined).map((query) => ({ ...groundOf(world, collection), ...query }));
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
      const otherwise = (): ListQuery => groundOf(world, collection);
      const telling = { world, collection, otherwise, among: isInView(world) };
      return firstWith((query) => tells(query, telling), combinations(world, collection));
    },
    check: (subject, query) => expectListed(subject, collection, query, { among: isInView(subject.world) }),
  });
};
