import type { Collection } from '../../contract/field.js';
import { collections } from '../../contract/resources.js';
import type { ListQuery } from '../../generators/wire.js';
import { isJsonObject, type JsonObject, valueAt } from '../../harness/json.js';
import type { Calendar } from '../calendar.js';
import { findField, findRecord } from '../discover.js';
import { byId, bySlug } from '../paths.js';
import type { Built } from '../world/build.js';
import { type ObservedList, type ObservedRecord, toObservedLists, toObservedRecords } from './sighting.js';

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
