import { type Collection, resourceOf } from '../../contract/resources.js';
import type { HeaderPairs, Outcome, Send, WireRequest } from '../../wire/exchange.js';
import type { JsonObject } from '../../wire/json.js';
import { isGranted } from '../../wire/status.js';
import type { OperationCall } from './operation-call.js';
import { parameterOf } from './request-edit.js';
import type { WireView } from './wire-view.js';

/** The header fields by which a request says who asks. */
export const credentialsOf = ({ headers }: WireRequest): HeaderPairs =>
  headers.filter(([name]) => /^(authorization|cookie|x-.*)$/i.test(name));

/** The answer to a GET, by whoever sends a request, of the item that it is about. */
export const itemNow = ({ request }: OperationCall, next: Send): Promise<Outcome> =>
  next({ method: 'GET', target: request.target, headers: credentialsOf(request) });

/** The record that a request is about, as it is before that; undefined where there is none. */
export const recordNow = async (view: WireView, call: OperationCall, next: Send): Promise<JsonObject | undefined> =>
  view.record(call.collection, await itemNow(call, next));

/** The query with which a list leaves nothing out. */
const everything: Readonly<Record<Collection, string>> = {
  events: 'starts_after=1900-01-01&starts_before=2200-01-01&',
  venues: '',
  organizers: '',
  categories: 'hide_empty=false&',
  tags: 'hide_empty=false&',
};

export interface CallContext {
  readonly view: WireView;
  readonly call: OperationCall;
  readonly next: Send;
}

const PAGE = 100;

/** More are not looked through: where there are as many, a fault about them is hardly ours to make. */
const MOST_PAGES = 10;

/** The records of a collection that a query finds, in the language of the call, up to a thousand. */
export async function findAll(
  { view, call, next }: CallContext,
  collection: Collection,
  query = '',
): Promise<readonly JsonObject[]> {
  const language = parameterOf(call.request, view);
  const inLanguage = language === undefined ? '' : `&${view.languageParameter}=${language}`;
  const first = call.at(`/${collection}?${everything[collection]}per_page=${PAGE}${inLanguage}${query && `&${query}`}`);
  const headers = credentialsOf(call.request);
  const found: JsonObject[] = [];
  for (let page = 1; page <= MOST_PAGES && found.length === (page - 1) * PAGE; page += 1) {
    const target = page === 1 ? first : `${first}&page=${page}`;
    found.push(...view.items(collection, await next({ method: 'GET', target, headers })));
  }
  return found;
}

/** The other records that are called like the one that a request is about. */
export async function namesakes(context: CallContext): Promise<readonly JsonObject[]> {
  const { view, call, next } = context;
  const { collection } = call;
  const { label } = resourceOf(collection);
  const record = await recordNow(view, call, next);
  if (!record) return [];
  const [own, name] = [view.id(collection, record), view.text(collection, record, label)];
  const found = await findAll(context, collection, `search=${encodeURIComponent(name)}`);
  return found.filter((one) => view.text(collection, one, label) === name && view.id(collection, one) !== own);
}

/** The answer to a GET of an item by whom sends a request, the item that it is about when no other is named. */
export const seenBy = ({ call: { request }, next }: CallContext, target = request.target): Promise<Outcome> =>
  next({ method: 'GET', target, headers: credentialsOf(request) });

/** The same, as the record that is shown; undefined where none is. */
export async function recordBefore(context: CallContext, target?: string): Promise<JsonObject | undefined> {
  const outcome = await seenBy(context, target);
  const { view, call } = context;
  return isGranted(outcome) ? view.record(call.collection, outcome) : undefined;
}
