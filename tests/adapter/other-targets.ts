import type { HeaderPairs, Interceptor, Outcome, WireRequest } from '../../wire/exchange.js';
import { isJsonArray, isJsonObject, type JsonObject, type JsonValue } from '../../wire/json.js';
import { jsonOf } from '../../wire/message-body.js';

const isItemOrList = /\/vendor\/events\/v1\/[a-z]+/;

/** The path below the namespace, without the query: `/events`. */
export const pathOf = ({ target }: WireRequest): string =>
  target.replace(/^.*\/vendor\/events\/v1/, '').split('?')[0] ?? '';

/** Whether a request creates a record. */
export const isCreate = (request: WireRequest): boolean =>
  request.method === 'POST' && /^\/[a-z]+$/.test(pathOf(request));

/** Whether a request asks for a list. */
export const isList = (request: WireRequest): boolean => request.method === 'GET' && /^\/[a-z]+$/.test(pathOf(request));

/** An answer with a JSON body, or without any. */
export function answer(status: number, body?: JsonValue, headers: HeaderPairs = []): Outcome {
  const octets = body === undefined ? new Uint8Array() : Buffer.from(JSON.stringify(body));
  const type: HeaderPairs = body === undefined ? [] : [['content-type', 'application/json']];
  return { kind: 'response', response: { status, headers: [...type, ...headers], body: octets } };
}

/** Changes the JSON of an answer, keeping its status and headers. */
export function editJson(outcome: Outcome, edit: (body: JsonValue) => JsonValue): Outcome {
  const body = jsonOf(outcome);
  if (outcome.kind !== 'response' || body === undefined) return outcome;
  const headers = outcome.response.headers.filter(([name]) => !/^(content-length|content-type|etag)$/i.test(name));
  return answer(outcome.response.status, edit(body), headers);
}

/** Changes the JSON that a write sends. */
export function editSent(request: WireRequest, edit: (body: JsonObject) => JsonObject): WireRequest {
  const parsed: unknown = request.body && JSON.parse(Buffer.from(request.body).toString());
  if (typeof parsed !== 'object' || parsed === null) return request;
  return { ...request, body: Buffer.from(JSON.stringify(edit(parsed as JsonObject))) };
}

/** Changes each record of a list answer. */
export const editItems =
  (edit: (item: JsonObject) => JsonObject): Interceptor =>
  async (request, next) => {
    const outcome = await next(request);
    if (!isList(request) || !isItemOrList.test(request.target)) return outcome;
    return editJson(outcome, (body) => {
      if (!isJsonObject(body)) return body;
      const entries = Object.entries(body).map(([name, value]) => [
        name,
        isJsonArray(value) ? value.map((item) => (isJsonObject(item) ? edit(item) : item)) : value,
      ]);
      return Object.fromEntries(entries) as JsonObject;
    });
  };

/** Refuses requests with a status, the others pass. */
export const refusing =
  (status: number, isRefused: (request: WireRequest) => boolean): Interceptor =>
  async (request, next) =>
    isRefused(request) ? answer(status, { code: 'refused', message: 'no', data: { status } }) : next(request);

/** Leaves fields out of a record. */
export const omit = (record: JsonObject, ...names: readonly string[]): JsonObject =>
  Object.fromEntries(Object.entries(record).filter(([name]) => !names.includes(name)));

/** Keeps some fields of a record. */
export const pick = (record: JsonObject, ...names: readonly string[]): JsonObject =>
  Object.fromEntries(Object.entries(record).filter(([name]) => names.includes(name)));
