import fc from 'fast-check';
import type { ShownPage } from '../../../adapter/reading/lens.js';
import type { CalendarRequirement, Subject } from '../../../adapter/subject.js';
import { isParameterOf } from '../../../contract/queries.js';
import { type Collection, collections } from '../../../contract/resources.js';
import { Deviation, DoesNotApply } from '../../../kernel/deviation.js';
import { witness } from '../../../kernel/tally.js';
import { isClientError } from '../../../wire/status.js';
import { allOrFewer } from '../../arbitraries/subsets.js';
import { listRule } from '../../queries/list-rule.js';
import type { PagedQuery } from '../../queries/paged-query.js';
import { askPage, unlessWritten } from '../../queries/read-pages.js';
import { filterPacks, listBy } from './filter-packs.js';
import { lostFrom, namesSent } from './link-address.js';
import { type Direction, expectLinked, findPageLinks } from './linked-pages.js';

/** Witnessed when a filtered list linked to another of its pages. */
const LINKED = 'a page of a filtered list had a link to another page';

/** Where links stand: each page but the first and the last has one either way. */
type Place = 'first' | 'middle' | 'last';

/** A link: on which page it stands, and to which it points. */
interface Way {
  readonly at: Place;
  readonly direction: Direction;
}

const waysFrom: Readonly<Record<Place, readonly Way[]>> = {
  first: [{ at: 'first', direction: 'next' }],
  middle: [
    { at: 'middle', direction: 'next' },
    { at: 'middle', direction: 'previous' },
  ],
  last: [{ at: 'last', direction: 'previous' }],
};

/** Without totals the last page is taken for the third: as long as the list is known to be. */
const numberOf = (at: Place, { totalPages = 3 }: Pick<ShownPage, 'totalPages'>): number =>
  at === 'middle' ? 2 : at === 'first' ? 1 : totalPages;

type Asked = readonly [subject: Subject, collection: Collection, query: PagedQuery];

/** Reads a page of a list by its number, the first without one. */
const readPage = ([{ calendar }, collection, query]: Asked, page: number): Promise<ShownPage> =>
  askPage(calendar, collection, { ...query, ...(page > 1 && { page }) });

/** Both ends of a link. */
async function readEnds(asked: Asked, { at, direction }: Way): Promise<Record<'from' | 'to', ShownPage>> {
  const first = await readPage(asked, 1);
  const number = numberOf(at, first);
  const read = (page: number) => (page === 1 ? first : readPage(asked, page));
  return { from: await read(number), to: await read(direction === 'next' ? number + 1 : number - 1) };
}

/** What the links of a page lack of what it was sent with. */
function lostOn({ exchange }: ShownPage, direction: Direction): readonly string[] {
  const links = findPageLinks(exchange, direction);
  if (links.length > 0) witness(LINKED);
  return links.flatMap((link) => lostFrom(link, exchange));
}

/** A parameter that a link lacks; without a name, a link that repeats none, as one by a cursor does. */
interface Loss extends Way {
  readonly name?: string;
}

function lossesOn(page: ShownPage, at: Place): readonly Loss[] {
  const sent = namesSent(page.exchange);
  return waysFrom[at].flatMap((way): readonly Loss[] => {
    const lost = [...new Set(lostOn(page, way.direction))];
    return lost.length === sent.length ? [way] : lost.map((name) => ({ ...way, name }));
  });
}

/** Of these, a page between the ends is read, too: a service may make its links of less than those of the first page. */
const isReadThrough = (collection: Collection): boolean => collection === 'events';

/** What the links of one list seem to lack on its first and last page, and between them. */
async function lossesAtEnds(asked: Asked): Promise<readonly Loss[]> {
  const first = await readPage(asked, 1);
  const last = await readPage(asked, numberOf('last', first));
  const links = [...findPageLinks(first.exchange, 'next'), ...findPageLinks(last.exchange, 'previous')];
  // One that is known to have more pages, and links to none.
  if (links.length === 0 && (first.totalPages ?? 1) > 1)
    throw new DoesNotApply(`lists of ${asked[1]} have no links to other pages`);
  const atFirst = lossesOn(first, 'first');
  // Links that repeat nothing do so on every page.
  const repeatsAny = atFirst.every(({ name }) => name !== undefined);
  const middle = isReadThrough(asked[1]) && repeatsAny ? await inMiddle(asked) : [];
  return [...atFirst, ...middle, ...lossesOn(last, 'last')];
}

const inMiddle = async (asked: Asked): Promise<readonly Loss[]> => lossesOn(await readPage(asked, 2), 'middle');

/** Which orders are taken is not stated: a list that is refused in one is read in none. */
async function unlessRefused(asked: Asked, read: (asked: Asked) => Promise<readonly Loss[]>): Promise<readonly Loss[]> {
  const [subject, collection, { order, orderby, ...others }] = asked;
  const isOrdered = order !== undefined || orderby !== undefined;
  return read(asked).catch((error: unknown) => {
    const exchange = error instanceof Deviation ? error.details.exchange : undefined;
    if (!isOrdered || !exchange || !isClientError(exchange)) throw error;
    return read([subject, collection, others]);
  });
}

/** A list on which a loss shows: one that is another without the parameter, else the very list. */
function listFor([{ world }, collection, query]: Asked, { name }: Loss): PagedQuery | undefined {
  if (name === undefined) return query;
  return isParameterOf(collection, name) ? listBy(world, collection, name) : undefined;
}

/** Expects what a link lacks to change nothing: it is followed where that would show. */
async function expectHarmless(asked: Asked, loss: Loss): Promise<void> {
  const [subject, collection] = asked;
  const query = listFor(asked, loss);
  if (!query) return;
  const read = () => readEnds([subject, collection, query], loss);
  const ends = await read();
  const { name, direction } = loss;
  if (name === undefined || lostOn(ends.from, direction).includes(name))
    await expectLinked(subject.calendar, collection, { ...ends, direction }, read);
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
    statement: `The links between the pages of ${collection} keep every parameter of the request.`,
    cost: packs[collection] + (isReadThrough(collection) ? 2 : 1),
    given: (world) => allOrFewer(filterPacks(world, collection).map((query) => fc.constant(query))),
    async check(subject, queries) {
      for (const [index, query] of queries.entries()) {
        const asked: Asked = [subject, collection, query];
        const judge = async (): Promise<void> => {
          const losses = await unlessRefused(asked, index === 0 ? lossesAtEnds : inMiddle);
          for (const loss of losses) await expectHarmless(asked, loss);
        };
        await unlessWritten(subject.calendar, () => readPage(asked, 1), judge);
      }
    },
  });

/** What links between pages keep, in each collection. */
export const keptParameterRules: readonly CalendarRequirement[] = collections.map(keepsParametersInLinks);
