import fc from 'fast-check';
import { listClauseId } from '../../contract/clauses/lists.js';
import type { ListQuery } from '../../generators/wire.js';
import { Inconclusive } from '../../harness/errors.js';
import { type CalendarRequirement, requirement } from '../../target/subject.js';
import { LEAVES_OUT, RETURNS } from '../expect-selection.js';
import { expectListed } from './expect-list.js';
import { isJudged } from './ground.js';
import type { Taxonomy } from './terms.js';

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
