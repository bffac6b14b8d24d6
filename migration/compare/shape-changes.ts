import { isJsonArray, isJsonObject, type JsonObject, type JsonValue, valueAt } from '../../wire/json.js';
import { toFindingHead } from '../findings/cause.js';
import type { Finding } from '../findings/finding.js';
import { snapshotOrder } from '../snapshot/canonical-record.js';

/** The paths in responses that were learned of a target. */
const shapePaths = ['items', 'id', 'total', 'totalPages'] as const;

/**
 * Finds parts of responses that moved: records are compared by their values, but a client that reads the old path would
 * not find them. A part that only one side has is a finding of the records.
 */
export function findShapeChanges(a: JsonObject, b: JsonObject): readonly Finding[] {
  const changes = snapshotOrder.flatMap((collection) => {
    const [before, after] = [a, b].map((learned) => valueAt(learned, ['shapes', collection]));
    return isJsonObject(before) && isJsonObject(after) ? changesOf(collection, before, after) : [];
  });
  if (changes.length === 0) return [];
  const counts = { places: changes.length };
  return [{ ...toFindingHead('shape.changed'), count: changes.length, counts, examples: [], changes }];
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
