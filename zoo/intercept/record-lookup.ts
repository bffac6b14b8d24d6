import { type Collection, resourceOf } from '../../contract/resources.js';
import type { HeaderPairs, Outcome, Send, WireRequest } from '../../wire/exchange.js';
import type { JsonObject } from '../../wire/json.js';
import { isGranted } from '../../wire/status.js';
import type { OperationCall } from './operation-call.js';
import type { WireView } from './wire-view.js';

/** The header fields by which a request says who asks. */
export const credentialsOf = ({ headers }: WireRequest): HeaderPairs =>
  headers.filter(([name]) => /^(authorization|cookie|x-.*)$/i.test(name));

/** The answer to a GET, by whoever sends a request, of the item that it is about. */
export const itemNow = ({ request }: OperationCall, next: Send): Promise<Outcome> =>
  next({ method: 'GET', target: request.target, headers: credentialsOf(request) });

/** The record that a request is about, as it is before that; undefined where there is none. */
export const recordNow = async (lens: WireView, asked: OperationCall, next: Send): Promise<JsonObject | undefined> =>
  lens.record(asked.collection, await itemNow(asked, next));

/** What a list must be told not to leave anything out. */
const everything: Readonly<Record<Collection, string>> = {
  events: 'starts_after=1900-01-01&starts_before=2200-01-01&',
  venues: '',
  organizers: '',
  categories: 'hide_empty=false&',
  tags: 'hide_empty=false&',
};

export interface CallContext {
  readonly lens: WireView;
  readonly asked: OperationCall;
  readonly next: Send;
}

const PAGE = 100;

/** More are not looked through: where there are as many, a fault about them is hardly ours to make. */
const MOST_PAGES = 10;

/** The records of a collection that a query finds, up to a thousand. */
export async function findAll(
  { lens, asked, next }: CallContext,
  collection: Collection,
  query = '',
): Promise<readonly JsonObject[]> {
  const first = asked.at(`/${collection}?${everything[collection]}per_page=${PAGE}${query && `&${query}`}`);
  const headers = credentialsOf(asked.request);
  const found: JsonObject[] = [];
  for (let page = 1; page <= MOST_PAGES && found.length === (page - 1) * PAGE; page += 1) {
    const target = page === 1 ? first : `${first}&page=${page}`;
    found.push(...lens.items(collection, await next({ method: 'GET', target, headers })));
  }
  return found;
}

/** The other records that are called like the one that a request is about. */
export async function namesakes(look: CallContext): Promise<readonly JsonObject[]> {
  const { lens, asked, next } = look;
  const { collection } = asked;
  const { label } = resourceOf(collection);
  const record = await recordNow(lens, asked, next);
  if (!record) return [];
  const [own, name] = [lens.id(collection, record), lens.text(collection, record, label)];
  const found = await findAll(look, collection, `search=${encodeURIComponent(name)}`);
  return found.filter((one) => lens.text(collection, one, label) === name && lens.id(collection, one) !== own);
}

/** The answer to a GET of an item by whom sends a request, the item that it is about when no other is named. */
export const seenBy = ({ asked: { request }, next }: CallContext, target = request.target): Promise<Outcome> =>
  next({ method: 'GET', target, headers: credentialsOf(request) });

/** The same, as the record that is shown; undefined where none is. */
export async function recordBefore(look: CallContext, target?: string): Promise<JsonObject | undefined> {
  const outcome = await seenBy(look, target);
  const { lens, asked } = look;
  return isGranted(outcome) ? lens.record(asked.collection, outcome) : undefined;
}
