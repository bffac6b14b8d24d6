import fc from 'fast-check';
import { listClauseId } from '../../contract/clauses/lists.js';
import type { ListQuery } from '../../generators/wire.js';
import { Inconclusive } from '../../harness/errors.js';
import { alternativesFor } from '../../target/alternatives.js';
import { type CalendarRequirement, requirement } from '../../target/subject.js';
import { LEAVES_OUT } from '../expect-selection.js';
import { expectListed } from './expect-list.js';
import { expectRefusedOrSelected } from './expect-refused-or-selected.js';
import { baseQueryOf, isJudged, isPlain } from './ground.js';

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
