import { askedWith } from '../../../adapter/calendar/locate.js';
import type { DeviationDetails } from '../../../kernel/deviation.js';
import { resolveLink } from '../../../wire/link.js';
import { lostFrom, namesSent } from '../../lists/pages/link-address.js';
import { type Direction, findPageLinks, losesParameters } from '../../lists/pages/linked-pages.js';
import type { ListStep } from '../evidence/steps.js';
import { isOwn, numberIn, pageNumber, toParts } from './page-query.js';

/** What is wrong with a page; undefined where nothing is. */
export type Wrong = Omit<DeviationDetails, 'exchange'> | undefined;

/**
 * A link that names another page than that beside it, by its number. What else it repeats is judged by the other pages of
 * the list, and where it is followed.
 */
export function mislinked(step: ListStep): Wrong {
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

/** What a page past the end links to is open; a link to another address, or with parameters of its own, is no such link. */
function linksOn(step: ListStep): readonly KnownLinks[] {
  const { exchange, page } = step;
  if (page.items.length === 0) return [];
  return directions.flatMap((direction) => {
    const links = findPageLinks(exchange, direction).filter((link) => !isOwn(link, exchange.request.target));
    const losses = links.map((link) => lostFrom(link, exchange));
    if (losses.length === 0) return [];
    const isLost = (name: string) => (lost: readonly string[]) => lost.includes(name);
    const names = namesSent(exchange);
    const kept = names.filter((name) => !losses.some(isLost(name)));
    const lost = names.filter((name) => losses.every(isLost(name)));
    return [{ list: `${direction} ${listOf(step)}`, step, kept, lost }];
  });
}

/** Links that lose what those of another page of the same list repeat, in the same direction. */
export function forgetfulLinks(pages: readonly ListStep[]): readonly DeviationDetails[] {
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
  return isOwn(link, target) ? undefined : numberIn(toParts(resolveLink(link, target) ?? '').query, 'page');
}
