import { type Collection, collections } from '../../../contract/resources.js';
import type { ListQuery } from '../../../generators/wire-value.js';
import type { Exchange, HeaderPairs } from '../../../wire/exchange.js';
import { isJsonArray, isJsonObject, type JsonObject, type JsonValue, valueAt } from '../../../wire/json.js';
import { jsonOf } from '../../../wire/message-body.js';
import { isGranted } from '../../../wire/status.js';
import type { Calendar } from '../../calendar/calendar.js';
import { sentOf } from '../../facts/fact-sources.js';
import { idText } from '../../notation/shown-values.js';
import type { CollectionShape, Shapes } from '../../profile/target-profile.js';
import { byId, bySlug } from '../../reading/paths.js';
import { fieldIn, findRecord, toWholeShape } from '../../reading/shape-discovery.js';
import type { Built } from '../../world/build-world.js';

/** The body sent for a record, and a response that contains the record. */
export interface ObservedRecord {
  readonly collection: Collection;
  readonly sent: JsonObject;
  readonly body: JsonValue;
}

/** A list response, with the bodies sent for its records. */
export interface ObservedList {
  readonly collection: Collection;
  readonly body: JsonValue;
  readonly headers: HeaderPairs;
  /** The bodies sent for its records, by id as shown. */
  readonly sent: ReadonlyMap<string, JsonObject>;
}

/** The responses of a target from which its shapes are learned. */
export interface ObservedAnswers {
  /** Responses to writes and item reads. */
  readonly items: readonly ObservedRecord[];
  readonly lists: readonly ObservedList[];
}

/** The list in an exchange; none if it was refused or has no JSON. */
export function toObservedLists(
  collection: Collection,
  { outcome }: Exchange,
  sent: ObservedList['sent'],
): readonly ObservedList[] {
  if (outcome.kind !== 'response' || !isGranted(outcome)) return [];
  const body = jsonOf(outcome);
  return body === undefined ? [] : [{ collection, body, headers: outcome.response.headers, sent }];
}

/** The record in an exchange; none if it was refused or has no JSON. */
export function toObservedRecords(
  collection: Collection,
  sent: JsonObject,
  { outcome }: Exchange,
): readonly ObservedRecord[] {
  if (outcome.kind !== 'response' || !isGranted(outcome)) return [];
  const body = jsonOf(outcome);
  return body === undefined ? [] : [{ collection, sent, body }];
}

/** Lists the world's records of every collection, in pages of a granted size. */
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
        per_page: sizes[collection] ?? calendar.profile.pageSizes[collection],
      };
      return toObservedLists(collection, await calendar.list(collection, query), sentOf({ built }, collection));
    }),
  );
  return lists.flat();
}

const everyTerm = (collection: Collection): ListQuery =>
  collection === 'categories' || collection === 'tags' ? { hide_empty: false } : {};

/** The creates of the world that returned their record. */
export const observeWrites = (built: readonly Built[]): readonly ObservedRecord[] =>
  built.flatMap(({ draft, written, shown }) =>
    shown ? toObservedRecords(draft.ref.ref, written.body, written.exchange) : [],
  );

/** Reads the fullest record of each collection by its id. */
export async function observeItems(calendar: Calendar, built: readonly Built[]): Promise<readonly ObservedRecord[]> {
  const items = await Promise.all(
    fullestRecordsOf(built).map(async ({ draft, written, id }) => {
      const exchange = await calendar.read(draft.ref.ref, byId({ id }));
      return toObservedRecords(draft.ref.ref, written.body, exchange);
    }),
  );
  return items.flat();
}

/** Reads an event by its slug, which may show less of it than by its id. Does nothing if the event shows no slug. */
export async function readBySlug(calendar: Calendar, read: readonly ObservedRecord[]): Promise<void> {
  const event = read.find(({ collection }) => collection === 'events')?.body;
  const record = event && findRecord(event, 'events');
  const json = record && valueAt(event, record);
  const slug = isJsonObject(json) ? fieldIn(json, 'slug') : undefined;
  if (typeof slug === 'string' && slug !== '') await calendar.read('events', bySlug(slug));
}

type CreatedRecord = Built & { readonly id: string };

/** The record with the most sent fields, for each collection. */
export function fullestRecordsOf(built: readonly Built[]): readonly CreatedRecord[] {
  const size = ({ written }: Built): number => Object.keys(written.body).length;
  return collections.flatMap((collection) => {
    const candidates = built.flatMap((one) =>
      one.draft.ref.ref === collection && one.id !== undefined ? [{ ...one, id: one.id }] : [],
    );
    const [fullest] = candidates.toSorted((left, right) => size(right) - size(left));
    return fullest ? [fullest] : [];
  });
}

/** The records as items and lists showed them while the target was learned. */
export interface Observed {
  /** Every showing of a record, items before lists. */
  of(collection: Collection, id: string): readonly JsonObject[];
  /** Every showing of every record, those of others too. */
  readonly all: readonly JsonObject[];
}

/** Reads the observed responses with the shapes learned from them. */
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
  return { of: (collection, id) => seen.get(`${collection}/${id}`) ?? [], all: [...seen.values()].flat() };
}

/** The records of the world, each by its fullest showing. */
export const withObserved = (built: readonly Built[], observed: Observed): readonly Built[] =>
  built.map((one) => {
    const { ref: collection } = one.draft.ref;
    if (one.id === undefined) return one;
    const size = (json: JsonObject | undefined): number => Object.keys(json ?? {}).length;
    const [json] = observed.of(collection, one.id).toSorted((left, right) => size(right) - size(left));
    return json && size(json) > size(one.shown?.json) ? { ...one, shown: { collection, id: one.id, json } } : one;
  });
