import fc, { type Arbitrary } from 'fast-check';
import { listClauseId } from '../../contract/clauses/lists.js';
import type { Collection } from '../../contract/field.js';
import { listQuery } from '../../generators/query.js';
import type { ListQuery } from '../../generators/wire.js';
import { type CalendarRequirement, requirement } from '../../target/subject.js';
import type { World } from '../../target/world/world.js';
import { LEAVES_OUT, RETURNS, type Selection } from '../expect-selection.js';
import { select } from '../model/select.js';
import { expectListed } from './expect-list.js';
import { farTimes, groundOf, isInView } from './ground.js';
import { leaveOut, preferring } from './telling.js';

/** Parameters that are combined, the first of which stands for all where one clause must be named. */
const combined = {
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

/** A query with something to return, and one with nothing. Where there are such, every part of them has a say. */
function combinations(world: World, collection: Collection): Arbitrary<readonly ListQuery[]> {
  const ground = groundOf(world, collection);
  const parameters: readonly string[] = combined[collection];
  // What is drawn takes the place of the window's own bounds.
  const drawn = listQuery(collection, farTimes(world), { parameters }).map((query) => ({ ...ground, ...query }));
  const selected = (query: ListQuery): Selection => select(world, collection, query, { among: isInView(world) });
  const namesIn = (query: ListQuery) => Object.keys(query).filter((name) => query[name] !== ground[name]);
  const tells = (query: ListQuery): boolean => {
    const { length } = namesIn(query);
    return length >= LEAST && length <= MOST && selected(query).mustNot.length > 0;
  };
  const returns = (query: ListQuery): boolean => tells(query) && selected(query).must.length > 0;
  const returnsNothing = (query: ListQuery): boolean => tells(query) && selected(query).must.length === 0;
  const isSharp = (query: ListQuery): boolean => {
    const whole = JSON.stringify(selected(query));
    // Without it, the query would select others.
    const hasSay = (name: string): boolean =>
      JSON.stringify(selected({ ...ground, ...leaveOut(name)(query) })) !== whole;
    return namesIn(query).every(hasSay);
  };
  return fc.tuple(
    preferring(drawn, (query) => returns(query) && isSharp(query), returns),
    preferring(drawn, (query) => returnsNothing(query) && isSharp(query), returnsNothing, returns),
  );
}

/** Several parameters together select what each of them selects. */
export const combinesFilters = (collection: Collection): CalendarRequirement => {
  const [first, ...others] = combined[collection];
  return requirement({
    id: `${collection}.list.combined`,
    level: 'MUST',
    clause: listClauseId(collection, first),
    alsoTells: others.map((parameter) => listClauseId(collection, parameter)),
    operations: [`${collection}.list`],
    profile: 'core',
    needs: [`${collection}.list`],
    effects: 'reads',
    statement: `A list of ${collection} by several parameters holds what all of them select, be it nothing, and no others.`,
    cost: 2,
    runs: collection === 'events' ? 8 : 5,
    witnesses: [RETURNS, LEAVES_OUT],
    given: (world) => combinations(world, collection),
    async check(subject, queries) {
      const judged = { among: isInView(subject.world) };
      for (const query of queries) await expectListed(subject, collection, query, judged);
    },
  });
};
