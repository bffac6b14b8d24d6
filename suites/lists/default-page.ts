import { listClauseId } from '../../contract/clauses/lists.js';
import type { Collection } from '../../contract/field.js';
import { Inconclusive } from '../../harness/errors.js';
import { expectThat } from '../../harness/expectations.js';
import type { Calendar } from '../../target/calendar.js';
import type { ShownPage } from '../../target/lens.js';
import { type CalendarRequirement, requirement } from '../../target/subject.js';
import { askPage, idsOn } from './ask-page.js';
import { type PagedQuery, pagedQuery } from './paged-query.js';

/** The default of page, by equivalence: left out is the same as 1. A list that changes by itself says nothing. */
export const startsAtPageOne = (collection: Collection): CalendarRequirement =>
  requirement({
    id: `${collection}.list.page.default`,
    level: 'MUST',
    clause: listClauseId(collection, 'page'),
    operations: [`${collection}.list`],
    profile: 'core',
    needs: [`${collection}.list`],
    effects: 'reads',
    statement: `A list of ${collection} without page is the same as with page=1.`,
    cost: 2,
    given: (world) => pagedQuery(world, collection),
    async check({ calendar }, query) {
      const plain = await askPage(calendar, collection, query);
      const first = await askPage(calendar, collection, { ...query, page: 1 });
      const same = idsOn(plain) === idsOn(first);
      if (!same) await requireStill(calendar, collection, query, plain);
      const expected = `the records ${idsOn(plain)}, as without page`;
      expectThat(same, { kind: 'selection', expected, observed: idsOn(first), exchange: first.exchange });
    },
  });

/** Asks twice, for what comes and goes may be there again by the second time. @throws CannotTell where others write. */
async function requireStill(
  calendar: Calendar,
  collection: Collection,
  query: PagedQuery,
  before: ShownPage,
): Promise<void> {
  for (const _ of [1, 2]) {
    const now = await askPage(calendar, collection, query);
    if (idsOn(now) !== idsOn(before)) throw new Inconclusive('the list changes by itself');
  }
}
