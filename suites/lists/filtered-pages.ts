import fc, { type Arbitrary } from 'fast-check';
import { listClauseId } from '../../contract/clauses/lists.js';
import type { Collection } from '../../contract/field.js';
import { WorldLacks } from '../../harness/deviation.js';
import { type CalendarRequirement, requirement, type Subject } from '../../target/subject.js';
import type { World } from '../../target/world/world.js';
import { toQuery } from '../algebra/filters.js';
import { filtersBy } from '../algebra/several-filters.js';
import { expectSelection, LEAVES_OUT } from '../expect-selection.js';
import { select } from '../model/select.js';
import { askPageBeyond } from './ask-page.js';
import { isInView } from './ground.js';
import { narrowList } from './narrow-list.js';
import { LARGEST, type PagedQuery } from './paged-query.js';

/** The filter of each list: pages that many filters leave are turned by the algebra of page sizes. */
const filteredBy = { events: 'featured', categories: 'parent' } as const satisfies Partial<Record<Collection, string>>;

/** Lists that are done by their second page, where what a filter leaves out would stand without it. */
function doneByThen(world: World, collection: keyof typeof filteredBy): Arbitrary<PagedQuery> {
  // Beside what narrows the list, nothing of others and little of the run is in view.
  const beside = narrowList(world, collection);
  const per_page = Math.max(1, Math.min(Math.floor(beside.size / 2), LARGEST));
  const name = filteredBy[collection];
  // What no flag was sent for is on neither side for certain, and what has it comes first as often as not.
  const fitting = filtersBy(world, collection, name).filter(
    ({ extent, value }) => extent.size <= per_page && value !== false,
  );
  if (fitting.length === 0) throw new WorldLacks(`no ${name} leaves out half of the ${collection}`);
  return fc
    .constantFrom(...fitting)
    .map((filter) => ({ ...toQuery(world, collection, [filter]), ...beside.query, per_page }));
}

/** What others have may stand on the page after the last, and some targets give that one again. */
async function expectFilteredStill(
  { calendar, world }: Subject,
  collection: Collection,
  query: PagedQuery,
): Promise<void> {
  const { mustNot } = select(world, collection, query, { among: isInView(world) });
  const { items, exchange } = await askPageBeyond(calendar, collection, { ...query, page: 2 });
  expectSelection({ world, collection, items, selection: { must: [], mustNot }, exchange });
}

/** Filters count for every page of a list. */
export const filtersEveryPage = (collection: keyof typeof filteredBy): CalendarRequirement =>
  requirement({
    id: `${collection}.list.page.filtered`,
    level: 'MUST',
    clause: listClauseId(collection, 'page'),
    alsoCovers: ['coherence.pages'],
    operations: [`${collection}.list`],
    profile: 'core',
    needs: [`${collection}.list`],
    effects: 'reads',
    statement: `The second page of a filtered list of ${collection} holds nothing that the filter leaves out.`,
    cost: 1,
    witnesses: [LEAVES_OUT],
    given: (world) => doneByThen(world, collection),
    check: (subject, query) => expectFilteredStill(subject, collection, query),
  });
