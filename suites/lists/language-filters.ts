import fc from 'fast-check';
import type { Via } from '../../adapter/reading/paths.js';
import type { CalendarRequirement, Subject } from '../../adapter/subject.js';
import type { World } from '../../adapter/world/world.js';
import type { Language } from '../../contract/queries.js';
import type { Collection } from '../../contract/resources.js';
import type { ListQuery } from '../../generators/wire-value.js';
import { Deviation } from '../../kernel/deviation.js';
import { Inconclusive } from '../../wire/errors.js';
import { startOf } from '../arbitraries/in-turn.js';
import { readListed } from '../expect/expect-list.js';
import { findListed } from '../expect/find-listed.js';
import { isParted, worldIn } from '../language/in-language.js';
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

/** The records that lists in a language are judged by: those of it, or all where each language shows all. */
const shownIn = (world: World, collection: Collection): World =>
  isParted(world, collection) ? worldIn(world, localizedOf(world, collection).language) : world;

/** English first: where it is no default, little else is asked for in it. */
const each: readonly Language[] = ['en', 'fr', 'de', 'nl'];

/** The ways in which lists are asked for: by parameter and by segment in turn, or in one language after the other. */
function waysFor(world: World, collection: Collection, turn: number): readonly Via[] {
  const ways = isParted(world, collection)
    ? waysOf(world, localizedOf(world, collection).language)
    : each.map((language) => ({ language }));
  const start = isParted(world, collection) ? startOf(collection) + turn : turn;
  return [...ways.slice(start % ways.length), ...ways];
}

/** Expects a list in a language to contain what the model says of the records that it shows. */
async function expectFiltered(subject: Subject, collection: Collection, query: ListQuery, via: Via): Promise<void> {
  const { calendar, world } = subject;
  const spoken = shownIn(world, collection);
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

/** In a language several parameters select what they select without one, of the records that it shows. */
export const filtersInLanguage = (collection: Collection): CalendarRequirement =>
  listRule({
    collection,
    parameters: combinable(collection),
    rule: 'language-filters',
    alsoCovers: ['language.parameter', 'coherence.pages'],
    needs: [`${collection}.create`, 'lists.created'],
    statement: `A list of ${collection} in a language, filtered by several parameters, contains exactly what all of them select of the records that it shows.`,
    cost: countsInLanguage[collection],
    given(world, { turn }) {
      // One by several that would show others, too, were it not for the language.
      const selectsOthers = (query: ListQuery): boolean =>
        combinable(collection).filter((name) => name in query && name !== 'hide_empty').length > 1 &&
        select(world, collection, query, { among: isInView(world) }).must.length > 0;
      const count = countsInLanguage[collection];
      return fc.record({
        ways: fc.constant(waysFor(world, collection, turn)),
        queries: discriminatingQueries(shownIn(world, collection), collection, count, selectsOthers),
      });
    },
    async check(subject, { ways, queries }) {
      for (const [nth, query] of queries.entries()) await expectFiltered(subject, collection, query, ways[nth] ?? {});
    },
  });
