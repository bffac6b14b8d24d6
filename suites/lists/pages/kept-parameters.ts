import fc from 'fast-check';
import type { ShownPage } from '../../../adapter/reading/lens.js';
import type { CalendarRequirement, Subject } from '../../../adapter/subject.js';
import { isParameterOf } from '../../../contract/queries.js';
import { type Collection, collections } from '../../../contract/resources.js';
import { witness } from '../../../kernel/tally.js';
import { allOrFewer } from '../../arbitraries/subsets.js';
import { listRule } from '../../queries/list-rule.js';
import type { PagedQuery } from '../../queries/paged-query.js';
import { askPage } from '../../queries/read-pages.js';
import { filterPacks, listBy } from './filter-packs.js';
import { lostFrom } from './link-address.js';
import { type Direction, expectLinked, findPageLinks } from './linked-pages.js';

/** Witnessed when a filtered list linked to another of its pages. */
const LINKED = 'a page of a filtered list had a link to another page';

/** The first page of a list, or the last one where the target says which that is, else the second. */
async function askEnd(
  { calendar }: Subject,
  collection: Collection,
  query: PagedQuery,
  direction: Direction,
): Promise<{ readonly from: ShownPage; readonly to: ShownPage }> {
  const first = await askPage(calendar, collection, query);
  const last = Math.max(2, first.totalPages ?? 2);
  const read = (page: number) => askPage(calendar, collection, { ...query, page });
  if (direction === 'next') return { from: first, to: await read(2) };
  return { from: await read(last), to: last === 2 ? first : await read(last - 1) };
}

/** What the links of a page lack of what it was sent with. */
function lostOn({ exchange }: ShownPage, direction: Direction): readonly string[] {
  const links = findPageLinks(exchange, direction);
  if (links.length > 0) witness(LINKED);
  return links.flatMap((link) => lostFrom(link, exchange));
}

/** A parameter that a link lacks, and where the link points. */
interface Loss {
  readonly name: string;
  readonly direction: Direction;
}

/** What the links of the first and of the last page of a list seem to lack. */
async function lossesOf({ calendar }: Subject, collection: Collection, query: PagedQuery): Promise<readonly Loss[]> {
  const first = await askPage(calendar, collection, query);
  const last = await askPage(calendar, collection, { ...query, page: Math.max(2, first.totalPages ?? 2) });
  const lost = (page: ShownPage, direction: Direction): readonly Loss[] =>
    [...new Set(lostOn(page, direction))].map((name) => ({ name, direction }));
  return [...lost(first, 'next'), ...lost(last, 'previous')];
}

/** Expects what a link lacks to change nothing: it is followed on a list that is another without that parameter. */
async function expectHarmless(subject: Subject, collection: Collection, { name, direction }: Loss): Promise<void> {
  const { calendar, world } = subject;
  const query = isParameterOf(collection, name) ? listBy(world, collection, name) : undefined;
  if (!query) return;
  const read = () => askEnd(subject, collection, query, direction);
  const ends = await read();
  if (lostOn(ends.from, direction).includes(name))
    await expectLinked(calendar, collection, { ...ends, direction }, read);
}

/** How many lists it takes to send every parameter. */
const packs: Readonly<Record<Collection, number>> = { events: 3, venues: 2, organizers: 2, categories: 3, tags: 1 };

/**
 * Whatever a list was asked by, its pages link to each other by. A link may be written in any way: one that seems to lack
 * a parameter is followed, on a list that is another without it.
 */
const keepsParametersInLinks = (collection: Collection): CalendarRequirement =>
  listRule({
    collection,
    rule: 'links.parameters',
    clause: 'coherence.pages',
    witnesses: [LINKED],
    statement: `The links from the first and the last page of ${collection} keep every parameter of the request.`,
    cost: 2 * packs[collection],
    given: (world) => allOrFewer(filterPacks(world, collection).map((query) => fc.constant(query))),
    async check(subject, queries) {
      for (const query of queries) {
        for (const loss of await lossesOf(subject, collection, query)) await expectHarmless(subject, collection, loss);
      }
    },
  });

/** What links between pages keep, in each collection. */
export const keptParameterRules: readonly CalendarRequirement[] = collections.map(keepsParametersInLinks);
