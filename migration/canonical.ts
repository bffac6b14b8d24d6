import type { Collection } from '../contract/field.js';
import { collections, eventRelations, resourceOf } from '../contract/resources.js';
import { isJsonObject, type JsonObject, type JsonPath, type JsonValue, valueAt } from '../harness/json.js';
import { idsIn, wallClock } from '../target/agreement.js';
import { findField } from '../target/discover.js';
import type { Shown } from '../target/lens.js';
import type { CollectionShape } from '../target/profile.js';
import { type LinkParts, toPlainLinks } from './plain-links.js';
import type { SnapshotRecord } from './record.js';

/** Fields that the interface does not declare, and most targets show. */
const observed = [
  'slug',
  'count',
  'utc_start_date',
  'utc_end_date',
  'date',
  'date_utc',
  'modified',
  'modified_utc',
] as const;

/** The fields that hold times. */
export const timeFields: readonly string[] = [
  'start_date',
  'end_date',
  'utc_start_date',
  'utc_end_date',
  'date',
  'date_utc',
  'modified',
  'modified_utc',
];

/** The collection that a field refers to; undefined for one that refers to none. */
export function relationOf(collection: Collection, field: string): Collection | undefined {
  if (collection === 'categories' && field === 'parent') return 'categories';
  const relations: Readonly<Record<string, Collection>> = eventRelations;
  return collection === 'events' ? relations[field] : undefined;
}

const fieldNames = Object.fromEntries(
  collections.map((collection) => [
    collection,
    [...new Set([...Object.keys(resourceOf(collection).fields), ...observed])],
  ]),
);

const text = (value: JsonValue | undefined): string | undefined => (typeof value === 'string' ? value : undefined);

/** Puts a record as shown into canonical form. */
export function toCanonical(
  { collection, id, json }: Shown,
  { shape, origin }: { readonly shape: CollectionShape | undefined; readonly origin: string },
): Omit<SnapshotRecord, 'lists'> {
  const places = pathsOf(collection, json, shape);
  const fields: Record<string, JsonValue> = {};
  for (const [name, path] of places) fields[name] = toValue(collection, name, valueAt(json, path) ?? null);
  const paths = [...places.values(), shape?.id ?? ['id']];
  const parts = { origin, id, slug: text(fields['slug']) };
  return { collection, id, fields, other: Object.fromEntries(restOf(json, paths, parts)) };
}

/** Where the documented fields of a record stand; one that it does not show is left out. */
function pathsOf(collection: Collection, json: JsonObject, shape?: CollectionShape): ReadonlyMap<string, JsonPath> {
  const places = new Map<string, JsonPath>();
  for (const name of fieldNames[collection] ?? []) {
    const path = shape?.fields[name]?.path ?? findField(json, name);
    if (path && valueAt(json, path) !== undefined) places.set(name, path);
  }
  return places;
}

function toValue(collection: Collection, name: string, value: JsonValue): JsonValue {
  if (relationOf(collection, name)) return [...idsIn(value)].sort();
  return timeFields.includes(name) && typeof value === 'string' ? wallClock(value) : value;
}

/** What stands at none of the paths, by names joined with dots. */
function* restOf(json: JsonObject, paths: readonly JsonPath[], parts: LinkParts): Generator<[string, JsonValue]> {
  const below = new Map<string, JsonPath[]>();
  for (const [first = '', ...rest] of paths) below.set(first, [...(below.get(first) ?? []), rest]);
  for (const [name, value] of Object.entries(json)) {
    const ways = below.get(name);
    if (ways?.some((path) => path.length === 0)) continue;
    if (!ways || !isJsonObject(value)) yield [name, toPlainLinks(value, parts)];
    else for (const [inner, rest] of restOf(value, ways, parts)) yield [`${name}.${inner}`, rest];
  }
}
