import { isJsonArray, isJsonObject, type JsonObject, type JsonValue } from '../../wire/json.js';

/** A JSON Schema that rejects members which it does not name, so that it covers all that we write. */
export function closed(schema: JsonObject): JsonObject {
  const members = Object.fromEntries(Object.entries(schema).map(([name, part]) => [name, closedPart(part)]));
  return schema['type'] === 'object' && schema['properties'] ? { ...members, additionalProperties: false } : members;
}

function closedPart(part: JsonValue): JsonValue {
  if (isJsonArray(part)) return part.map(closedPart);
  return isJsonObject(part) ? closed(part) : part;
}
