import { type Collection, collections } from '../../../contract/resources.js';
import type { ListQuery } from '../../../generators/wire-value.js';
import type { Exchange, HeaderPairs } from '../../../wire/exchange.js';
import { isJsonArray, isJsonObject, type JsonObject, type JsonValue, valueAt } from '../../../wire/json.js';
import { jsonOf } from '../../../wire/message-body.js';
import { isGranted } from '../../../wire/status.js';
import type { Calendar } from '../../calendar/calendar.js';
import { idText } from '../../notation/shown-values.js';
import type { CollectionShape, Shapes } from '../../profile/target-profile.js';
import { byId, bySlug } from '../../reading/paths.js';
import { findField, findRecord, toWholeShape } from '../../reading/shape-discovery.js';
import type { Built } from '../../world/build-world.js';

/** What was sent for a record, and an answer that shows it. */
export interface ObservedRecord {
  readonly collection: Collection;
  readonly sent: JsonObject;
  readonly body: JsonValue;
}

/** A list answer that holds records of which it is known what was sent. */
export interface ObservedList {
  readonly collection: Collection;
  readonly body: JsonValue;
  readonly headers: HeaderPairs;
  /** What was sent for the records in it, by id as shown. */
  readonly sent: ReadonlyMap<string, JsonObject>;
}

/** The responses of a target from which its shapes are learned. */
export interface ObservedAnswers {
  /** Answers to writes and item reads. */
  readonly items: readonly ObservedRecord[];
  readonly lists: readonly ObservedList[];
}

/** What an exchange shows of a list; nothing when it was refused or has no JSON. */
export function toObservedLists(
  collection: Collection,
  { outcome }: Exchange,
  sent: ObservedList['sent'],
): readonly ObservedList[] {
  if (outcome.kind !== 'response' || outcome.response.status !== 200) return [];
  const body = jsonOf(outcome);
  return body === undefined ? [] : [{ collection, body, headers: outcome.response.headers, sent }];
}

/** What an exchange shows of a record; nothing when it was refused or has no JSON. */
export function toObservedRecords(
  collection: Collection,
  sent: JsonObject,
  { outcome }: Exchange,
): readonly ObservedRecord[] {
  if (outcome.kind !== 'response' || !isGranted(outcome)) return [];
  const body = jsonOf(outcome);
  return body === undefined ? [] : [{ collection, sent, body }];
}

/** Asks every collection for a list that should hold records of the world; in pages of a size known to be granted. */
export async function observeLists(
  calendar: Calendar,
  built: readonly Built[],
  window: ListQuery,
  sizes: Readonly<Partial<Record<Collection, number>>> = {},
): Promise<readonly ObservedList[]> {
  const lists = await Promise.all(
    collections.map(async (collection) => {
      const query = {
        ...(collection === 'events' ? window : everyTerm(collection)),
        per_page: sizes[collection] ?? calendar.profile.pageSize,
      };
      return toObservedLists(collection, await calendar.list(collection, query), sentById(built, collection));
    }),
  );
  return lists.flat();
}

const everyTerm = (collection: Collection): ListQuery =>
  collection === 'categories' || collection === 'tags' ? { hide_empty: false } : {};

const sentById = (built: readonly Built[], collection: Collection): ReadonlyMap<string, JsonObject> =>
  new Map(
    built.flatMap(({ draft, id, written }) =>
      draft.ref.ref === collection && id !== undefined ? [[id, written.body] as const] : [],
    ),
  );

/** What the answers to the creates of the world show, of those that show the record at all. */
export const observeWrites = (built: readonly Built[]): readonly ObservedRecord[] =>
  built.flatMap(({ draft, written, shown }) =>
    shown ? toObservedRecords(draft.ref.ref, written.body, written.exchange) : [],
  );

/** Reads the fullest record of each collection by its id. */
export async function observeItems(calendar: Calendar, built: readonly Built[]): Promise<readonly ObservedRecord[]> {
  const items = await Promise.all(
    specimensOf(built).map(async ({ draft, written, id }) => {
      const exchange = await calendar.read(draft.ref.ref, byId({ id }));
      return toObservedRecords(draft.ref.ref, written.body, exchange);
    }),
  );
  return items.flat();
}

/**
 * Reads an event by its slug, which may lead to less of it than its id does. An exchange that was seen says what there is
 * to say about it: of a record that shows no slug, nothing is asked.
 */
export async function readBySlug(calendar: Calendar, read: readonly ObservedRecord[]): Promise<void> {
  const event = read.find(({ collection }) => collection === 'events')?.body;
  const record = event && findRecord(event, 'events');
  const json = record && valueAt(event, record);
  const path = isJsonObject(json) ? findField(json, 'slug') : undefined;
  const slug = path && valueAt(json, path);
  if (typeof slug === 'string' && slug !== '') await calendar.read('events', bySlug(slug));
}

type Specimen = Built & { readonly id: string };

/** The record of each collection that was sent with the most fields. */
export function specimensOf(built: readonly Built[]): readonly Specimen[] {
  const size = ({ written }: Built): number => Object.keys(written.body).length;
  return collections.flatMap((collection) => {
    const candidates = built.flatMap((one) =>
      one.draft.ref.ref === collection && one.id !== undefined ? [{ ...one, id: one.id }] : [],
    );
    const [fullest] = candidates.toSorted((left, right) => size(right) - size(left));
    return fullest ? [fullest] : [];
  });
}

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
