import type { Collection } from '../contract/field.js';
import { parsePairs } from './parameters.js';
import type { Reply } from './respond.js';
import type { Row } from './rows.js';

/** What is selected for one page of a list. */
export interface PageContent {
  readonly collection: Collection;
  readonly rows: readonly Row[];
  readonly total: number;
  readonly page: number;
  readonly perPage: number;
  /** The list's own address without its query, and the query as sent. */
  readonly url: string;
  readonly query: string;
}

/** The answer with one page of a list (`gap.response.list`), pasted together from rows that are octets already. */
export function toPageReply(content: PageContent): Reply {
  const { collection, rows, total, perPage } = content;
  const totalPages = Math.ceil(total / perPage);
  const links = pageLinks(content, totalPages);
  const envelope = {
    total,
    total_pages: totalPages,
    rest_url: links.self,
    ...(links.next && { next_rest_url: links.next }),
    ...(links.previous && { previous_rest_url: links.previous }),
  };
  const body = Buffer.concat([
    Buffer.from(`{"${collection}":[`),
    ...rows.flatMap((row, index) => (index === 0 ? [row.bytes] : [comma, row.bytes])),
    Buffer.from(`],${JSON.stringify(envelope).slice(1)}`),
  ]);
  return { status: 200, body, headers: pageHeaders(total, totalPages, links) };
}

const comma = Buffer.from(',');

interface Links {
  readonly self: string;
  readonly next: string | undefined;
  readonly previous: string | undefined;
}

function pageLinks({ url, query, page }: PageContent, totalPages: number): Links {
  const others = parsePairs(query).filter(([name]) => name !== 'page');
  const to = (number: number): string => `${url}?${toQuery([...others, ['page', String(number)]])}`;
  const sent = toQuery(parsePairs(query));
  return {
    self: sent === '' ? url : `${url}?${sent}`,
    next: page < totalPages ? to(page + 1) : undefined,
    previous: page > 1 && totalPages > 0 ? to(Math.min(page - 1, totalPages)) : undefined,
  };
}

/** Written anew rather than copied, so that nothing in a link can break out of the Link header. */
const toQuery = (pairs: readonly (readonly [string, string])[]): string =>
  pairs.map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`).join('&');

function pageHeaders(total: number, totalPages: number, { next, previous }: Links): Record<string, string> {
  const links = [...(previous ? [`<${previous}>; rel="prev"`] : []), ...(next ? [`<${next}>; rel="next"`] : [])];
  return {
    'X-WP-Total': String(total),
    'X-WP-TotalPages': String(totalPages),
    ...(links.length > 0 && { Link: links.join(', ') }),
  };
}
