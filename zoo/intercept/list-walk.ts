import { idsIn } from '../../adapter/reading/agreement.js';
import { languages } from '../../contract/queries.js';
import type { Relation } from '../../contract/resources.js';
import type { Outcome, WireRequest } from '../../wire/exchange.js';
import type { JsonObject } from '../../wire/json.js';
import { isGranted } from '../../wire/status.js';
import { type CallContext, credentialsOf } from './record-lookup.js';
import { withParameter } from './request-edit.js';
import { totalIn } from './response-edit.js';

/** The most that the reference server holds on a page: few lists have a second one. */
const MANY = 100;

/** How often a list is read that moves all the time. */
const MOST_WALKS = 8;

/**
 * All records of the list that a request asks for, whatever page it names; none where it is refused. Pages can move
 * while they are turned: a list of several is read until it is twice the same.
 */
export async function everyItem(context: CallContext, request: WireRequest): Promise<readonly JsonObject[]> {
  let walk = await walkOnce(context, request);
  for (let walks = 1; walk.pages > 1 && walks < MOST_WALKS; walks += 1) {
    const again = await walkOnce(context, request);
    if (again.ids === walk.ids) break;
    walk = again;
  }
  return walk.items;
}

interface Walk {
  readonly items: readonly JsonObject[];
  readonly ids: string;
  readonly pages: number;
}

async function walkOnce({ view, call, next }: CallContext, request: WireRequest): Promise<Walk> {
  const items: JsonObject[] = [];
  const headers = credentialsOf(call.request);
  const large = withParameter(request, 'per_page', String(MANY));
  const { collection } = view.operationCall(request) ?? call;
  for (let page = 1; ; page += 1) {
    const outcome = await next({ ...withParameter(large, 'page', String(page)), headers });
    const shown = isGranted(outcome) ? view.items(collection, outcome) : [];
    items.push(...shown);
    if (shown.length > 0 && items.length < (totalIn(outcome) ?? 0)) continue;
    return { items, ids: items.map((item) => view.id(collection, item)).join(), pages: page };
  }
}

/** The statuses that records of the reference server have. */
export const statuses = ['publish', 'future', 'draft', 'pending', 'private'] as const;

/** The relation of an event that links to records of a collection. */
export const relationTo = {
  venues: 'venue',
  organizers: 'organizer',
  categories: 'categories',
  tags: 'tags',
} as const satisfies Record<string, Relation>;

/** The events of some statuses, in all languages and of all times, or of those the ones that a filter selects. */
export async function eventsOf(
  context: CallContext,
  among: readonly string[] = statuses,
  filter = '',
): Promise<readonly JsonObject[]> {
  const { view, call } = context;
  const events: JsonObject[] = [];
  for (const language of languages) {
    for (const status of among) {
      const query = `starts_after=1000-01-01&starts_before=9999-12-31&status=${status}${filter}`;
      const target = call.at(`/events?${query}&${view.languageParameter}=${language}`);
      events.push(...(await everyItem(context, { method: 'GET', target, headers: [] })));
    }
  }
  return events;
}

/** To how many of the events each record is linked by a relation, by its id. */
export function countLinks({ view }: CallContext, events: readonly JsonObject[], relation: Relation) {
  const counts = new Map<string, number>();
  for (const id of events.flatMap((event) => idsIn(view.field('events', event, relation)))) {
    counts.set(id, (counts.get(id) ?? 0) + 1);
  }
  return counts;
}

/** No target is known to hold fewer on a page. */
const SIZE = 50;
const MOST_PAGES = 20;

/** The records of several lists, each once. */
export async function joinedLists(
  context: CallContext,
  requests: readonly WireRequest[],
): Promise<readonly JsonObject[]> {
  const { view, call } = context;
  const records = new Map<string, JsonObject>();
  for (const request of requests)
    for (const record of await wholeList(context, request)) records.set(view.id(call.collection, record), record);
  return [...records.values()];
}

/** The records on all pages of a list that a request asks for, whatever page it names. */
export async function wholeList(
  { view, call, next }: CallContext,
  request: WireRequest,
): Promise<readonly JsonObject[]> {
  const records: JsonObject[] = [];
  const large = withParameter(request, 'per_page', String(SIZE));
  for (let page = 1; page <= MOST_PAGES; page += 1) {
    const outcome = await next(withParameter(large, 'page', String(page)));
    const items = isGranted(outcome) ? view.items(call.collection, outcome) : [];
    records.push(...items);
    if (items.length < SIZE) break;
  }
  return records;
}

/** The ids of some records. */
export const idsOf = ({ view, call }: CallContext, records: readonly JsonObject[]): ReadonlySet<string> =>
  new Set(records.map((record) => view.id(call.collection, record)));

/** Some records after others, each once. */
export function joined(
  { view, call }: CallContext,
  ...lists: readonly (readonly JsonObject[])[]
): readonly JsonObject[] {
  return [...new Map(lists.flat().map((record) => [view.id(call.collection, record), record])).values()];
}

/** Answers a request for a list with other records: the page of them that it asks for, in the target's own wrapping. */
export async function respondWith({ view, call, next }: CallContext, records: readonly JsonObject[]): Promise<Outcome> {
  const { request, query, collection } = call;
  const [page, size] = [Number(query.get('page') ?? 1), Number(query.get('per_page') ?? 10)];
  const outcome = await next(withParameter(request, 'page', '1'));
  const listed = view.editItems(collection, outcome, () => records.slice((page - 1) * size, page * size));
  return view.editTotal(listed, () => records.length);
}
