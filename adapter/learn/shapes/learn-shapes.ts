import { type Collection, collections, resourceOf } from '../../../contract/resources.js';
import { isJsonArray, isJsonObject, type JsonPath, valueAt } from '../../../wire/json.js';
import { findId, idText } from '../../notation/shown-values.js';
import type { CollectionShape, Shapes, TargetProfile, TerseAnswer } from '../../profile/target-profile.js';
import { findTotal, findTotalPages } from '../../reading/list-counts.js';
import { findField, findItems, findRecord } from '../../reading/shape-discovery.js';
import { learnFields, type Pair } from './learn-fields.js';
import type { ObservedAnswers, ObservedList, ObservedRecord } from './observed.js';
export type { ObservedAnswers, ObservedList, ObservedRecord } from './observed.js';

/** Learns from responses where a target shows what. A collection without evidence is left out. */
export function learnShapes(evidence: ObservedAnswers): Shapes {
  const shapes: Partial<Record<Collection, CollectionShape>> = {};
  for (const collection of collections) {
    const shape = learnShape(collection, evidence);
    if (shape) shapes[collection] = shape;
  }
  return shapes;
}

/** Adds the terse responses to shapes: they are terse for every collection. */
export const withTerse = (shapes: Shapes, terse: readonly TerseAnswer[]): Shapes =>
  terse.length === 0
    ? shapes
    : Object.fromEntries(Object.entries(shapes).map(([collection, shape]) => [collection, { ...shape, terse }]));

function learnShape(collection: Collection, { items, lists }: ObservedAnswers): CollectionShape | undefined {
  const ownItems = items.filter((item) => item.collection === collection);
  const ownLists = lists.filter((list) => list.collection === collection);
  const record = recordPathOf(collection, ownItems);
  const list = ownLists.find((one) => holdsItems(one) === true) ?? ownLists.find((one) => holdsItems(one) === false);
  const itemsPath = list && findItems(list.body, collection);
  if (record === undefined && itemsPath === undefined) return undefined;
  const pairs = [
    ...pairsFromItems(ownItems, record ?? []),
    ...ownLists.flatMap((one) => pairsFromList(one, itemsPath ?? [])),
  ];
  const id = pairs.map(({ json }) => findId(json, collection)).find((path) => path !== undefined);
  const listMembers = itemsPath && membersOf(ownLists, itemsPath);
  const total = list && findTotal(list.body, list.headers);
  const totalPages = list && findTotalPages(list.body, list.headers);
  return {
    ...(record && { record }),
    ...(itemsPath && { items: itemsPath }),
    ...(listMembers && { listMembers }),
    id: id ?? ['id'],
    ...(!id && { showsNoIds: true }),
    fields: learnFields(collection, pairs),
    ...(total && { total }),
    ...(totalPages && { totalPages }),
  };
}

/** Whether a list shows any records; undefined where it shows no place for them. */
function holdsItems({ collection, body }: ObservedList): boolean | undefined {
  const path = findItems(body, collection);
  const items = path && valueAt(body, path);
  return isJsonArray(items) ? items.length > 0 : undefined;
}

/** The member names in the bodies of lists that are not empty; undefined if there are none. */
function membersOf(lists: readonly ObservedList[], path: JsonPath): readonly string[] | undefined {
  const filled = lists.filter(({ body }) => {
    const items = valueAt(body, path);
    return isJsonArray(items) && items.length > 0;
  });
  const names = filled.flatMap(({ body }) => (isJsonObject(body) ? Object.keys(body) : []));
  return filled.length === 0 ? undefined : [...new Set(names)];
}

/** The most frequent path to a record; records with a name are preferred to bare ids. */
function recordPathOf(collection: Collection, items: readonly ObservedRecord[]): JsonPath | undefined {
  const candidates = items.flatMap(({ body }) => {
    const path = findRecord(body, collection);
    const json = path && valueAt(body, path);
    const isNamed = isJsonObject(json) && findField(json, resourceOf(collection).label) !== undefined;
    return path ? [{ path, key: JSON.stringify(path), isNamed }] : [];
  });
  const preferred = candidates.some(({ isNamed }) => isNamed)
    ? candidates.filter(({ isNamed }) => isNamed)
    : candidates;
  const countOf = (key: string): number => preferred.filter((candidate) => candidate.key === key).length;
  return preferred.toSorted((left, right) => countOf(right.key) - countOf(left.key))[0]?.path;
}

const pairsFromItems = (items: readonly ObservedRecord[], record: JsonPath): readonly Pair[] =>
  items.flatMap(({ sent, body }) => {
    const json = valueAt(body, record);
    return isJsonObject(json) ? [{ sent, json }] : [];
  });

function pairsFromList({ collection, body, sent }: ObservedList, path: JsonPath): readonly Pair[] {
  const list = valueAt(body, path);
  if (!isJsonArray(list)) return [];
  return list.filter(isJsonObject).map((json) => {
    const id = findId(json, collection);
    // For records of others the sent body is unknown: they show where fields are, not the form of their texts.
    return { sent: sent.get(idText(id && valueAt(json, id)) ?? '') ?? {}, json, isListed: true };
  });
}

/** The number of records on the observed list pages. */
export const learnFullest = (lists: readonly ObservedList[], shapes: Shapes): TargetProfile['fullest'] =>
  Object.fromEntries(
    lists.flatMap(({ collection, body }) => {
      const path = shapes[collection]?.items;
      const items = path && valueAt(body, path);
      return isJsonArray(items) ? [[collection, items.length] as const] : [];
    }),
  );
