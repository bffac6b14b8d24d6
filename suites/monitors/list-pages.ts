import { askedWith } from '../../adapter/calendar/locate.js';
import type { TargetProfile } from '../../adapter/profile/target-profile.js';
import type { ShownPage } from '../../adapter/reading/lens.js';
import { monitoringRequirement } from '../../adapter/subject.js';
import type { Collection } from '../../contract/resources.js';
import type { DeviationDetails } from '../../kernel/deviation.js';
import type { Monitor } from '../../kernel/monitor.js';
import { countsWithoutRecords } from '../expect/expect-list.js';
import { lostFrom, namesSent } from '../lists/pages/link-address.js';
import { type Direction, findPageLinks, losesParameters } from '../lists/pages/linked-pages.js';
import { resolveLink } from '../../wire/link.js';
import { everyOperation, type ListStep, toLists, type Watching } from './steps.js';

/** Whatever a list is asked with, one page of it has to agree with itself. */
export const pagesAgree = monitoringRequirement({
  id: 'coherence.pages.anywhere',
  level: 'MUST',
  clause: 'coherence.pages',
  operations: everyOperation,
  profile: 'coherence',
  statement:
    'Every page of any list holds as many records as its size and its totals say, each once, and its links name the pages beside it.',
});

/** Notices pages that contradict themselves. */
export const watchPages = (watching: Watching): Monitor => ({
  requirement: pagesAgree.id,
  watch(exchanges) {
    const pages = toLists(watching, exchanges, { inAnyLanguage: true });
    if (pages.length === 0) return undefined;
    return [...pages.flatMap((step) => judgePage(watching.profile, step) ?? []), ...forgetfulLinks(pages)];
  },
});

/** The first way in which a page is wrong. */
function judgePage(profile: TargetProfile, step: ListStep): DeviationDetails | undefined {
  const { page, exchange } = step;
  return [repeated(page), oversize(step, page), uncounted(step, page), miscounted(profile, step, page), mislinked(step)]
    .map((wrong) => wrong && { ...wrong, exchange })
    .find((wrong) => wrong !== undefined);
}

type Wrong = Omit<DeviationDetails, 'exchange'> | undefined;

function repeated({ items }: ShownPage): Wrong {
  const ids = items.map(({ id }) => id);
  const twice = ids.find((id, at) => ids.indexOf(id) !== at);
  if (twice === undefined) return undefined;
  return { kind: 'selection', expected: 'each record once on a page', observed: `${twice} more than once` };
}

/** A number that is sent once, in digits. */
function numberIn(query: URLSearchParams, name: string): number | undefined {
  const [value = '', ...others] = query.getAll(name);
  return others.length === 0 && /^[1-9]\d{0,5}$/.test(value) ? Number(value) : undefined;
}

function oversize({ query }: ListStep, { items }: ShownPage): Wrong {
  const size = numberIn(query, 'per_page');
  if (size === undefined || items.length <= size) return undefined;
  return { kind: 'selection', expected: `at most ${size} records on a page`, observed: `${items.length}` };
}

/** The number of a page; undefined where it is no number. */
const pageNumber = (query: URLSearchParams): number | undefined => (query.has('page') ? numberIn(query, 'page') : 1);

/** What is on the first page is counted, whatever size pages have; past the end, a later one may be shown again. */
function uncounted({ query }: ListStep, { items, total }: ShownPage): Wrong {
  if (total === undefined || items.length <= total || pageNumber(query) !== 1) return undefined;
  return { kind: 'total', expected: `${items.length} records in all at least`, observed: `${total}` };
}

/** A page that is cut holds no more than this. */
const MOST = 1000;

/** The sizes that pages may have: the one that was asked for, and whatever a target may cut it to, given what it has shown. */
function sizesOf({ fullest }: TargetProfile, collection: Collection, asked: number): readonly number[] {
  const least = Math.min(asked, fullest[collection] ?? 1);
  const cut = Math.min(asked, MOST) - least;
  return [asked, ...Array.from({ length: Math.max(0, cut) }, (_, more) => least + more)];
}

/** A page that is not the last is full, and the last one has the rest; what is past the end is open. */
function miscounted(profile: TargetProfile, { query, collection }: ListStep, page: ShownPage): Wrong {
  const { items, total, totalPages } = page;
  const asked = numberIn(query, 'per_page');
  const number = pageNumber(query);
  if (total === undefined || asked === undefined || number === undefined) return undefined;
  const dueOf = (size: number): number => Math.min(size, total - (number - 1) * size);
  const pagesOf = (size: number): number => Math.ceil(total / size);
  const fitting = sizesOf(profile, collection, asked).filter(
    (size) => dueOf(size) <= 0 || dueOf(size) === items.length,
  );
  if (fitting.length === 0) {
    const expected = `${dueOf(asked)} of ${total} records on page ${number}`;
    const about = items.length === 0 ? { about: countsWithoutRecords } : {};
    return { kind: 'total', expected, observed: `${items.length}`, ...about };
  }
  if (total === 0 || totalPages === undefined || fitting.some((size) => pagesOf(size) === totalPages)) return undefined;
  return { kind: 'total', expected: `${pagesOf(asked)} as the number of all pages`, observed: `${totalPages}` };
}

/** A link that names another page than that beside it, by its number. What else it repeats is judged where it is followed. */
function mislinked(step: ListStep): Wrong {
  return wrongLink(step, 'next') ?? wrongLink(step, 'previous');
}

/** What pages at the end and past it link to is open here. */
function wrongLink({ query, collection, page, exchange }: ListStep, direction: Direction): Wrong {
  const [number, last] = [pageNumber(query), page.totalPages];
  if (number === undefined || last === undefined || number > last) return undefined;
  const due = direction === 'next' ? number + 1 : number - 1;
  if (due < 1 || due > last) return undefined;
  const linked = findPageLinks(exchange, direction).flatMap((link) => pageIn(link, exchange.request.target) ?? []);
  const wrong = linked.find((one) => one !== due);
  if (wrong === undefined) return undefined;
  const expected = `a link from page ${number} to page ${due} as the ${direction} one`;
  const about = askedWith(collection, ['per_page', 'page']);
  return { kind: 'selection', expected, observed: `one to page ${wrong}`, about };
}

/** What all links of a page in one direction repeat, and what they all lose, of what the page was asked with. */
interface KnownLinks {
  readonly list: string;
  readonly step: ListStep;
  readonly kept: readonly string[];
  readonly lost: readonly string[];
}

const directions: readonly Direction[] = ['next', 'previous'];

function linksOn(step: ListStep): readonly KnownLinks[] {
  return directions.flatMap((direction) => {
    const losses = findPageLinks(step.exchange, direction).map((link) => lostFrom(link, step.exchange));
    if (losses.length === 0) return [];
    const isLost = (name: string) => (lost: readonly string[]) => lost.includes(name);
    const names = namesSent(step.exchange);
    const kept = names.filter((name) => !losses.some(isLost(name)));
    const lost = names.filter((name) => losses.every(isLost(name)));
    return [{ list: `${direction} ${listOf(step)}`, step, kept, lost }];
  });
}

/** Links that lose what those of another page of the same list repeat, in the same direction. */
function forgetfulLinks(pages: readonly ListStep[]): readonly DeviationDetails[] {
  const links = pages.flatMap(linksOn);
  return links.flatMap(({ list, lost, step: { collection, exchange } }): readonly DeviationDetails[] => {
    const alike = links.filter((one) => one.list === list);
    const name = lost.find((one) => alike.some(({ kept }) => kept.includes(one)));
    if (name === undefined) return [];
    const expected = `the links of each page to repeat ${name}, as those of another page do`;
    const about = { ...askedWith(collection, ['per_page', 'page']), mistake: losesParameters };
    return [{ kind: 'selection', expected, observed: 'one without it, or with another value', exchange, about }];
  });
}

/** What is asked for but the page, and by whom. */
function listOf({ exchange: { identity = '', request } }: ListStep): string {
  const { path, query } = toParts(request.target);
  const others = [...query].filter(([name]) => name !== 'page').map((pair) => pair.join('='));
  return [identity, path, ...others.toSorted()].join(' ');
}

/** The page that a link names; undefined for another list, and where it has parameters of its own, which may name one in their way. */
function pageIn(link: string, target: string): number | undefined {
  const [asked, linked] = [toParts(target), toParts(resolveLink(link, target) ?? '')];
  const own = [...linked.query.keys()].filter((name) => !asked.query.has(name) && !paging.includes(name));
  return linked.path === asked.path && own.length === 0 ? numberIn(linked.query, 'page') : undefined;
}

function toParts(target: string) {
  const [path = '', query = ''] = target.split('?', 2);
  return { path, query: new URLSearchParams(query) };
}

const paging: readonly string[] = ['page', 'per_page'];
