import type { OperationKind } from '../../contract/operations.js';
import { type Collection, collections } from '../../contract/resources.js';
import { type Exchange, type HeaderPairs, headerValue } from '../../wire/exchange.js';
import { isJsonObject, type JsonObject, type JsonValue, valueAt } from '../../wire/json.js';
import { jsonOf, parseJson, toText } from '../../wire/message-body.js';
import { isSuccess, statusOf } from '../../wire/status.js';
import type { TargetProfile } from '../profile/target-profile.js';
import { createLens } from './lens.js';
import { toWholeShape } from './shape-discovery.js';

/** An operation on a collection. */
export type RecordOperation = Exclude<OperationKind, 'index' | 'doc'>;

/** A learning exchange, read with the learned shapes. */
export interface ReadExchange {
  readonly exchange: Exchange;
  /** Undefined for exchanges about no collection, such as the index. */
  readonly about:
    | { readonly collection: Collection; readonly operation: RecordOperation; readonly address: string }
    | undefined;
  readonly query: URLSearchParams;
  /** 0 if there was no complete response. */
  readonly status: number;
  readonly body: JsonValue | undefined;
  /** The records in it: all of a granted list, the one in any other granted response. */
  readonly records: readonly JsonObject[];
}

const SOMEWHERE = 'http://target.invalid';

/** Reads the learning exchanges in the order in which they were sent: those sent at once are answered in any order. */
export function readExchanges(exchanges: readonly Exchange[], profile: TargetProfile): readonly ReadExchange[] {
  const lens = createLens(profile.shapes);
  const inOrder = exchanges.toSorted((one, other) => one.number - other.number);
  return inOrder.map((exchange) => {
    const { outcome, request } = exchange;
    const { pathname, searchParams: query } = new URL(request.target, SOMEWHERE);
    const status = statusOf(outcome);
    const body = jsonOf(outcome);
    const about = aboutOf(request.method, pathname, profile);
    const read = { exchange, about, query, status, body };
    if (!about || body === undefined || !isSuccess(status)) return { ...read, records: [] };
    if (about.operation === 'list') return { ...read, records: itemsIn(about.collection, body, profile) };
    const record = lens.recordIfAny(about.collection, exchange)?.json;
    return { ...read, records: record ? [record] : [] };
  });
}

function aboutOf(method: string, path: string, { namespace }: TargetProfile): ReadExchange['about'] {
  const [, below] = path.split(`/${namespace}/`);
  const [name = '', ...rest] = (below ?? '').split('/');
  const collection = collections.find((one) => one === name);
  if (!collection) return undefined;
  const address = rest.join('/');
  return { collection, operation: operationOf(method, address), address };
}

function operationOf(method: string, address: string): RecordOperation {
  if (method === 'GET') return address === '' ? 'list' : 'read';
  if (method === 'DELETE') return 'delete';
  return address === '' ? 'create' : 'update';
}

function itemsIn(collection: Collection, body: JsonValue, { shapes }: TargetProfile): readonly JsonObject[] {
  const list = valueAt(body, toWholeShape(collection, body, shapes[collection]).items);
  return Array.isArray(list) ? list.filter(isJsonObject) : [];
}

/** A header of the response to a request. */
export const headerOf = ({ outcome }: Exchange, name: string): string | undefined =>
  outcome.kind === 'response' ? headerValue(outcome.response.headers, name) : undefined;

/** The JSON object in the body of a request; empty if there is none. */
export function sentIn({ request: { body } }: Exchange): JsonObject {
  const sent = body && parseJson(toText(body));
  return isJsonObject(sent) ? sent : {};
}

/** Credentials that nobody has: `calproof-nobody:calproof-nobody` (RFC 7617). */
export const strangerHeaders: HeaderPairs = [
  ['Authorization', `Basic ${Buffer.from('calproof-nobody:calproof-nobody').toString('base64')}`],
];

/** Whether a request was sent with the credentials that nobody has. */
export const isStranger = ({ exchange: { request } }: ReadExchange): boolean =>
  request.headers.some(([name, value]) => strangerHeaders.some(([one, other]) => one === name && other === value));
