import type { Collection } from '../contract/field.js';
import { resourceOf } from '../contract/resources.js';
import type { WireRequest } from '../harness/exchange.js';
import type { JsonObject } from '../harness/json.js';
import { findField } from './discover.js';

const WRITES = ['POST', 'PUT', 'PATCH'];

/**
 * What the answer to a write shows of a record. Where it shows no other field, its status is that of the request, as in
 * `{ "status": "ok", "id": 12 }`.
 */
export function withoutRequestStatus(collection: Collection, json: JsonObject, { method }: WireRequest): JsonObject {
  if (!WRITES.includes(method) || showsField(collection, json)) return json;
  return Object.fromEntries(Object.entries(json).filter(([name]) => name !== 'status'));
}

const showsField = (collection: Collection, json: JsonObject): boolean =>
  [...Object.keys(resourceOf(collection).fields), 'slug'].some(
    (field) => field !== 'status' && findField(json, field) !== undefined,
  );
