import { jsonOf } from '../../harness/body.js';
import type { Exchange } from '../../harness/exchange.js';
import { expectThat } from '../../harness/expectations.js';
import { isJsonObject } from '../../harness/json.js';
import { toText } from '../../target/shown-values.js';
import { expectHeader } from './expect-answer.js';

/** A neighbour of a page: the field that links it, its relation in the Link header, and its number; 0 for none. */
type Neighbour = readonly [field: string, relation: string, page: number];

const neighboursOf = (page: number, last: number): readonly Neighbour[] => [
  ['previous_rest_url', 'prev', Math.max(0, Math.min(page - 1, last))],
  ['next_rest_url', 'next', page < last ? page + 1 : 0],
];

/** Whether an absolute link leads to a page; to page 0 leads none. */
function pointsTo(link: string, page: number): boolean {
  if (link === '' || page === 0) return link === '' && page === 0;
  return URL.canParse(link) && Number(new URL(link).searchParams.get('page')) === page;
}

/** Expects a page to link itself and its neighbours, in body and header alike (gap.response.list). */
export function expectLinks(exchange: Exchange, page: number): void {
  const json = jsonOf(exchange.outcome);
  const body = isJsonObject(json) ? json : {};
  const { target } = exchange.request;
  const self = toText(body.rest_url);
  expectThat(self.endsWith(target), { kind: 'value', expected: `rest_url ${target}`, observed: self, exchange });
  const links = neighboursOf(page, Number(body.total_pages)).flatMap(([field, relation, number]) => {
    const link = toText(body[field]);
    const expected = `${field} of page ${number}`;
    expectThat(pointsTo(link, number), { kind: 'value', expected, observed: link || 'none', exchange });
    return link === '' ? [] : [`<${link}>; rel="${relation}"`];
  });
  expectHeader(exchange, 'link', links.join(', ') || 'none');
}
