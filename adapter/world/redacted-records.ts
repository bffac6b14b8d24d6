import { eventRelations, relations, resourceOf } from '../../contract/resources.js';
import { isJsonArray, isJsonObject, type JsonObject, type JsonValue } from '../../wire/json.js';
import { walk } from '../notation/json-paths.js';
import { isBlank } from '../notation/shown-values.js';
import { fieldIn } from '../reading/shape-discovery.js';
import type { WorldRecord } from './world.js';

/** The texts of an event that people write for others to read; its title stays. */
const texts = ['description', 'excerpt'] as const;

/** Whether a relation shows what a related record is called. */
function isNamed(value: JsonValue | undefined, label: string): boolean {
  if (isJsonArray(value)) return value.some((one) => isNamed(one, label));
  return isJsonObject(value) && !isBlank(fieldIn(value, label));
}

const isBare = (event: JsonObject): boolean =>
  texts.every((name) => isBlank(fieldIn(event, name))) &&
  relations.every((name) => !isNamed(fieldIn(event, name), resourceOf(eventRelations[name]).label));

/** Common services mark a hidden text: `{ "rendered": "", "protected": true }`. */
export const isMarkedProtected = (json: JsonValue): boolean =>
  [...walk(json)].some(({ path, value }) => path.at(-1) === 'protected' && value === true);

/** What is certain of a redacted record: what is empty may be left out, and a flag that is off may be set. */
const withoutEmpty = (payload: WorldRecord['payload']): WorldRecord['payload'] =>
  Object.fromEntries(
    Object.entries(payload).filter(([, value]) => value !== false && !(Array.isArray(value) && value.length === 0)),
  );

/**
 * Marks the found events that may hold more than they show: those that are protected, and those without texts and
 * relations among others that have some. What they lack is unknown.
 */
export function withRedacted(
  records: readonly WorldRecord[],
  isProtected: (id: string) => boolean = () => false,
): readonly WorldRecord[] {
  const isFound = ({ ref, complete, listed }: WorldRecord): boolean =>
    ref.ref === 'events' && listed === true && !complete;
  const isAnyFull = records.some((record) => isFound(record) && !isBare(record.body));
  const isRedacted = ({ id, body }: WorldRecord): boolean =>
    isProtected(id) || isMarkedProtected(body) || (isAnyFull && isBare(body));
  return records.map((record) =>
    isFound(record) && isRedacted(record)
      ? { ...record, redacted: true, payload: withoutEmpty(record.payload) }
      : record,
  );
}
