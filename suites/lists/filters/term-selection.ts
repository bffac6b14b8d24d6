import fc from 'fast-check';
import { browse } from '../../../adapter/reading/browse.js';
import { narrow } from '../../../adapter/reading/record-queries.js';
import type { CalendarRequirement } from '../../../adapter/subject.js';
import type { World, WorldRecord } from '../../../adapter/world/world.js';
import { isRef, type ListQuery } from '../../../generators/wire-value.js';
import { DoesNotApply, WorldLacks } from '../../../kernel/deviation.js';
import { expectListed, expectMembership, isRefusedList } from '../../expect/expect-list.js';
import { baseQueryOf, isJudged } from '../../queries/base-query.js';
import { listRule } from '../../queries/list-rule.js';
import { selectsBy, selectsByFlag, selectsByTwo } from './filter-rule.js';

export type Taxonomy = 'categories' | 'tags';

/** `hide_empty` left out is the same as sent on. */
const hidesEmptyTermsByDefault = (collection: Taxonomy): CalendarRequirement =>
  listRule({
    collection,
    parameter: 'hide_empty',
    rule: 'default',
    statement: `A list without hide_empty leaves out the ${collection} that no event has.`,
    cost: 1,
    given: () => fc.constant({}),
    check: (subject, query) => expectListed(subject, collection, query),
  });

/** The interface writes the default as 1: a service that takes digits takes 0 for false and 1 for true. */
const takesDigits = (collection: Taxonomy): CalendarRequirement =>
  listRule({
    collection,
    parameter: 'hide_empty',
    rule: 'digits',
    statement: `hide_empty=0 and hide_empty=1, where they are accepted, return the ${collection} that false and true return.`,
    cost: 2,
    witnesses: [],
    given(world) {
      const unused = world.of(collection).some((one) => isUnused(world, one));
      if (!unused) throw new WorldLacks(`the test data has no unused ${collection}`);
      return fc.constant(baseQueryOf(world, collection));
    },
    async check(subject, query) {
      const refused: string[] = [];
      for (const hide of [true, false]) {
        const sent = { ...query, hide_empty: String(Number(hide)) };
        await expectListed(subject, collection, { ...query, hide_empty: hide }, { sent }).catch((error: unknown) => {
          if (!isRefusedList(error)) throw error;
          refused.push(sent.hide_empty);
        });
      }
      if (refused.length > 1) throw new DoesNotApply('the target refuses digits for hide_empty');
    },
  });

/** A digit may be refused for a flag, and zero for an id. */
const asRefused =
  (asked: string) =>
  (error: unknown): never => {
    if (isRefusedList(error)) throw new DoesNotApply(`the target refuses ${asked}`);
    throw error;
  };

/** Whether no event of the test data has a term. */
const isUnused = (world: World, { ref }: WorldRecord): boolean =>
  !world.of('events').some(({ payload }) => JSON.stringify(payload).includes(JSON.stringify(ref)));

/** `slug`: the whole of it; what it begins with is another slug. */
const selectsTermBySlug = (collection: Taxonomy): CalendarRequirement =>
  selectsByTwo({
    collection,
    parameter: 'slug',
    statement: `Filtering by slug returns exactly the ${collection} with that very slug.`,
    runs: 2,
    queries(world) {
      const known = world.of(collection).filter(isJudged(world));
      const slugs = known.flatMap(({ slug }) => slug ?? []);
      if (slugs.length === 0) throw new DoesNotApply(`the target shows no slugs of ${collection}`);
      return fc.constantFrom(...slugs).map((slug): ListQuery[] => [{ slug }, { slug: slug.slice(0, -1) }]);
    },
  });

const withEmpty =
  (collection: Taxonomy) =>
  (world: World): ListQuery => ({ ...baseQueryOf(world, collection), hide_empty: false });

/** What each parameter of the list of categories, or of tags, selects. Sent, `hide_empty` is judged on all terms. */
export const termRules = (collection: Taxonomy): readonly CalendarRequirement[] => [
  selectsBy({
    collection,
    parameter: 'include',
    statement: `Filtering by include returns exactly the ${collection} named.`,
    runs: 4,
  }),
  selectsBy({
    collection,
    parameter: 'exclude',
    statement: `Filtering by exclude returns all ${collection} except those named.`,
    runs: 4,
  }),
  selectsByFlag({
    collection,
    parameter: 'hide_empty',
    statement: `hide_empty=true leaves out the ${collection} that no event has, and hide_empty=false returns them.`,
    among: () => () => true,
  }),
  hidesEmptyTermsByDefault(collection),
  takesDigits(collection),
  // `event` is an alias of `post`: the model is the same, so they agree when both conform to it.
  ...(['post', 'event'] as const).map((parameter) =>
    selectsBy({
      collection,
      parameter,
      // What an event has is not empty: one of the two stands beside the flag that changes nothing of it.
      ...((collection === 'categories') === (parameter === 'post') && { base: withEmpty(collection) }),
      statement: `Filtering by ${parameter} returns exactly the ${collection} assigned to that event.`,
      runs: 4,
    }),
  ),
  selectsTermBySlug(collection),
];

/** What `parent` selects, which only the list of categories takes. */
export const selectsSubcategories: CalendarRequirement = selectsBy({
  collection: 'categories',
  parameter: 'parent',
  statement: 'Filtering by parent returns exactly the children of that category.',
  runs: 2,
});

/** A category of the test data below another one. */
function childOf(world: World): WorldRecord {
  const found = world.of('categories').find(({ listed, payload: { parent } }) => listed !== true && isRef(parent));
  if (!found) throw new WorldLacks('the test data has no category below another');
  return found;
}

/** Whether zero selects what has no parent, or nothing, is open; it is not the parent of a category that has one. */
export const selectsNoneByZero: CalendarRequirement = listRule({
  collection: 'categories',
  parameter: 'parent',
  rule: 'zero',
  statement: 'parent=0, where it is accepted, returns no category below another one.',
  cost: 1,
  witnesses: [],
  given: (world) => fc.constant(childOf(world).ref),
  async check({ calendar, world }, ref) {
    const { id, body } = world.record(ref);
    const query = { ...narrow('categories', body, calendar.profile), hide_empty: false, parent: 0 };
    const browsed = await browse(calendar, 'categories', query).catch(asRefused('parent=0'));
    expectMembership(browsed, { collection: 'categories', id }, false);
  },
});
