import { jsonOf } from '../../harness/body.js';
import { expectThat } from '../../harness/expectations.js';
import { isJsonObject } from '../../harness/json.js';
import type { Browsed } from '../../target/browse.js';
import type { ShownPage } from '../../target/lens.js';

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
  readonly reported: number;
  readonly counted: number;
}

/** The totals that a target tells on a page, and what they should be. */
function totalsOn(page: ShownPage, items: number, pages: number): readonly Total[] {
  const records = [page.total ?? [], inBody(page, recordNames)].flat();
  const numbers = [page.totalPages ?? [], inBody(page, pageNames)].flat();
  return [
    ...records.map((reported) => ({ name: 'records in all', reported, counted: items })),
    // Whether a list of nothing has one page or none is open.
    ...(pages > 0 ? numbers.map((reported) => ({ name: 'pages in all', reported, counted: pages })) : []),
  ];
}

/** Expects the totals on each page of a list to count what all its pages hold; tells how many totals there are. */
export function expectTotals({ items, pages }: Browsed): number {
  const filled = pages.filter((page) => page.items.length > 0);
  const telling = filled.length > 0 ? filled : pages.slice(0, 1);
  const totals = telling.flatMap((page) =>
    totalsOn(page, items.length, filled.length).map((total) => ({ ...total, page })),
  );
  for (const { name, reported, counted, page } of totals) {
    const expected = `${counted} ${name}`;
    expectThat(reported === counted, { kind: 'total', expected, observed: `${reported}`, exchange: page.exchange });
  }
  return totals.length;
}
