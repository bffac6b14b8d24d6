import fc from 'fast-check';
import { type CalendarRequirement, requirement } from '../../../adapter/subject.js';
import { listClauseId } from '../../../contract/clauses/resource-clauses.js';
import type { ListQuery } from '../../../generators/wire-value.js';
import { Inconclusive } from '../../../wire/errors.js';
import { expectListed } from '../../expect/expect-list.js';
import { LEAVES_OUT, RETURNS } from '../../expect/expect-selection.js';
import { isJudged } from '../../queries/base-query.js';
import { selectsBy, selectsByFlag } from './filter-rule.js';

export type Taxonomy = 'categories' | 'tags';

export const selectsIncludedTerms = (collection: Taxonomy): CalendarRequirement =>
  selectsBy({
    collection,
    parameter: 'include',
    statement: `A list by include holds the ${collection} named, and no others.`,
    runs: 4,
  });

export const leavesOutExcludedTerms = (collection: Taxonomy): CalendarRequirement =>
  selectsBy({
    collection,
    parameter: 'exclude',
    statement: `A list by exclude holds all ${collection} but those named.`,
    runs: 4,
  });

/** `post`, and `event` as its alias: the model is the same, so they agree when both keep it. */
export const selectsTermsOfEvent = (collection: Taxonomy, parameter: 'post' | 'event'): CalendarRequirement =>
  selectsBy({
    collection,
    parameter,
    statement: `A list by ${parameter} holds the ${collection} assigned to that event, and no others.`,
    runs: 4,
  });

export const selectsSubcategories: CalendarRequirement = selectsBy({
  collection: 'categories',
  parameter: 'parent',
  statement: 'A list by parent holds the children of that category, and no others.',
  runs: 2,
});

/** `hide_empty` sent, true and false, on terms with and without events. */
export const hidesEmptyTerms = (collection: Taxonomy): CalendarRequirement =>
  selectsByFlag({
    collection,
    parameter: 'hide_empty',
    statement: `With hide_empty, a list leaves out the ${collection} of no event, and with hide_empty=false it holds them.`,
    among: () => () => true,
  });

/** `hide_empty` left out is the same as sent on. */
export const hidesEmptyTermsByDefault = (collection: Taxonomy): CalendarRequirement =>
  requirement({
    id: `${collection}.list.hide_empty.default`,
    level: 'MUST',
    clause: listClauseId(collection, 'hide_empty'),
    operations: [`${collection}.list`],
    profile: 'core',
    needs: [`${collection}.list`],
    effects: 'reads',
    statement: `A list without hide_empty leaves out the ${collection} of no event.`,
    cost: 1,
    witnesses: [RETURNS, LEAVES_OUT],
    given: () => fc.constant({}),
    check: (subject, query) => expectListed(subject, collection, query),
  });

/** `slug`: the whole of it; what it begins with is another slug. */
export const selectsTermBySlug = (collection: Taxonomy): CalendarRequirement =>
  requirement({
    id: `${collection}.list.slug`,
    level: 'MUST',
    clause: listClauseId(collection, 'slug'),
    operations: [`${collection}.list`],
    profile: 'core',
    needs: [`${collection}.list`],
    effects: 'reads',
    statement: `A list by slug holds the ${collection} with that very slug, and no others.`,
    cost: 2,
    runs: 2,
    witnesses: [RETURNS, LEAVES_OUT],
    given(world) {
      const known = world.of(collection).filter(isJudged(world));
      const slugs = known.flatMap(({ slug }) => slug ?? []);
      if (slugs.length === 0) throw new Inconclusive(`the target shows no slugs of ${collection}`);
      return fc.constantFrom(...slugs).map((slug): ListQuery[] => [{ slug }, { slug: slug.slice(0, -1) }]);
    },
    async check(subject, queries) {
      const judged = { among: isJudged(subject.world) };
      for (const query of queries) await expectListed(subject, collection, query, judged);
    },
  });
