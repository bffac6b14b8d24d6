import type { Collection } from '../../../contract/resources.js';
import type { Interceptor, Outcome, Send, WireRequest } from '../../../wire/exchange.js';
import { isJsonArray, isJsonObject, type JsonObject, type JsonValue } from '../../../wire/json.js';
import { textIn } from './list-edits.js';

const BASE = 'http://target.invalid';
const LARGEST = 100;

type Parameters = Readonly<Record<string, string>>;
type Records = readonly JsonObject[];

/** Asks the server behind for a whole list, in the language of the request. */
export type Ask = (collection: Collection, parameters: Parameters) => Promise<Records>;

const jsonIn = (outcome: Outcome): JsonValue | undefined =>
  outcome.kind === 'response' && outcome.response.status === 200
    ? (JSON.parse(Buffer.from(outcome.response.body).toString()) as JsonValue)
    : undefined;

/** What the server behind answered instead of a list: it is passed on. */
class NoList extends Error {
  readonly outcome: Outcome;
  constructor(outcome: Outcome) {
    super('no list');
    this.outcome = outcome;
  }
}

function toAsk(request: WireRequest, next: Send): Ask {
  const { pathname, searchParams } = new URL(request.target, BASE);
  const language = searchParams.get('ml_language');
  const spoken: Parameters = language === null ? {} : { ml_language: language };
  return async (collection, parameters) => {
    const query = new URLSearchParams({ ...spoken, ...parameters, per_page: String(LARGEST) });
    const target = `${pathname.replace(/\w+$/, collection)}?${query.toString()}`;
    const outcome = await next({ method: 'GET', target, headers: [] });
    const body = jsonIn(outcome);
    const records = isJsonObject(body) ? body[collection] : undefined;
    if (!isJsonArray(records)) throw new NoList(outcome);
    return records.filter(isJsonObject);
  };
}

/** One page of a list in the envelope of the reference server. */
function toPage(collection: Collection, records: Records, parameters: URLSearchParams): Outcome {
  const [page, size] = [Number(parameters.get('page') ?? 1), Number(parameters.get('per_page') ?? 10)];
  const body = Buffer.from(
    JSON.stringify({
      [collection]: records.slice((page - 1) * size, page * size),
      total: records.length,
      total_pages: Math.ceil(records.length / size),
    }),
  );
  const headers: [string, string][] = [
    ['content-type', 'application/json'],
    ['content-length', String(body.length)],
  ];
  return { kind: 'response', response: { status: 200, headers, body } };
}

/** An answer that refuses. */
export const refusal: Outcome = {
  kind: 'response',
  response: {
    status: 400,
    headers: [['content-type', 'application/json']],
    body: Buffer.from('{"code":"refused","message":"refused"}'),
  },
};

/**
 * A server that makes its list of a collection, by a function, of the lists of the server behind; where it makes
 * nothing, that server answers itself.
 */
export const emulating =
  (
    collection: Collection,
    answer: (parameters: URLSearchParams, ask: Ask) => Promise<Records | 'refused' | undefined>,
  ): Interceptor =>
  async (request, next) => {
    const { pathname, searchParams } = new URL(request.target, BASE);
    if (request.method !== 'GET' || !pathname.endsWith(`/${collection}`)) return next(request);
    try {
      const records = await answer(searchParams, toAsk(request, next));
      if (records === 'refused') return refusal;
      return records ? toPage(collection, records, searchParams) : await next(request);
    } catch (error) {
      if (error instanceof NoList) return error.outcome;
      throw error;
    }
  };

/** The parameters without some of them, as they are sent on. */
export const without = (parameters: URLSearchParams, ...names: readonly string[]): Parameters =>
  Object.fromEntries([...parameters].filter(([name]) => !['page', 'per_page', ...names].includes(name)));

export const idOf = (record: JsonObject): string => textIn(record, 'id');

/** Whether a record is one of these. */
export const among =
  (records: Records) =>
  (record: JsonObject): boolean =>
    records.some((one) => idOf(one) === idOf(record));
