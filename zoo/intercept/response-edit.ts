import { findTotal, findTotalPages, numberAt } from '../../adapter/reading/list-counts.js';
import type { HeaderPairs, Outcome, WireResponse } from '../../wire/exchange.js';
import {
  isJsonArray,
  isJsonObject,
  type JsonObject,
  type JsonPath,
  type JsonValue,
  MEMBERS,
  valueAt,
} from '../../wire/json.js';
import { jsonOf } from '../../wire/message-body.js';
import { isGranted } from '../../wire/status.js';

/** Rewrites a whole response; other outcomes stay as they are. */
export const editResponse = (outcome: Outcome, edit: (response: WireResponse) => WireResponse): Outcome =>
  outcome.kind === 'response' ? { kind: 'response', response: edit(outcome.response) } : outcome;

/** A response with another body, uncoded, its Content-Length set to the octets of it. */
export const withBody = ({ status, headers }: WireResponse, body: Uint8Array): WireResponse => ({
  status,
  headers: withHeader(withoutHeader(headers, 'Content-Encoding'), 'Content-Length', String(body.length)),
  body,
});

/** Rewrites the JSON body of a response, whatever its status; what holds no JSON stays as it is. */
export const editJson = (outcome: Outcome, edit: (body: JsonValue) => JsonValue): Outcome =>
  editResponse(outcome, (response) => {
    const body = jsonOf(outcome);
    return body === undefined ? response : withBody(response, Buffer.from(JSON.stringify(edit(body))));
  });

/** A response with another status. */
export const withStatus = (outcome: Outcome, status: number): Outcome =>
  editResponse(outcome, (response) => ({ ...response, status }));

const isNamed =
  (name: string) =>
  ([field]: HeaderPairs[number]) =>
    field.toLowerCase() === name.toLowerCase();

/** Header fields without those of a name. */
export const withoutHeader = (headers: HeaderPairs, name: string): HeaderPairs =>
  headers.filter((pair) => !isNamed(name)(pair));

/** Header fields with one value for a name, at the place where it stood. */
export function withHeader(headers: HeaderPairs, name: string, value: string): HeaderPairs {
  if (!headers.some(isNamed(name))) return [...headers, [name, value]];
  const at = headers.findIndex(isNamed(name));
  return headers.flatMap((pair, index) =>
    index === at ? [[pair[0], value] as const] : isNamed(name)(pair) ? [] : [pair],
  );
}

/** A response with another status and no body at all (RFC 9110 section 15.3.5 for 204). */
export const withoutBody = ({ headers }: WireResponse, status: number): WireResponse => ({
  status,
  headers: withoutHeader(withoutHeader(withoutHeader(headers, 'Content-Length'), 'Content-Type'), 'Content-Encoding'),
  body: new Uint8Array(),
});

/** A JSON answer that no server gave. */
export function toJsonResponse(status: number, value: JsonValue): Outcome {
  const body = Buffer.from(JSON.stringify(value));
  const headers = [['Content-Type', 'application/json'] as const];
  return { kind: 'response', response: withBody({ status, headers, body }, body) };
}

/** A refusal in the error format of the reference server. */
export const toRefusal = (status: number): Outcome =>
  toJsonResponse(status, { code: 'refused', message: 'This is refused.', data: { status } });

/** A copy of a JSON document with another value at a path; objects on the way are made where they are missing. */
export function withValueAt(root: JsonValue | undefined, path: JsonPath, value: JsonValue): JsonValue {
  const [name, ...rest] = path;
  if (name === undefined) return value;
  if (isJsonArray(root) && name === MEMBERS && isJsonArray(value))
    return value.map((one, at) => withValueAt(root[at], rest, one));
  if (isJsonArray(root) && /^\d$/.test(name))
    return Object.assign([...root], { [name]: withValueAt(root[Number(name)], rest, value) });
  const object: JsonObject = isJsonObject(root) ? root : {};
  return { ...object, [name]: withValueAt(object[name], rest, value) };
}

/** A copy of a JSON document without what stands at a path; the document itself when nothing does. */
export function withoutValueAt(root: JsonValue, path: JsonPath): JsonValue {
  const [name, ...rest] = path;
  if (name === undefined || !isJsonObject(root) || !(name in root)) return root;
  const { [name]: found, ...others } = root;
  return rest.length === 0 || found === undefined ? others : { ...root, [name]: withoutValueAt(found, rest) };
}

/** A copy of a JSON document in which every string, however deep, is rewritten; the names of members are kept. */
export function mapTexts(value: JsonValue, rewrite: (text: string, name: string) => string, name = ''): JsonValue {
  if (typeof value === 'string') return rewrite(value, name);
  if (isJsonObject(value)) {
    return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, mapTexts(one, rewrite, key)]));
  }
  return isJsonArray(value) ? value.map((one) => mapTexts(one, rewrite, name)) : value;
}

type Find = typeof findTotal;
type Edit = (value: number) => number;

/** Rewrites the total of a granted list answer, in its body and in its header alike. */
export const editTotal = (outcome: Outcome, edit: Edit): Outcome => editNumber(outcome, findTotal, edit);

/** Rewrites the count of pages of a granted list answer, in its body and in its header alike. */
export const editPageCount = (outcome: Outcome, edit: Edit): Outcome => editNumber(outcome, findTotalPages, edit);

/** The total of a list answer, from its body or its header. */
export function totalIn(outcome: Outcome): number | undefined {
  if (!isGranted(outcome) || outcome.kind !== 'response') return undefined;
  const [body, { headers }] = [jsonOf(outcome) ?? null, outcome.response];
  const place = findTotal(body, headers);
  return place && numberAt(place, body, headers);
}

const editNumber = (outcome: Outcome, find: Find, edit: Edit): Outcome =>
  isGranted(outcome) ? inHeader(inBody(outcome, find, edit), find, edit) : outcome;

function inBody(outcome: Outcome, find: Find, edit: Edit): Outcome {
  const body = jsonOf(outcome);
  const place = body === undefined ? undefined : find(body, []);
  if (place?.in !== 'body') return outcome;
  return editJson(outcome, (json) => withValueAt(json, place.path, edit(Number(valueAt(json, place.path)))));
}

const inHeader = (outcome: Outcome, find: Find, edit: Edit): Outcome =>
  editResponse(outcome, (response) => {
    const place = find({}, response.headers);
    const header = response.headers.find(([name]) => place?.in === 'header' && name.toLowerCase() === place.name);
    if (!header) return response;
    return { ...response, headers: withHeader(response.headers, header[0], String(edit(Number(header[1])))) };
  });
