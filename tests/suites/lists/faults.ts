import type { Collection } from '../../../contract/resources.js';
import type { Interceptor, Outcome, WireRequest } from '../../../wire/exchange.js';
import { isJsonObject, type JsonObject, type JsonValue } from '../../../wire/json.js';

const BASE = 'http://target.invalid';

const isListOf = ({ method, target }: WireRequest, collection: Collection): boolean =>
  method === 'GET' && new URL(target, BASE).pathname.endsWith(`/${collection}`);

const parametersOf = ({ target }: WireRequest): URLSearchParams => new URL(target, BASE).searchParams;

const withParameters = (request: WireRequest, parameters: URLSearchParams): WireRequest => {
  const { pathname } = new URL(request.target, BASE);
  return { ...request, target: `${pathname}?${parameters.toString()}` };
};

/** Changes the parameters of the requests for a list before the server sees them. */
export const misreading =
  (collection: Collection, change: (parameters: URLSearchParams) => void): Interceptor =>
  (request, next) => {
    if (!isListOf(request, collection)) return next(request);
    const parameters = parametersOf(request);
    change(parameters);
    return next(withParameters(request, parameters));
  };

/** A parameter of a list that has no effect. */
export const ignoring = (collection: Collection, name: string): Interceptor =>
  misreading(collection, (parameters) => parameters.delete(name));

/** A parameter of which only the first of several values counts. */
export const firstOnly = (collection: Collection, name: string): Interceptor =>
  misreading(collection, (parameters) => {
    const value = parameters.get(name);
    if (value !== null) parameters.set(name, value.split(',')[0] ?? '');
  });

/** A value that is read as another one. */
export const taking = (collection: Collection, name: string, as: (value: string) => string): Interceptor =>
  misreading(collection, (parameters) => {
    const value = parameters.get(name);
    if (value !== null) parameters.set(name, as(value));
  });

/** The JSON of an answer, changed. */
export function withBody(outcome: Outcome, change: (body: JsonObject) => JsonValue): Outcome {
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
export const selecting =
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
export const telling =
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

const paging = ['page', 'per_page', 'order', 'orderby', 'hide_empty', 'starts_after', 'ends_before'];

/** Of several filters, the first alone has an effect. */
export const firstParameterOnly = (collection: Collection): Interceptor =>
  misreading(collection, (parameters) => {
    const filters = [...parameters.keys()].filter((name) => !paging.includes(name));
    for (const name of filters.slice(1)) parameters.delete(name);
  });

const UNKNOWN = '2147483646';

/** A parameter whose id no record has is dropped, as if it had not been sent. */
export const withoutUnknown = (collection: Collection): Interceptor =>
  misreading(collection, (parameters) => {
    new URLSearchParams(parameters).forEach((value, name) => {
      if (value === UNKNOWN) parameters.delete(name);
    });
  });
