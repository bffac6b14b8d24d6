import type { Collection } from '../../contract/resources.js';
import { parsePairs } from '../http/parameter-values.js';
import type { Reply } from '../http/reply.js';
import { listRowOf } from '../records/record-representation.js';
import type { Row } from '../site/row-cache.js';
import type { Call, Site } from '../site/site.js';
import type { StoredRecord } from '../store/stored-record.js';
import type { Selection } from '../store/timeline-selection.js';
import { listEvents } from './event-list.js';
import { readListQuery } from './list-query.js';
import type { ListRequest } from './list-request.js';
import { listTerms } from './term-list.js';
import { listVenuesOrOrganizers } from './venue-list.js';

/** What is selected for one page of a list. */
interface PageContent {
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
function toPageReply(content: PageContent): Reply {
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

/** Answers GET on a collection: 200 with one page, also where it is empty; 400 for a bad parameter. */
export function list(collection: Collection, site: Site, call: Call): Reply {
  const query = readListQuery(collection, call.parameters, site.extensions);
  const { rows, total } = select(collection, { site, query, viewer: call.viewer, language: call.language });
  const view = { site, origin: call.origin, viewer: call.viewer };
  return toPageReply({
    collection,
    total,
    rows: rows.map((record) => listRowOf(record, view)),
    page: query.page,
    perPage: query.perPage,
    url: `${call.origin}${call.segment}${site.basePath}/${site.namespace}/${collection}`,
    query: call.query,
  });
}

function select(collection: Collection, request: ListRequest): Selection<StoredRecord> {
  switch (collection) {
    case 'events':
      return listEvents(request);
    case 'venues':
    case 'organizers':
      return listVenuesOrOrganizers(collection, request);
    case 'categories':
    case 'tags':
      return listTerms(collection, request);
  }
}
