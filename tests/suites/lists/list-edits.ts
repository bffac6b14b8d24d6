import type { Collection } from '../../../contract/resources.js';
import type { Interceptor, Outcome, WireRequest } from '../../../wire/exchange.js';
import { isJsonObject, type JsonObject, type JsonValue } from '../../../wire/json.js';

const BASE = 'http://target.invalid';

const isListOf = ({ method, target }: WireRequest, collection: Collection): boolean =>
  method === 'GET' && new URL(target, BASE).pathname.endsWith(`/${collection}`);

const parametersOf = ({ target }: WireRequest): URLSearchParams => new URL(target, BASE).searchParams;

/** The JSON of an answer, changed. */
function withBody(outcome: Outcome, change: (body: JsonObject) => JsonValue): Outcome {
  if (outcome.kind !== 'response' || outcome.response.status !== 200) return outcome;
  const body = JSON.parse(Buffer.from(outcome.response.body).toString()) as JsonValue;
  if (!isJsonObject(body)) return outcome;
  const changed = Buffer.from(JSON.stringify(change(body)));
  const headers = outcome.response.headers.map(([name, value]): [string, string] =>
    name.toLowerCase() === 'content-length' ? [name, String(changed.length)] : [name, value],
  );
  return { kind: 'response', response: { ...outcome.response, headers, body: changed } };
}

type Records = readonly JsonObject[];

/** Changes which records a list holds, and in which order. */
export const editRecords =
  (collection: Collection, change: (records: Records, parameters: URLSearchParams) => Records): Interceptor =>
  async (request, next) => {
    const outcome = await next(request);
    if (!isListOf(request, collection)) return outcome;
    return withBody(outcome, (body) => {
      const records = body[collection];
      if (!Array.isArray(records)) return body;
      return { ...body, [collection]: change(records.filter(isJsonObject), parametersOf(request)) };
    });
  };

/** Changes the envelope of a list. */
export const editEnvelope =
  (collection: Collection, change: (body: JsonObject, parameters: URLSearchParams) => JsonObject): Interceptor =>
  async (request, next) => {
    const outcome = await next(request);
    return isListOf(request, collection) ? withBody(outcome, (body) => change(body, parametersOf(request))) : outcome;
  };

/** A field of a record as text. */
export function textIn(record: JsonValue | undefined, field: string): string {
  const value = isJsonObject(record) ? record[field] : undefined;
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}
