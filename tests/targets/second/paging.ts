import type { Call, Query } from './call.js';
import { integerIn } from './query.js';
import { notFound } from './problem.js';

/** Asking for more is no error: this is what is given. */
const MOST = 50;

/** A page of what a list holds, and where the pages beside it are. */
export interface Page<T> {
  readonly items: readonly T[];
  readonly meta: { readonly total: number; readonly pages: number };
  readonly links: Readonly<Record<string, string>>;
}

/** Cuts the page that was asked for. Throws a Problem for one past the end; the first one is always there. */
export function toPage<T>(call: Call, all: readonly T[]): Page<T> {
  const size = Math.min(integerIn(call.query, 'per_page') ?? 10, MOST);
  const number = integerIn(call.query, 'page') ?? 1;
  const pages = Math.ceil(all.length / size);
  if (number > Math.max(pages, 1)) throw notFound();
  return {
    items: all.slice((number - 1) * size, number * size),
    meta: { total: all.length, pages },
    links: {
      self: linkTo(call, number),
      ...(number < pages && { next: linkTo(call, number + 1) }),
      ...(number > 1 && { prev: linkTo(call, number - 1) }),
    },
  };
}

function linkTo({ url, query }: { readonly url: string; readonly query: Query }, page: number): string {
  const search = new URLSearchParams([...query].filter(([name]) => name !== 'page'));
  search.set('page', String(page));
  return `${url}?${search.toString()}`;
}
