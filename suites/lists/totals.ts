import type { Collection } from '../../contract/field.js';
import { CannotTell } from '../../harness/errors.js';
import { expectThat } from '../../harness/expectations.js';
import { browse } from '../../target/browse.js';
import type { ShownPage } from '../../target/lens.js';
import { type CalendarRequirement, requirement } from '../../target/subject.js';
import { pagedQuery } from './pages.js';

/** The totals that a target tells on a page, and what they should be. */
const told = ({ total, totalPages }: ShownPage, items: number, pages: number) =>
  [
    { name: 'records in all', told: total, counted: items },
    { name: 'pages in all', told: totalPages, counted: pages },
  ].filter(({ told }) => told !== undefined);

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
    cost: 2,
    runs: 2,
    ...(collection !== 'events' && { thorough: true }),
    given: (world) => pagedQuery(world, collection),
    async check({ calendar }, query) {
      const { items, pages } = await browse(calendar, collection, query);
      const full = pages.filter((page) => page.items.length > 0);
      const totals = full.flatMap((page) => told(page, items.length, full.length).map((total) => ({ ...total, page })));
      if (totals.length === 0) throw new CannotTell(`lists of ${collection} tell no totals`);
      for (const { name, told: observed, counted, page } of totals) {
        expectThat(observed === counted, {
          kind: 'total',
          expected: `${counted} ${name}`,
          observed: `${observed}`,
          exchange: page.exchange,
        });
      }
    },
  });
