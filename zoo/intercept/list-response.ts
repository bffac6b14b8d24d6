import type { HeaderPairs, Outcome } from '../../wire/exchange.js';
import { type JsonObject, valueAt } from '../../wire/json.js';
import { jsonOf } from '../../wire/message-body.js';
import { isGranted } from '../../wire/status.js';
import type { OperationCall } from './operation-call.js';
import type { CallContext } from './record-lookup.js';
import { editJson, editResponse, mapTexts, withHeader, withoutHeader } from './response-edit.js';

const isListLink = (link: string, { collection }: OperationCall): boolean =>
  link.split('?', 1)[0]?.endsWith(`/${collection}`) === true;

/** The address of a list, without its query: the reference server states it in each list. */
function addressOf(outcome: Outcome): string {
  const link = valueAt(jsonOf(outcome), ['rest_url']);
  return typeof link === 'string' ? (link.split('?', 1)[0] ?? '') : '';
}

/** The address of a page of a list, with the query as it was sent. */
function toPage(address: string, { query }: OperationCall, page: string | null): string {
  const pairs = new URLSearchParams(query);
  pairs.delete('page');
  if (page !== null) pairs.append('page', page);
  return pairs.size === 0 ? address : `${address}?${pairs.toString()}`;
}

/** Lets the links of a list hold the query as it was sent, not as it was understood. */
export function relinked(outcome: Outcome, call: OperationCall): Outcome {
  const relink = (link: string): string => {
    const [address = '', query = ''] = link.split('?', 2);
    return isListLink(link, call) ? toPage(address, call, new URLSearchParams(query).get('page')) : link;
  };
  const edited = editJson(outcome, (body) =>
    mapTexts(body, (text, name) => (name.endsWith('url') ? relink(text) : text)),
  );
  return editResponse(edited, (response) => ({
    ...response,
    headers: response.headers.map(([name, value]) => [
      name,
      /^link$/i.test(name) ? value.replace(/(?<=<)[^>]*(?=>)/g, relink) : value,
    ]),
  }));
}

interface Links {
  readonly self: string;
  readonly next?: string;
  readonly previous?: string;
}

/** Answers a request for a list with the page that it asks for of other records; a refusal stays one. */
export async function listed({ call, next }: CallContext, records: readonly JsonObject[]): Promise<Outcome> {
  const outcome = await next(call.request);
  if (!isGranted(outcome)) return outcome;
  const { collection, query } = call;
  const [page, size] = [Number(query.get('page') ?? 1), Number(query.get('per_page') ?? 10)];
  const pages = Math.ceil(records.length / size);
  const to = (number: number | null): string =>
    toPage(addressOf(outcome), call, number === null ? query.get('page') : String(number));
  const links: Links = {
    self: to(null),
    ...(page < pages && { next: to(page + 1) }),
    ...(page > 1 && pages > 0 && { previous: to(Math.min(page - 1, pages)) }),
  };
  const totals = { total: records.length, pages };
  const body = { [collection]: records.slice((page - 1) * size, page * size), ...toEnvelope(totals, links) };
  return editResponse(
    editJson(outcome, () => body),
    (response) => ({ ...response, headers: withTotals(response.headers, totals, links) }),
  );
}

interface Totals {
  readonly total: number;
  readonly pages: number;
}

const toEnvelope = ({ total, pages }: Totals, { self, next, previous }: Links): JsonObject => ({
  total,
  total_pages: pages,
  rest_url: self,
  ...(next !== undefined && { next_rest_url: next }),
  ...(previous !== undefined && { previous_rest_url: previous }),
});

function withTotals(headers: HeaderPairs, { total, pages }: Totals, { next, previous }: Links): HeaderPairs {
  const links = [
    ...(previous === undefined ? [] : [`<${previous}>; rel="prev"`]),
    ...(next === undefined ? [] : [`<${next}>; rel="next"`]),
  ];
  const totals = withHeader(withHeader(headers, 'X-WP-Total', String(total)), 'X-WP-TotalPages', String(pages));
  return links.length === 0 ? withoutHeader(totals, 'Link') : withHeader(totals, 'Link', links.join(', '));
}
