import fc from 'fast-check';
import type { Collection } from '../../contract/field.js';
import { CannotTell } from '../../harness/errors.js';
import { expectSuccess, expectThat } from '../../harness/expectations.js';
import { type CalendarRequirement, requirement } from '../../target/subject.js';
import { askPage, idsOn } from './ask-page.js';
import { type Direction, findPageLink } from './page-links.js';
import { pagedQuery } from './pages.js';

/** Where a link is looked for, and the page that it should lead to. */
const ways: readonly { readonly from: number; readonly to: number; readonly direction: Direction }[] = [
  { from: 1, to: 2, direction: 'next' },
  { from: 2, to: 1, direction: 'previous' },
];

/** A page's link to its neighbour leads there: to the page of that number, under the same filters. */
export const linksNeighbours = (collection: Collection): CalendarRequirement =>
  requirement({
    id: `${collection}.list.links`,
    level: 'MUST',
    clause: 'coherence.pages',
    operations: [`${collection}.list`],
    profile: 'coherence',
    needs: [`${collection}.list`],
    effects: 'reads',
    statement: `The link from a page of ${collection} to the next or previous one leads to that page of the same list.`,
    cost: 3,
    runs: 2,
    thorough: true,
    given: (world) => fc.record({ query: pagedQuery(world, collection), way: fc.constantFrom(...ways) }),
    async check({ calendar }, { query, way: { from, to, direction } }) {
      const page = await askPage(calendar, collection, { ...query, page: from });
      const link = findPageLink(page.exchange, direction);
      if (link === undefined) throw new CannotTell(`lists of ${collection} link no ${direction} page`);
      const neighbour = await askPage(calendar, collection, { ...query, page: to });
      const exchange = await calendar.follow(link, page.exchange);
      expectSuccess(exchange, `the ${direction} page`);
      const observed = idsOn(calendar.lens.page(collection, exchange));
      const expected = `the records of page ${to}: ${idsOn(neighbour)}`;
      expectThat(observed === idsOn(neighbour), { kind: 'selection', expected, observed, exchange });
    },
  });
