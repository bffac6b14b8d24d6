import fc from 'fast-check';
import { alternativesFor } from '../../../adapter/profile/target-profile.js';
import { type CalendarRequirement, requirement, type Subject } from '../../../adapter/subject.js';
import { listClauseId } from '../../../contract/clauses/resource-clauses.js';
import { queryOf } from '../../../contract/queries.js';
import { type Collection, resources } from '../../../contract/resources.js';
import type { ListQuery } from '../../../generators/wire-value.js';
import { expectRefusal, expectSuccess } from '../../../kernel/expectations.js';
import { witness } from '../../../kernel/tally.js';
import { Inconclusive } from '../../../wire/errors.js';
import { isClientError } from '../../../wire/status.js';
import { expectListed } from '../../expect/expect-list.js';
import { expectSelection, LEAVES_OUT } from '../../expect/expect-selection.js';
import { select, type SelectOptions } from '../../model/select.js';
import { baseQueryOf, isJudged, isPlain } from '../../queries/base-query.js';

/**
 * Expects a query with a value that names nothing to be refused, or to give what the model says. One page is enough to
 * see a filter that does not filter.
 */
async function expectRefusedOrSelected(
  { calendar, world }: Subject,
  collection: Collection,
  query: ListQuery,
  options: SelectOptions = {},
): Promise<void> {
  const exchange = await calendar.list(collection, { ...query, per_page: calendar.profile.pageSize });
  if (isClientError(exchange)) {
    expectRefusal(exchange, 'a value that names nothing');
    // What is refused lists nothing.
    witness(LEAVES_OUT);
    return;
  }
  expectSuccess(exchange, 'a value that names nothing');
  const { items } = calendar.lens.page(collection, exchange);
  expectSelection({ world, collection, items, selection: select(world, collection, query, options), exchange });
}

/** The description of these filters speaks of slugs, their type of integers: a slug is taken, refused or matches none. */
export const takesSlugs = (collection: 'categories' | 'tags'): CalendarRequirement =>
  requirement({
    id: `events.list.${collection}.by-slug`,
    level: 'MUST',
    clause: listClauseId('events', collection),
    operations: ['events.list'],
    profile: 'core',
    needs: ['events.list'],
    effects: 'reads',
    statement: `A slug in ${collection} selects the events assigned to that term; where only ids are taken, it selects none or is refused.`,
    cost: 1,
    runs: 2,
    witnesses: [LEAVES_OUT],
    given(world) {
      const slugs = world
        .of(collection)
        .filter(isJudged(world))
        .flatMap(({ slug }) => slug ?? []);
      if (slugs.length === 0) throw new Inconclusive(`the target shows no slugs of ${collection}`);
      return fc
        .constantFrom(...slugs)
        .map((slug): ListQuery => ({ ...baseQueryOf(world, 'events'), [collection]: [slug] }));
    },
    async check(subject, query) {
      const { world } = subject;
      const takesIdsOnly = alternativesFor(world.profile, 'list.terms-by-slug').includes('ids-only');
      const expectIt = takesIdsOnly ? expectRefusedOrSelected : expectListed;
      await expectIt(subject, 'events', query, { among: isPlain(world) });
    },
  });

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
