import { listClauseId } from '../../contract/clauses/lists.js';
import type { Collection } from '../../contract/field.js';
import { expectThat } from '../../harness/expectations.js';
import { type CalendarRequirement, requirement } from '../../target/subject.js';
import { askPage } from './ask-page.js';
import { pagedQuery } from './paged-query.js';

/** `per_page`, of a list that is known to be longer. */
export const holdsAsManyAsAsked = (collection: Collection): CalendarRequirement =>
  requirement({
    id: `${collection}.list.per_page`,
    level: 'MUST',
    clause: listClauseId(collection, 'per_page'),
    operations: [`${collection}.list`],
    profile: 'core',
    needs: [`${collection}.list`],
    effects: 'reads',
    statement: `A page of ${collection} that is not the last holds per_page records.`,
    cost: 1,
    runs: 2,
    given: (world) => pagedQuery(world, collection),
    async check({ calendar }, query) {
      const { items, exchange } = await askPage(calendar, collection, query);
      const expected = `${query.per_page} records on the first page`;
      expectThat(items.length === query.per_page, {
        kind: 'selection',
        expected,
        observed: `${items.length}`,
        exchange,
      });
    },
  });
