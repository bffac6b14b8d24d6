import { resolveLink } from '../../../wire/link.js';

/** A number that is sent once, in digits. */
export function numberIn(query: URLSearchParams, name: string): number | undefined {
  const [value = '', ...others] = query.getAll(name);
  return others.length === 0 && /^[1-9]\d{0,5}$/.test(value) ? Number(value) : undefined;
}

/** The number of a page; undefined where it is no number. */
export const pageNumber = (query: URLSearchParams): number | undefined =>
  query.has('page') ? numberIn(query, 'page') : 1;

/** Whether a link is to another address, or has parameters of its own, which may say the same in their way. */
export function isOwn(link: string, target: string): boolean {
  const [asked, linked] = [toParts(target), toParts(resolveLink(link, target) ?? '')];
  return linked.path !== asked.path || [...linked.query.keys()].some((name) => !isAsked(asked.query, name));
}

const isAsked = (query: URLSearchParams, name: string): boolean => query.has(name) || paging.includes(name);

export function toParts(target: string) {
  const [path = '', query = ''] = target.split('?', 2);
  return { path, query: new URLSearchParams(query) };
}

const paging: readonly string[] = ['page', 'per_page'];
