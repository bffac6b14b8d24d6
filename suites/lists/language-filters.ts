import fc from 'fast-check';
import type { Via } from '../../adapter/reading/paths.js';
import type { CalendarRequirement, Subject } from '../../adapter/subject.js';
import type { Collection } from '../../contract/resources.js';
import type { ListQuery } from '../../generators/wire-value.js';
import { Deviation } from '../../kernel/deviation.js';
import { Inconclusive } from '../../wire/errors.js';
import { startOf } from '../arbitraries/in-turn.js';
import { readListed } from '../expect/expect-list.js';
import { findListed } from '../expect/find-listed.js';
import { worldIn } from '../language/in-language.js';
import { localizedOf, waysOf } from '../language/localized.js';
import { expectOthersLeftOut } from '../language/others-left-out.js';
import { select } from '../model/select.js';
import { isInView } from '../queries/base-query.js';
import { listRule } from '../queries/list-rule.js';
import { discriminatingQueries } from '../query-selection/discriminating-queries.js';
import { combinable, countable, countsInLanguage } from './combined-filters.js';
import { expectTotals } from './pages/counted-totals.js';

/** Expects the lists under a segment to be those of its language: that they are is another requirement. */
async function requireSelecting({ calendar, world }: Subject, collection: Collection, via: Via): Promise<void> {
  const { shown } = await calendar.aside(() => findListed(calendar, { ...localizedOf(world, collection), via }));
  if (!shown) throw new Inconclusive(`the lists under /${via.segment} do not show what was created in it`);
}

/** Expects a list in a language to contain what the model says of the records that were made in it. */
async function expectFiltered(subject: Subject, collection: Collection, query: ListQuery, via: Via): Promise<void> {
  const { calendar, world } = subject;
  const spoken = worldIn(world, localizedOf(world, collection).language);
  try {
    const judged = { among: isInView(spoken), via };
    const browsed = await readListed({ calendar, world: spoken }, collection, query, judged);
    expectTotals(countable(browsed));
    await expectOthersLeftOut(subject, { collection, via }, browsed);
  } catch (found) {
    if (found instanceof Deviation && via.segment !== undefined) await requireSelecting(subject, collection, via);
    throw found;
  }
}

/** In a language several parameters select what they select without one, of the records that were made in it. */
export const filtersInLanguage = (collection: Collection): CalendarRequirement =>
  listRule({
    collection,
    parameters: combinable(collection),
    rule: 'language-filters',
    alsoCovers: ['language.parameter', 'coherence.pages'],
    needs: [`${collection}.create`, 'lists.created'],
    statement: `A list of ${collection} in a language, filtered by several parameters, contains exactly what all of them select of the records of that language.`,
    cost: countsInLanguage[collection],
    given(world, { turn }) {
      const { language } = localizedOf(world, collection);
      // One by several that would show others, too, were it not for the language.
      const selectsOthers = (query: ListQuery): boolean =>
        combinable(collection).filter((name) => name in query && name !== 'hide_empty').length > 1 &&
        select(world, collection, query, { among: isInView(world) }).must.length > 0;
      const ways = waysOf(world, language);
      return fc.record({
        // By parameter and by segment in turn.
        ways: fc.constant(ways.slice((startOf(collection) + turn) % ways.length).concat(ways)),
        queries: discriminatingQueries(
          worldIn(world, language),
          collection,
          countsInLanguage[collection],
          selectsOthers,
        ),
      });
    },
    async check(subject, { ways, queries }) {
      for (const [nth, query] of queries.entries()) await expectFiltered(subject, collection, query, ways[nth] ?? {});
    },
  });
