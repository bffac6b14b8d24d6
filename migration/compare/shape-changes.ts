import { isJsonArray, isJsonObject, type JsonObject, type JsonValue, valueAt } from '../../wire/json.js';
import { causeOf } from '../findings/cause.js';
import type { Finding } from '../findings/finding.js';
import { snapshotOrder } from '../snapshot/canonical-record.js';

/** Where answers hold what, by what was learned of a target. */
const shapePaths = ['items', 'id', 'total', 'totalPages'] as const;

/**
 * What stands elsewhere in answers than it did: records are compared by what they say, and that does not tell a client
 * that looks for it in the old place. What only one of the two showed is told of the records.
 */
export function findShapeChanges(a: JsonObject, b: JsonObject): readonly Finding[] {
  const changes = snapshotOrder.flatMap((collection) => {
    const [before, after] = [a, b].map((learned) => valueAt(learned, ['shapes', collection]));
    return isJsonObject(before) && isJsonObject(after) ? changesOf(collection, before, after) : [];
  });
  if (changes.length === 0) return [];
  const cause = 'shape.changed';
  const { class: kind, says } = causeOf(cause);
  return [
    { cause, class: kind, says, count: changes.length, counts: { places: changes.length }, examples: [], changes },
  ];
}

function changesOf(collection: string, before: JsonObject, after: JsonObject): readonly string[] {
  const own = shapePaths.map((name) => [name, before[name], after[name]] as const);
  const fields = Object.keys(isJsonObject(before['fields']) ? before['fields'] : {}).map(
    (name) => [name, valueAt(before, ['fields', name, 'path']), valueAt(after, ['fields', name, 'path'])] as const,
  );
  return [...own, ...fields].flatMap(([name, from, to]) => {
    if (from === undefined || to === undefined || JSON.stringify(from) === JSON.stringify(to)) return [];
    return [`${collection} ${name}: at ${toWords(from)}, now at ${toWords(to)}`];
  });
}

/** A path with dots, or the place of a number. */
function toWords(place: JsonValue): string {
  if (isJsonArray(place)) return place.length === 0 ? 'the top' : place.map(toStep).join('.');
  if (!isJsonObject(place)) return JSON.stringify(place);
  return place['in'] === 'header' ? `header ${JSON.stringify(place['name'])}` : toWords(place['path'] ?? null);
}

const toStep = (step: JsonValue): string => (typeof step === 'string' ? step : JSON.stringify(step));
