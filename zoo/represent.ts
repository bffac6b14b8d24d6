import type { Collection } from '../contract/field.js';
import { eventRelations } from '../contract/resources.js';
import type { Interceptor } from '../harness/exchange.js';
import { isJsonArray, isJsonObject, type JsonObject, type JsonValue } from '../harness/json.js';
import { alsoForHead } from './also-for-head.js';
import type { WireView } from './wire-lens.js';

/** How a record is shown instead. */
export type Represent = (lens: WireView, collection: Collection, record: JsonObject) => JsonObject;

/** Rewrites every record that is shown: in lists, alone, and embedded in events. */
export const representing =
  (represent: Represent) =>
  (_: number, lens: WireView): Interceptor =>
    alsoForHead(async (request, next) => {
      const asked = lens.operationCall(request);
      const outcome = await next(request);
      if (!asked) return outcome;
      const { operation, collection } = asked;
      const edit = (record: JsonObject): JsonObject =>
        represent(lens, collection, withEmbedded(record, lens, represent));
      return operation.kind === 'list'
        ? lens.editItems(collection, outcome, (items) => items.map(edit))
        : lens.editRecord(collection, outcome, edit);
    });

function withEmbedded(record: JsonObject, lens: WireView, represent: Represent): JsonObject {
  const embedded = Object.entries(eventRelations).flatMap(([name, collection]): [string, JsonValue][] => {
    const value = record[name];
    if (!isJsonArray(value)) return [];
    return [[name, value.map((one) => (isJsonObject(one) ? represent(lens, collection, one) : one))]];
  });
  return { ...record, ...Object.fromEntries(embedded) };
}
