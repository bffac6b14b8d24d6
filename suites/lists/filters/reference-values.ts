import fc from 'fast-check';
import { alternativesFor } from '../../../adapter/profile/target-profile.js';
import type { CalendarRequirement, Subject } from '../../../adapter/subject.js';
import type { World, WorldRecord } from '../../../adapter/world/world.js';
import { type ParameterOf, queryOf } from '../../../contract/queries.js';
import type { Collection } from '../../../contract/resources.js';
import type { ListQuery, Ref } from '../../../generators/wire-value.js';
import { DoesNotApply } from '../../../kernel/deviation.js';
import { expectRefusal, expectSuccess } from '../../../kernel/expectations.js';
import { witness } from '../../../kernel/tally.js';
import { isClientError } from '../../../wire/status.js';
import { droppableButOne } from '../../arbitraries/subsets.js';
import { expectListed } from '../../expect/expect-list.js';
import { expectSelection, LEAVES_OUT } from '../../expect/expect-selection.js';
import { select, type SelectOptions } from '../../model/select.js';
import { baseQueryOf, isJudged, isPlain } from '../../queries/base-query.js';
import { extentOf } from '../../queries/drawn-filters.js';
import { listRule } from '../../queries/list-rule.js';
import { markOfRun } from '../../queries/short-lists.js';

/**
 * Expects a query with a value that names nothing to be refused, or to give what the model says. One page is enough to
 * see a filter that does not filter; where records must be there, further ones are read.
 */
async function expectRefusedOrSelected(
  { calendar, world }: Subject,
  collection: Collection,
  query: ListQuery,
  options: SelectOptions = {},
): Promise<void> {
  const size = calendar.profile.pageSizes[collection];
  const exchange = await calendar.list(collection, { ...query, per_page: size });
  if (isClientError(exchange)) {
    expectRefusal(exchange, 'a value that names nothing');
    // What is refused lists nothing.
    witness(LEAVES_OUT);
    return;
  }
  expectSuccess(exchange, 'a value that names nothing');
  const { items } = calendar.lens.page(collection, exchange);
  const selection = select(world, collection, query, options);
  if (selection.must.length > 0 && items.length >= size)
    return expectListed({ calendar, world }, collection, query, options);
  expectSelection({ world, collection, items, selection, exchange });
}

const takesBoth = ({ profile }: World): boolean => !alternativesFor(profile, 'list.terms-by-slug').includes('ids-only');

/** An id and a slug of two terms, each of which selects some event that the other does not. */
function idsBesideSlugs(world: World, collection: 'categories' | 'tags'): readonly (readonly (Ref | string)[])[] {
  const terms = world.of(collection).filter(isJudged(world));
  const extents = terms.map(({ ref }) => extentOf(world, 'events', { [collection]: [ref] }));
  return terms.flatMap(({ ref }, one) =>
    terms.flatMap(({ slug }, other) => {
      const isApart = [...(extents[one] ?? [])].some((key) => extents[other]?.has(key) === false);
      return slug !== undefined && isApart && extents[other]?.size !== 0 ? [[ref, slug]] : [];
    }),
  );
}

/** The description of these filters speaks of slugs, their type of integers: a slug is taken, refused or matches none. */
export const takesSlugs = (collection: 'categories' | 'tags'): CalendarRequirement =>
  listRule({
    collection: 'events',
    parameter: collection,
    rule: 'by-slug',
    statement: `A slug in ${collection}, beside an id or alone, selects the events assigned to that term; a target that takes only ids selects none or refuses it.`,
    cost: 1,
    witnesses: [LEAVES_OUT],
    given(world) {
      const slugs = world
        .of(collection)
        .filter(isJudged(world))
        .flatMap(({ slug }) => slug ?? []);
      if (slugs.length === 0) throw new DoesNotApply(`the target shows no slugs of ${collection}`);
      // Beside an id, where it is known that slugs are taken.
      const mixed = takesBoth(world) ? idsBesideSlugs(world, collection) : [];
      const values = mixed.length > 0 ? mixed : slugs.map((slug) => [slug]);
      return fc
        .constantFrom(...values)
        .map((value): ListQuery => ({ ...baseQueryOf(world, 'events'), [collection]: value }));
    },
    async check(subject, query) {
      const { world } = subject;
      const expectIt = takesBoth(world) ? expectListed : expectRefusedOrSelected;
      await expectIt(subject, 'events', query, { among: isPlain(world) });
    },
  });

/** An id of no record, within 31 bits so that it is a number to every target. */
const UNKNOWN = 2_147_483_646;

/** The parameters that take ids, and restrict to them or leave them out. */
const parameters: { readonly [C in Collection]: readonly ParameterOf<C>[] } = {
  events: ['categories', 'tags', 'venue', 'organizer', 'include'],
  venues: ['event'],
  organizers: ['event'],
  categories: ['include', 'post', 'event', 'parent', 'exclude'],
  tags: ['include', 'post', 'event', 'exclude'],
};

/** Where nothing is left out, all there is may take many pages: what is left is looked for among the names of the run. */
const groundFor = (world: World, collection: Collection, parameter: ParameterOf): ListQuery =>
  parameter === 'exclude' ? { search: markOfRun(world, collection) ?? '' } : baseQueryOf(world, collection);

const parametersIn = (world: World, collection: Collection): readonly ParameterOf[] =>
  parameters[collection].filter((name) => name !== 'exclude' || markOfRun(world, collection) !== undefined);

/** An id of no record; of terms, also that of one of the other kind: many services keep both kinds in one table. */
function ofNobody(world: World, collection: Collection, name: ParameterOf): readonly ListQuery[] {
  const isList = queryOf(collection)[name]?.type === 'integers';
  const isTerm = collection === 'events' && (name === 'categories' || name === 'tags');
  const values = [UNKNOWN, ...(isTerm ? ofOtherTerm(world, name) : [])];
  return values.map((id) => ({ ...groundFor(world, collection, name), [name]: isList ? [id] : id }));
}

/** The id of a term of the other kind that events have, where no known one of the kind that is asked for has it. */
function ofOtherTerm(world: World, asked: 'categories' | 'tags'): readonly number[] {
  const other = asked === 'categories' ? 'tags' : 'categories';
  const isOnlyThere = ({ id, ref }: WorldRecord): boolean =>
    /^\d{1,15}$/.test(id) &&
    world.refOf(asked, id) === undefined &&
    extentOf(world, 'events', { [other]: [ref] }).size > 0;
  const found = world.of(other).filter(isJudged(world)).find(isOnlyThere);
  return found?.complete ? [Number(found.id)] : [];
}

/**
 * An id that no record of the kind has is refused or matches nothing; it never lifts the filter, nor leaves out all. Ids
 * of records of other kinds are such ids.
 */
export const ignoresNoUnknownId = (collection: Collection): CalendarRequirement =>
  listRule({
    collection,
    parameters: parameters[collection],
    rule: 'unknown-id',
    statement: `In a filter of ${collection}, an id that no record of the kind has is refused, or selects none and leaves out none.`,
    cost: parameters[collection].length + (collection === 'events' ? 2 : 0),
    witnesses: [LEAVES_OUT],
    given: (world) => droppableButOne(parametersIn(world, collection).map((name) => fc.constant(name))),
    async check(subject, names) {
      const among = isPlain(subject.world);
      for (const query of names.flatMap((name) => ofNobody(subject.world, collection, name)))
        await expectRefusedOrSelected(subject, collection, query, { among });
    },
  });
