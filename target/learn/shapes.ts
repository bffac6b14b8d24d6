import type { Collection } from '../../contract/field.js';
import { collections, resourceOf } from '../../contract/resources.js';
import type { HeaderPairs } from '../../harness/exchange.js';
import {
  isJsonArray,
  isJsonObject,
  type JsonObject,
  type JsonPath,
  type JsonValue,
  valueAt,
} from '../../harness/json.js';
import { findField, findId, findItems, findRecord } from '../discover.js';
import type { CollectionShape, FieldFact, Shapes } from '../profile.js';
import { textFormOf } from '../text.js';
import { findTotal, findTotalPages } from '../totals.js';
import { walk } from '../walk.js';

/** What was sent for a record, and an answer that shows it. */
export interface Sighting {
  readonly collection: Collection;
  readonly sent: JsonObject;
  readonly body: JsonValue;
}

/** A list answer that holds records of which it is known what was sent. */
export interface ListSighting {
  readonly collection: Collection;
  readonly body: JsonValue;
  readonly headers: HeaderPairs;
  /** What was sent for the records in it, by id as shown. */
  readonly sent: ReadonlyMap<string, JsonObject>;
}

export interface Evidence {
  /** Answers to writes and item reads. */
  readonly items: readonly Sighting[];
  readonly lists: readonly ListSighting[];
}

/** Names that the interface does not declare as fields of every record, but that checks can use where they are shown. */
const observed = ['slug', 'count', 'utc_start_date', 'utc_end_date', 'modified'] as const;

/** Learns from answers where a target shows what. A collection without any evidence is left out. */
export function learnShapes(evidence: Evidence): Shapes {
  const shapes: Partial<Record<Collection, CollectionShape>> = {};
  for (const collection of collections) {
    const shape = learnShape(collection, evidence);
    if (shape) shapes[collection] = shape;
  }
  return shapes;
}

function learnShape(collection: Collection, { items, lists }: Evidence): CollectionShape | undefined {
  const ownItems = items.filter((item) => item.collection === collection);
  const ownLists = lists.filter((list) => list.collection === collection);
  const record = ownItems.map(({ body }) => findRecord(body, collection)).find((path) => path !== undefined);
  const list = ownLists.find(({ body }) => findItems(body, collection) !== undefined);
  const itemsPath = list && findItems(list.body, collection);
  if (record === undefined && itemsPath === undefined) return undefined;
  const pairs = [
    ...pairsFromItems(ownItems, record ?? []),
    ...ownLists.flatMap((one) => pairsFromList(one, itemsPath ?? [])),
  ];
  const id = pairs.map(({ json }) => findId(json)).find((path) => path !== undefined) ?? ['id'];
  const total = list && findTotal(list.body, list.headers);
  const totalPages = list && findTotalPages(list.body, list.headers);
  return {
    ...(record && { record }),
    ...(itemsPath && { items: itemsPath }),
    id,
    fields: learnFields(collection, pairs),
    ...(total && { total }),
    ...(totalPages && { totalPages }),
  };
}

interface Pair {
  readonly sent: JsonObject;
  readonly json: JsonObject;
}

const pairsFromItems = (items: readonly Sighting[], record: JsonPath): readonly Pair[] =>
  items.flatMap(({ sent, body }) => {
    const json = valueAt(body, record);
    return isJsonObject(json) ? [{ sent, json }] : [];
  });

function pairsFromList({ body, sent }: ListSighting, path: JsonPath): readonly Pair[] {
  const list = valueAt(body, path);
  if (!isJsonArray(list)) return [];
  return list.filter(isJsonObject).flatMap((json) => {
    const id = findId(json);
    const known = sent.get(idText(id && valueAt(json, id)));
    return known ? [{ sent: known, json }] : [];
  });
}

const idText = (id: JsonValue | undefined): string =>
  typeof id === 'number' || typeof id === 'string' ? String(id) : '';

function learnFields(collection: Collection, pairs: readonly Pair[]): Readonly<Record<string, FieldFact>> {
  const names = [...Object.keys(resourceOf(collection).fields), ...observed];
  const facts: Record<string, FieldFact> = {};
  for (const name of names) {
    const path = pathOf(name, pairs);
    if (path) facts[name] = { path, form: formOf(name, path, pairs) };
  }
  return facts;
}

/** By its documented name; else, for a text that occurs once, where its value stands. */
function pathOf(name: string, pairs: readonly Pair[]): JsonPath | undefined {
  const named = pairs.map(({ json }) => findField(json, name)).find((path) => path !== undefined);
  if (named) return named;
  return pairs.map(({ sent, json }) => findValue(json, sent[name])).find((path) => path !== undefined);
}

function findValue(json: JsonObject, sent: JsonValue | undefined): JsonPath | undefined {
  if (typeof sent !== 'string' || sent.length < 8) return undefined;
  const places = [...walk(json)].filter(({ value }) => value === sent);
  return places.length === 1 ? places[0]?.path : undefined;
}

function formOf(name: string, path: JsonPath, pairs: readonly Pair[]): FieldFact['form'] {
  const texts = pairs.flatMap(({ sent, json }) => {
    const [before, after] = [sent[name], valueAt(json, path)];
    return typeof before === 'string' && typeof after === 'string' ? [{ sent: before, shown: after }] : [];
  });
  return textFormOf(texts) ?? 'identity';
}
