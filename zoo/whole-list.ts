import type { Outcome, WireRequest } from '../harness/exchange.js';
import type { JsonObject } from '../harness/json.js';
import { isGranted } from './edit-answer.js';
import { withParameter } from './edit-request.js';
import type { CallContext } from './look-up.js';

/** No target is known to hold fewer on a page. */
const SIZE = 50;
const MOST_PAGES = 20;

/** The records on all pages of a list that a request asks for, whatever page it names. */
export async function wholeList(
  { lens, asked, next }: CallContext,
  request: WireRequest,
): Promise<readonly JsonObject[]> {
  const records: JsonObject[] = [];
  const large = withParameter(request, 'per_page', String(SIZE));
  for (let page = 1; page <= MOST_PAGES; page += 1) {
    const outcome = await next(withParameter(large, 'page', String(page)));
    const items = isGranted(outcome) ? lens.items(asked.collection, outcome) : [];
    records.push(...items);
    if (items.length < SIZE) break;
  }
  return records;
}

/** The ids of some records. */
export const idsOf = ({ lens, asked }: CallContext, records: readonly JsonObject[]): ReadonlySet<string> =>
  new Set(records.map((record) => lens.id(asked.collection, record)));

/** Some records after others, each once. */
export function joined(
  { lens, asked }: CallContext,
  ...lists: readonly (readonly JsonObject[])[]
): readonly JsonObject[] {
  return [...new Map(lists.flat().map((record) => [lens.id(asked.collection, record), record])).values()];
}

/** Answers a request for a list with other records: the page of them that it asks for, in the target's own wrapping. */
export async function respondWith(
  { lens, asked, next }: CallContext,
  records: readonly JsonObject[],
): Promise<Outcome> {
  const { request, query, collection } = asked;
  const [page, size] = [Number(query.get('page') ?? 1), Number(query.get('per_page') ?? 10)];
  const outcome = await next(withParameter(request, 'page', '1'));
  const listed = lens.editItems(collection, outcome, () => records.slice((page - 1) * size, page * size));
  return lens.editTotal(listed, () => records.length);
}
