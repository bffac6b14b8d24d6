import fc from 'fast-check';
import type { Collection } from '../../contract/field.js';
import { Inconclusive } from '../../harness/errors.js';
import { browse, type Browsed } from '../../target/browse.js';
import { type CalendarRequirement, requirement } from '../../target/subject.js';
import { allOrFewer } from '../all-or-fewer.js';
import { expectTotals } from './expect-totals.js';
import { onFullPage } from './full-page.js';
import { pagedQuery } from './paged-query.js';
import { whileStanding } from './while-standing.js';

/** Of these, lists are asked for whose last page is full, too: what counts the pages is rarely made for each kind alone. */
const filled: ReadonlySet<Collection> = new Set<Collection>(['events', 'tags']);

/** Totals, where they are told, count what the pages hold. */
export const countsWhatPagesHold = (collection: Collection): CalendarRequirement =>
  requirement({
    id: `${collection}.list.totals`,
    level: 'MUST',
    clause: 'coherence.pages',
    operations: [`${collection}.list`],
    profile: 'coherence',
    needs: [`${collection}.list`],
    effects: 'reads',
    statement: `The totals told on each page of ${collection} are those of the records and pages that there are.`,
    cost: filled.has(collection) ? 4 : 2,
    given: (world) => {
      const full = filled.has(collection) ? [fc.constant(onFullPage(world, collection))] : [];
      return allOrFewer([pagedQuery(world, collection), ...full]);
    },
    async check({ calendar }, queries) {
      for (const query of queries) {
        const per_page = Math.min(query.per_page, calendar.profile.pageSize);
        const read = () => browse(calendar, collection, { ...query, per_page });
        const judge = (browsed: Browsed): void => {
          if (expectTotals(browsed) === 0) throw new Inconclusive(`lists of ${collection} tell no totals`);
        };
        await whileStanding(await read(), read, { calendar, judge });
      }
    },
  });
