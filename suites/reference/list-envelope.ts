import fc from 'fast-check';
import type { Calendar } from '../../adapter/calendar/calendar.js';
import { toText } from '../../adapter/notation/shown-values.js';
import { type CalendarRequirement, requirement } from '../../adapter/subject.js';
import type { Collection } from '../../contract/resources.js';
import type { ListQuery } from '../../generators/wire-value.js';
import { expectThat } from '../../kernel/expectations.js';
import type { Exchange } from '../../wire/exchange.js';
import { isJsonObject, valueAt } from '../../wire/json.js';
import { jsonOf } from '../../wire/message-body.js';
import { pagedQuery } from '../queries/paged-query.js';
import { decided, expectHeader, expectJsonAt, expectStatus } from './expect-response.js';

/** A neighbour of a page: the field that links it, its relation in the Link header, and its number; 0 for none. */
type Neighbour = readonly [field: string, relation: string, page: number];

const neighboursOf = (page: number, last: number): readonly Neighbour[] => [
  ['previous_rest_url', 'prev', Math.max(0, Math.min(page - 1, last))],
  ['next_rest_url', 'next', page < last ? page + 1 : 0],
];

/** Whether an absolute link points to a page; none points to page 0. */
function pointsTo(link: string, page: number): boolean {
  if (link === '' || page === 0) return link === '' && page === 0;
  return URL.canParse(link) && Number(new URL(link).searchParams.get('page')) === page;
}

/** Expects a page to link itself and its neighbours, in body and header alike (gap.response.list). */
function expectLinks(exchange: Exchange, page: number): void {
  const json = jsonOf(exchange.outcome);
  const body = isJsonObject(json) ? json : {};
  // Commas may be encoded or not.
  const target = decodeURIComponent(exchange.request.target);
  const self = decodeURIComponent(toText(body.rest_url));
  expectThat(self.endsWith(target), { kind: 'value', expected: `rest_url ${target}`, observed: self, exchange });
  const links = neighboursOf(page, Number(body.total_pages)).flatMap(([field, relation, number]) => {
    const link = toText(body[field]);
    const expected = `${field} of page ${number}`;
    expectThat(pointsTo(link, number), { kind: 'value', expected, observed: link || 'none', exchange });
    return link === '' ? [] : [`<${link}>; rel="${relation}"`];
  });
  expectHeader(exchange, 'link', links.join(', ') || 'none');
}

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
    statement: `A list of ${collection} has its totals in body and headers and links to itself and its neighbours.`,
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
  statement:
    'An empty list has no records and links to no later page; a list without a query links to itself without one.',
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
