import fc from 'fast-check';
import { browse, type Browsed } from '../../../adapter/reading/browse.js';
import type { ShownPage } from '../../../adapter/reading/lens.js';
import type { CalendarRequirement } from '../../../adapter/subject.js';
import type { World, WorldRecord } from '../../../adapter/world/world.js';
import type { Collection } from '../../../contract/resources.js';
import { WORD_OF_NONE } from '../../../generators/parameter-value.js';
import type { Ref } from '../../../generators/wire-value.js';
import { DoesNotApply } from '../../../kernel/deviation.js';
import { expectThat } from '../../../kernel/expectations.js';
import { isJsonObject } from '../../../wire/json.js';
import { jsonOf } from '../../../wire/message-body.js';
import { allOrFewer } from '../../arbitraries/subsets.js';
import { linksOf } from '../../model/judgement.js';
import { countsWithoutRecords } from '../../expect/expect-list.js';
import { select } from '../../model/select.js';
import { baseQueryOf, isPlain } from '../../queries/base-query.js';
import { judgePaging } from '../../queries/judge-paging.js';
import { listRule } from '../../queries/list-rule.js';
import { type NarrowList, narrowList, type PagedQuery, pagedQuery } from '../../queries/paged-query.js';
import { whileStanding } from '../../queries/read-pages.js';

const recordNames = /^total(_?(items|count|results|elements|records))?$/i;
const pageNames = /^(total_?pages|page_?count|last_?page)$/i;

/** The numbers in the body itself that are called so: a target may state its totals in more than one place. */
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

/** The totals that a page states, and what they should be. */
function totalsOn(page: ShownPage, items: number, pages: number): readonly Total[] {
  const records = [page.total ?? [], inBody(page, recordNames)].flat();
  const numbers = [page.totalPages ?? [], inBody(page, pageNames)].flat();
  return [
    ...records.map((reported) => ({ name: 'records in all', reported, counted: items })),
    // Whether a list of nothing has one page or none is open.
    ...(pages > 0 ? numbers.map((reported) => ({ name: 'pages in all', reported, counted: pages })) : []),
  ];
}

/** Expects the totals on each page of a list to count what all its pages contain; returns how many totals there are. */
export function expectTotals({ items, pages }: Browsed): number {
  const filled = pages.filter((page) => page.items.length > 0);
  const counted = filled.length > 0 ? filled : pages.slice(0, 1);
  const totals = counted.flatMap((page) =>
    totalsOn(page, items.length, filled.length).map((total) => ({ ...total, page })),
  );
  // From the last page on, as that is asked for by its number: where pages are wrong, so is what they count.
  for (const { name, reported, counted, page } of totals.toReversed()) {
    const expected = `${counted} ${name}`;
    const about = items.length === 0 ? countsWithoutRecords : {};
    const { exchange } = page;
    expectThat(reported === counted, { kind: 'total', expected, observed: `${reported}`, exchange, about });
  }
  return totals.length;
}

/** A list on one full page: a target that takes its end for the beginning of another counts one page too many. */
export function onFullPage(world: World, collection: Collection): PagedQuery {
  const { query, size } = collection === 'events' ? listByTerms(world) : narrowList(world, collection);
  return { ...query, per_page: Math.max(size, 1) };
}

/** Events by all terms that one of them has: a target that joins tables counts it once for each. */
function listByTerms(world: World): NarrowList {
  const known = world.of('events').filter((event) => event.complete && isPlain(world)(event));
  const [terms = {}] = known.map(termsOf).toSorted((one, other) => countOf(other) - countOf(one));
  if (countOf(terms) < 2) return narrowList(world, 'events');
  const query = { ...baseQueryOf(world, 'events'), ...terms };
  return { query, size: select(world, 'events', query, { among: isPlain(world) }).must.length };
}

type Terms = Readonly<Record<string, readonly Ref[]>>;

const termsOf = (event: WorldRecord): Terms =>
  Object.fromEntries(
    (['categories', 'tags'] as const).flatMap((relation) => {
      const links = linksOf(event, relation) ?? [];
      return links.length > 0 ? [[relation, links]] : [];
    }),
  );

const countOf = (terms: Terms): number => Object.values(terms).flat().length;

/** A list of nothing: its total is none, not that of all records. */
const ofNothing = (world: World, collection: Collection): PagedQuery => ({
  ...baseQueryOf(world, collection),
  search: WORD_OF_NONE,
  per_page: 1,
});

/** Of these, a list with a full last page is read, too; of others, monitors notice it where one comes by chance. */
const filled: ReadonlySet<Collection> = new Set<Collection>(['events']);

/** Totals, where they are stated, count what the pages contain. */
export const countsWhatPagesHold = (collection: Collection): CalendarRequirement =>
  listRule({
    collection,
    rule: 'totals',
    clause: 'coherence.pages',
    witnesses: [],
    statement: `The totals on each page of ${collection} equal the numbers of records and pages, also where there are none.`,
    cost: filled.has(collection) ? 5 : 3,
    given: (world) => {
      const full = filled.has(collection) ? [fc.constant(onFullPage(world, collection))] : [];
      return allOrFewer([pagedQuery(world, collection), ...full, fc.constant(ofNothing(world, collection))]);
    },
    async check(subject, queries) {
      const { calendar } = subject;
      let stated = 0;
      for (const query of queries) {
        const per_page = Math.min(query.per_page, calendar.profile.pageSizes[collection]);
        const read = () => browse(calendar, collection, { ...query, per_page });
        const judge = (browsed: Browsed): void => {
          stated += expectTotals(browsed);
        };
        await judgePaging(subject, { collection, query }, async () =>
          whileStanding(await read(), read, { calendar, judge }),
        );
      }
      if (stated === 0) throw new DoesNotApply(`lists of ${collection} state no totals`);
    },
  });
