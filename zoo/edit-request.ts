import { parseJson, toText } from '../harness/body.js';
import type { WireRequest } from '../harness/exchange.js';
import { isJsonObject, type JsonObject } from '../harness/json.js';
import { withHeader } from './edit-answer.js';

/** Rewrites the query of a request; the pairs keep their order. */
export function editQuery(request: WireRequest, edit: (query: URLSearchParams) => void): WireRequest {
  const [path = '', query = ''] = request.target.split('?', 2);
  const pairs = new URLSearchParams(query);
  edit(pairs);
  return { ...request, target: pairs.size === 0 ? path : `${path}?${pairs.toString()}` };
}

/** The names under which a parameter is sent: `tags`, `tags[]`, `tags[0]`. */
const namesOf = (query: URLSearchParams, name: string): readonly string[] =>
  [...new Set(query.keys())].filter((key) => key === name || key.startsWith(`${name}[`));

/** The values of a parameter, however a list of them was written. */
export const valuesOf = (query: URLSearchParams, name: string): readonly string[] =>
  namesOf(query, name)
    .flatMap((key) => query.getAll(key))
    .flatMap((value) => value.split(','));

/** A request without a query parameter, in all its spellings. */
export const withoutParameter = (request: WireRequest, name: string): WireRequest =>
  editQuery(request, (query) => {
    for (const key of namesOf(query, name)) query.delete(key);
  });

/** A request with one value for a query parameter. */
export const withParameter = (request: WireRequest, name: string, value: string): WireRequest =>
  editQuery(withoutParameter(request, name), (query) => query.set(name, value));

/** The JSON object that a request carries; undefined where it carries none. */
export function bodyOf({ body }: WireRequest): JsonObject | undefined {
  const value = body && parseJson(toText(body));
  return isJsonObject(value) ? value : undefined;
}

/** A request with a JSON body. */
export const withJson = (request: WireRequest, body: JsonObject): WireRequest => {
  const octets = Buffer.from(JSON.stringify(body));
  const headers = withHeader(request.headers, 'Content-Type', 'application/json');
  return { ...request, headers: headers.filter(([name]) => name.toLowerCase() !== 'content-length'), body: octets };
};

/** Rewrites the JSON object of a request; one without such a body stays as it is. */
export function editBody(request: WireRequest, edit: (body: JsonObject) => JsonObject): WireRequest {
  const body = bodyOf(request);
  return body ? withJson(request, edit(body)) : request;
}
