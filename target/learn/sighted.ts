import type { Collection } from '../../contract/field.js';
import { isJsonArray, isJsonObject, type JsonObject, type JsonValue, valueAt } from '../../harness/json.js';
import { toWholeShape } from '../discover.js';
import { idText } from '../find-id.js';
import type { CollectionShape, Shapes } from '../profile.js';
import type { Built } from '../world/build.js';
import type { ObservedAnswers } from './sighting.js';

/** What items and lists showed of records while a target was learned. */
export interface Observed {
  /** The record as shown, each time that it was; items before lists. */
  of(collection: Collection, id: string): readonly JsonObject[];
}

/** Reads all that was sighted through the shapes that were learned from it. */
export function toObserved({ items, lists }: ObservedAnswers, shapes: Shapes): Observed {
  const seen = new Map<string, readonly JsonObject[]>();
  const add = (collection: Collection, json: JsonValue | undefined, { id: path }: CollectionShape): void => {
    const id = idText(valueAt(json, path));
    if (!isJsonObject(json) || id === undefined) return;
    const key = `${collection}/${id}`;
    seen.set(key, [...(seen.get(key) ?? []), json]);
  };
  for (const { collection, body } of items) {
    const shape = toWholeShape(collection, body, shapes[collection]);
    add(collection, valueAt(body, shape.record), shape);
  }
  for (const { collection, body } of lists) {
    const shape = toWholeShape(collection, body, shapes[collection]);
    const list = valueAt(body, shape.items);
    if (isJsonArray(list)) for (const json of list) add(collection, json, shape);
  }
  return { of: (collection, id) => seen.get(`${collection}/${id}`) ?? [] };
}

/** The records of the world, each as it was shown at all: where its create showed less of it, elsewhere. */
export const withObserved = (built: readonly Built[], sighted: Observed): readonly Built[] =>
  built.map((one) => {
    const { ref: collection } = one.draft.ref;
    if (one.id === undefined) return one;
    const size = (json: JsonObject | undefined): number => Object.keys(json ?? {}).length;
    const [json] = sighted.of(collection, one.id).toSorted((left, right) => size(right) - size(left));
    return json && size(json) > size(one.shown?.json) ? { ...one, shown: { collection, id: one.id, json } } : one;
  });
