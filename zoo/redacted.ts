import { isJsonArray, isJsonObject, type JsonObject } from '../harness/json.js';

const open =
  /^(id|rest_url|title|status|all_day|timezone|(utc_)?(start|end)_date|date|date_utc|modified|modified_utc)$/;

/** An event without what a password protects: with its title and dates, and the ids of what it is linked to. */
export const redacted = (event: JsonObject): JsonObject =>
  Object.fromEntries(
    Object.entries(event).map(([name, value]) => {
      if (isJsonArray(value)) return [name, value.map((one) => (isJsonObject(one) ? { id: one.id ?? null } : one))];
      return [name, open.test(name) ? value : null];
    }),
  );
