import { listClauseId } from '../../contract/clauses/lists.js';
import type { Collection } from '../../contract/field.js';
import type { Browsed } from '../../target/browse.js';
import { type CalendarRequirement, requirement } from '../../target/subject.js';
import { expectEachOnce } from './expect-each-once.js';
import { expectBrowsed } from './expect-list.js';
import { expectOnOnePage } from './expect-on-one-page.js';
import { isPlain } from './ground.js';
import { pagedQuery } from './paged-query.js';
import { turnPages } from './turn-pages.js';
import { whileStanding } from './while-standing.js';

/** Every record is on one page, the first of which comes when page is left out. */
export const concatenatesPages = (collection: Collection): CalendarRequirement =>
  requirement({
    id: `${collection}.list.page`,
    level: 'MUST',
    clause: listClauseId(collection, 'page'),
    alsoCovers: ['coherence.pages'],
    operations: [`${collection}.list`],
    profile: 'core',
    needs: [`${collection}.list`],
    effects: 'reads',
    statement: `The pages of a list of ${collection}, from the one that comes without page on, hold each record once.`,
    cost: 2,
    runs: 3,
    given: (world) => pagedQuery(world, collection),
    async check({ calendar, world }, query) {
      const read = () => turnPages(calendar, collection, query);
      const judge = (browsed: Browsed): void => {
        expectEachOnce(browsed, collection);
        expectOnOnePage(browsed, { world, collection });
        expectBrowsed(browsed, { world, collection, query, among: isPlain(world) });
      };
      await whileStanding(await read(), read, { calendar, judge });
    },
  });
