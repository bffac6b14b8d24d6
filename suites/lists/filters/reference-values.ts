import fc from 'fast-check';
import { alternativesFor } from '../../../adapter/profile/target-profile.js';
import type { CalendarRequirement, Subject } from '../../../adapter/subject.js';
import { type ParameterOf, queryOf } from '../../../contract/queries.js';
import { type Collection, resources } from '../../../contract/resources.js';
import type { ListQuery } from '../../../generators/wire-value.js';
import { DoesNotApply } from '../../../kernel/deviation.js';
import { expectRefusal, expectSuccess } from '../../../kernel/expectations.js';
import { witness } from '../../../kernel/tally.js';
import { isClientError } from '../../../wire/status.js';
import { expectListed } from '../../expect/expect-list.js';
import { expectSelection, LEAVES_OUT } from '../../expect/expect-selection.js';
import { select, type SelectOptions } from '../../model/select.js';
import { baseQueryOf, isJudged, isPlain } from '../../queries/base-query.js';
import { listRule } from '../../queries/list-rule.js';

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
  const exchange = await calendar.list(collection, { ...query, per_page: calendar.profile.pageSizes[collection] });
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
  listRule({
    collection: 'events',
    parameter: collection,
    rule: 'by-slug',
    statement: `A slug in ${collection} selects the events assigned to that term; a target that takes only ids selects none or refuses it.`,
    cost: 1,
    runs: 2,
    witnesses: [LEAVES_OUT],
    given(world) {
      const slugs = world
        .of(collection)
        .filter(isJudged(world))
        .flatMap(({ slug }) => slug ?? []);
      if (slugs.length === 0) throw new DoesNotApply(`the target shows no slugs of ${collection}`);
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
const parameters: { readonly [C in Collection]: readonly ParameterOf<C>[] } = {
  events: ['categories', 'tags', 'venue', 'organizer', 'include'],
  venues: ['event'],
  organizers: ['event'],
  categories: ['include', 'post', 'event', 'parent'],
  tags: ['include', 'post', 'event'],
};

/** An id that no record has is refused or matches nothing; it never lifts the filter. */
export const ignoresNoUnknownId = (collection: Collection): CalendarRequirement =>
  listRule({
    collection,
    parameters: parameters[collection],
    rule: 'unknown-id',
    statement: `Filtering ${collection} by an id that no record has is refused, or returns no ${resources[collection].singular} without that id.`,
    cost: 1,
    runs: parameters[collection].length,
    witnesses: [LEAVES_OUT],
    given: (world) =>
      fc.constantFrom(...parameters[collection]).map((parameter): ListQuery => {
        const value = queryOf(collection)[parameter]?.type === 'integers' ? [UNKNOWN] : UNKNOWN;
        return { ...baseQueryOf(world, collection), [parameter]: value };
      }),
    check: (subject, query) => expectRefusedOrSelected(subject, collection, query, { among: isPlain(subject.world) }),
  });
