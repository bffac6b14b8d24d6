import type { HeaderPairs } from '../harness/exchange.js';
import { isJsonArray, type JsonObject, type JsonValue } from '../harness/json.js';

/** A body ready to be sent, and how it is labelled. */
export interface EncodedBody {
  readonly headers: HeaderPairs;
  readonly body: string;
}

/** Writes a body as JSON, or as a form: lists as `name[]=1&name[]=2`. */
export const encodeBody = (body: JsonObject, as: 'json' | 'form'): EncodedBody =>
  as === 'json'
    ? { headers: [['content-type', 'application/json']], body: JSON.stringify(body) }
    : { headers: [['content-type', 'application/x-www-form-urlencoded']], body: toForm(body) };

function toForm(body: JsonObject): string {
  const text = (value: JsonValue): string => (typeof value === 'string' ? value : JSON.stringify(value));
  const pairs = Object.entries(body).flatMap(([name, value]): [string, string][] =>
    isJsonArray(value) ? value.map((item) => [`${name}[]`, text(item)]) : [[name, text(value)]],
  );
  return new URLSearchParams(pairs).toString();
}
