import { type Language, segmentLanguages } from '../../contract/queries.js';
import type { WireRequest } from '../../wire/exchange.js';
import { isJsonObject, type JsonObject } from '../../wire/json.js';
import { parseJson, toText } from '../../wire/message-body.js';
import { withHeader } from './response-edit.js';
import type { WireView } from './wire-view.js';

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

/** The path segment of a language in an address, before its query. */
const SEGMENT = /^([^?]*?)\/(nl|de|fr)(?=\/)/;

/** The path segment of a language that a request came under. */
export function segmentOf({ target }: WireRequest): Language | undefined {
  const found = SEGMENT.exec(target)?.[2];
  return segmentLanguages.find((language) => language === found);
}

/** An address without the path segment of a language. */
export const withoutSegmentIn = (address: string): string => address.replace(SEGMENT, '$1');

/** The language that a request names as parameter. */
export const parameterOf = ({ target }: WireRequest, { languageParameter }: WireView): string | undefined =>
  new URLSearchParams(target.split('?', 2)[1]).get(languageParameter) ?? undefined;

/** A request that does not come under a path segment. */
export const withoutSegment = (request: WireRequest): WireRequest => ({
  ...request,
  target: withoutSegmentIn(request.target),
});

/** A request that names no language in any way. */
export const withoutLanguage = (request: WireRequest, { languageParameter }: WireView): WireRequest =>
  withoutParameter(withoutSegment(request), languageParameter);

/** A request that names another language, as parameter. */
export const inLanguage = (request: WireRequest, view: WireView, language: string): WireRequest =>
  withParameter(withoutSegment(request), view.languageParameter, language);
