import type { CollectionShape } from '../../adapter/profile/target-profile.js';
import { idsIn, wallClock } from '../../adapter/reading/agreement.js';
import type { Shown } from '../../adapter/reading/lens.js';
import { findField } from '../../adapter/reading/shape-discovery.js';
import { type Collection, collections, eventRelations, resourceOf } from '../../contract/resources.js';
import { isJsonArray, isJsonObject, type JsonObject, type JsonPath, type JsonValue, valueAt } from '../../wire/json.js';

/** What a record's links are made of, and what a move changes in all of them at once. */
interface LinkParts {
  /** Scheme, host and port of the target. */
  readonly origin: string;
  readonly id: string;
  readonly slug: string | undefined;
}

const isLink = (text: string): boolean => /^(https?:\/)?\//.test(text);

/** Takes the origin and the record's own id and slug out of every link in a value. */
export function toPlainLinks(value: JsonValue, parts: LinkParts): JsonValue {
  if (typeof value === 'string') return isLink(value) ? toPlainLink(value, parts) : value;
  if (isJsonArray(value)) return value.map((item) => toPlainLinks(item, parts));
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, toPlainLinks(inner, parts)]));
}

function toPlainLink(link: string, { origin, id, slug }: LinkParts): string {
  const path = link.startsWith(origin) ? `{origin}${link.slice(origin.length)}` : link;
  const own = without(path, id, '{id}');
  if (slug === undefined || slug === '') return own;
  return [...new Set([slug, encodeURIComponent(slug)])].reduce((rest, word) => without(rest, word, '{slug}'), own);
}

/** Puts a name in the place of a segment or of a value in the query. Without a pattern: this is done for every link. */
function without(link: string, word: string, name: string): string {
  let plain = '';
  let rest = 0;
  for (let at = link.indexOf(word, 1); at > 0; at = link.indexOf(word, at + 1)) {
    const end = at + word.length;
    if (at < rest || !'/='.includes(link.charAt(at - 1)) || !isEnd(link, end)) continue;
    plain += link.slice(rest, at) + name;
    rest = end;
  }
  return plain + link.slice(rest);
}

const isEnd = (link: string, at: number): boolean => at === link.length || '/?#&'.includes(link.charAt(at));

/** A record in canonical form: the same content gives the same form, whatever the target's way to show it. */
export interface SnapshotRecord {
  readonly collection: Collection;
  readonly id: string;
  /** The lists that show it so, such as `default`, `nl` or `nl draft`. */
  readonly lists: readonly string[];
  /** Documented fields by their documented names: relations as ids, times as wall clocks, all else as shown. */
  readonly fields: JsonObject;
  /** What else is shown, the origin and the record's own id and slug taken out of links. */
  readonly other: JsonObject;
}

/** How the line of a record starts: those of one collection, as one identity sees them, stand together. */
export const toRecordStart = (collection: Collection, as?: string): string =>
  `{${as === undefined ? '' : `"as":${JSON.stringify(as)},`}"collection":"${collection}"`;

/** The order of collections in a snapshot: a record stands after all that it refers to. */
export const snapshotOrder = [
  'tags',
  'categories',
  'organizers',
  'venues',
  'events',
] as const satisfies readonly Collection[];

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
const timeFields: readonly string[] = [
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

/** Whether a documented field holds a time. */
export const isTimeField = (name: string): boolean => timeFields.includes(name);

const fieldNames = Object.fromEntries(
  collections.map((collection) => [
    collection,
    [...new Set([...Object.keys(resourceOf(collection).fields), ...observed])],
  ]),
);

/** The names of the documented fields that a record of a collection may have. */
export const fieldNamesOf = (collection: Collection): readonly string[] => fieldNames[collection] ?? [];

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
  for (const name of fieldNamesOf(collection)) {
    const path = shape?.fields[name]?.path ?? findField(json, name);
    if (path && valueAt(json, path) !== undefined) places.set(name, path);
  }
  return places;
}

function toValue(collection: Collection, name: string, value: JsonValue): JsonValue {
  if (relationOf(collection, name)) return [...idsIn(value)].sort();
  return isTimeField(name) && typeof value === 'string' ? wallClock(value) : value;
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
