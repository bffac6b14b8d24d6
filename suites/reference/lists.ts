import fc from 'fast-check';
import type { Collection } from '../../contract/field.js';
import type { ListQuery } from '../../generators/wire.js';
import { jsonOf } from '../../harness/body.js';
import type { Exchange } from '../../harness/exchange.js';
import { valueAt } from '../../harness/json.js';
import type { Calendar } from '../../target/calendar.js';
import { type CalendarRequirement, requirement } from '../../target/subject.js';
import { pagedQuery } from '../lists/paged-query.js';
import { decided, expectHeader, expectJsonAt, expectStatus } from './expect-answer.js';
import { expectLinks } from './expect-links.js';

const LAST = 'total_pages';

async function expectPage(
  calendar: Calendar,
  collection: Collection,
  query: ListQuery,
  page: number,
): Promise<Exchange> {
  const exchange = await calendar.list(collection, { ...query, page });
  expectStatus(exchange, 200);
  expectLinks(exchange, page);
  return exchange;
}

export const wrapsLists = (collection: Collection): CalendarRequirement =>
  requirement({
    ...decided,
    id: `reference.response.list-${collection}`,
    clause: 'gap.response.list',
    operations: [`${collection}.list`],
    needs: [`${collection}.list`],
    effects: 'reads',
    statement: `A list of ${collection} tells its totals in body and headers and links itself and its neighbours.`,
    cost: 4,
    given: (world) => pagedQuery(world, collection),
    async check({ calendar }, query) {
      const first = await expectPage(calendar, collection, query, 1);
      const body = jsonOf(first.outcome) ?? null;
      const [total, pages] = [Number(valueAt(body, ['total'])), Number(valueAt(body, [LAST]))];
      expectHeader(first, 'x-wp-total', String(total));
      expectHeader(first, 'x-wp-totalpages', String(pages));
      expectJsonAt(first, [LAST], Math.ceil(total / query.per_page));
      // One between two others: of the three records that there are at least, each has a page of its own.
      await expectPage(calendar, collection, { ...query, per_page: 1 }, 2);
      const beyond = await expectPage(calendar, collection, query, pages + 3);
      expectJsonAt(beyond, [collection], []);
      expectJsonAt(beyond, ['total'], total);
    },
  });

export const linksEmptyLists = requirement({
  ...decided,
  id: 'reference.response.list-empty',
  clause: 'gap.response.list',
  operations: ['venues.list', 'tags.list'],
  needs: ['venues.list', 'tags.list'],
  effects: 'reads',
  statement: 'An empty list is a list without neighbours, and one without a query links itself without one.',
  cost: 3,
  given: () => fc.constant('nothing is called so'),
  async check({ calendar }, search) {
    for (const page of [1, 2]) {
      const exchange = await expectPage(calendar, 'venues', { search }, page);
      expectJsonAt(exchange, ['venues'], []);
    }
    const bare = await calendar.list('tags', {});
    expectStatus(bare, 200);
    expectLinks(bare, 1);
  },
});
