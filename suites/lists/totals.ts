import fc from 'fast-check';
import type { Collection } from '../../contract/field.js';
import { jsonOf } from '../../harness/body.js';
import { CannotTell } from '../../harness/errors.js';
import { expectThat } from '../../harness/expectations.js';
import { isJsonObject } from '../../harness/json.js';
import { browse, type Browsed } from '../../target/browse.js';
import type { ShownPage } from '../../target/lens.js';
import { type CalendarRequirement, requirement } from '../../target/subject.js';
import { allOrFewer } from '../all-or-fewer.js';
import { onFullPage } from './full-page.js';
import { pagedQuery } from './paged-query.js';
import { whileStanding } from './while-standing.js';

const recordNames = /^total(_?(items|count|results|elements|records))?$/i;
const pageNames = /^(total_?pages|page_?count|last_?page)$/i;

/** The numbers in the body itself that are called so: a target may tell its totals in more than one place. */
function inBody({ exchange }: ShownPage, names: RegExp): readonly number[] {
  const body = jsonOf(exchange.outcome);
  const entries = isJsonObject(body) ? Object.entries(body) : [];
  return entries.flatMap(([name, value]) => (names.test(name) && typeof value === 'number' ? [value] : []));
}

interface Total {
  readonly name: string;
  readonly told: number;
  readonly counted: number;
}

/** The totals that a target tells on a page, and what they should be. */
function totalsOn(page: ShownPage, items: number, pages: number): readonly Total[] {
  const records = [page.total ?? [], inBody(page, recordNames)].flat();
  const numbers = [page.totalPages ?? [], inBody(page, pageNames)].flat();
  return [
    ...records.map((told) => ({ name: 'records in all', told, counted: items })),
    ...numbers.map((told) => ({ name: 'pages in all', told, counted: pages })),
  ];
}

/** Totals, where they are told, count what the pages hold, whether the last of them is full or not. */
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
    cost: 4,
    given: (world) => allOrFewer([pagedQuery(world, collection), fc.constant(onFullPage(world, collection))]),
    async check({ calendar }, queries) {
      for (const query of queries) {
        const per_page = Math.min(query.per_page, calendar.profile.pageSize);
        const read = () => browse(calendar, collection, { ...query, per_page });
        await whileStanding(await read(), read, { calendar, judge: (browsed) => expectTotals(browsed, collection) });
      }
    },
  });

function expectTotals({ items, pages }: Browsed, collection: Collection): void {
  const full = pages.filter((page) => page.items.length > 0);
  const totals = full.flatMap((page) => totalsOn(page, items.length, full.length).map((total) => ({ ...total, page })));
  if (totals.length === 0) throw new CannotTell(`lists of ${collection} tell no totals`);
  for (const { name, told, counted, page } of totals) {
    const expected = `${counted} ${name}`;
    expectThat(told === counted, { kind: 'total', expected, observed: `${told}`, exchange: page.exchange });
  }
}
