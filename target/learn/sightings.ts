import type { Collection } from '../../contract/field.js';
import { collections, resourceOf } from '../../contract/resources.js';
import type { ListQuery, Payload, WireValue } from '../../generators/wire.js';
import type { Exchange } from '../../harness/exchange.js';
import { jsonOf } from '../../harness/body.js';
import type { JsonObject } from '../../harness/json.js';
import { type Calendar, createdId } from '../calendar.js';
import { byId } from '../paths.js';
import type { AcceptedValues } from '../profile.js';
import type { Built } from '../world/build.js';
import type { ListSighting, Sighting } from './shapes.js';

/** Asks every collection for a list that should hold records of the world. */
export async function sightLists(
  calendar: Calendar,
  built: readonly Built[],
  window: ListQuery,
): Promise<readonly ListSighting[]> {
  const lists = await Promise.all(
    collections.map(async (collection) => {
      const query = {
        ...(collection === 'events' ? window : everyTerm(collection)),
        per_page: calendar.profile.pageSize,
      };
      const { outcome } = await calendar.list(collection, query);
      if (outcome.kind !== 'response' || outcome.response.status !== 200) return [];
      const body = jsonOf(outcome);
      if (body === undefined) return [];
      return [{ collection, body, headers: outcome.response.headers, sent: sentById(built, collection) }];
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

/** What the answers to the creates of the world show. */
export const sightWrites = (built: readonly Built[]): readonly Sighting[] =>
  built.flatMap(({ draft, written }) => toSighting(draft.ref.ref, written.body, written.exchange));

/** Reads the fullest record of each collection by its id. */
export async function sightItems(calendar: Calendar, built: readonly Built[]): Promise<readonly Sighting[]> {
  const items = await Promise.all(
    specimensOf(built).map(async ({ draft, written, id }) => {
      const exchange = await calendar.read(draft.ref.ref, byId({ id }));
      return toSighting(draft.ref.ref, written.body, exchange);
    }),
  );
  return items.flat();
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

function toSighting(collection: Collection, sent: JsonObject, { outcome }: Exchange): readonly Sighting[] {
  if (outcome.kind !== 'response' || outcome.response.status >= 300) return [];
  const body = jsonOf(outcome);
  return body === undefined ? [] : [{ collection, sent, body }];
}

/**
 * Sends the fields that no answer has shown so far once more, as an update of a fresh record: a field that is lost on
 * create alone is shown all the same, and its loss is for a requirement to find.
 */
export const sightUpdates = (calendar: Calendar, built: readonly Built[], isShown: IsShown) =>
  sightUnseen(calendar, built, (collection, payload) =>
    Object.entries(payload).filter(([field]) => !isShown(collection, field)),
  );

/** Does the same with the values that were learned to be accepted after the world was built. */
export const sightAccepted = (
  calendar: Calendar,
  built: readonly Built[],
  accepted: AcceptedValues,
  isShown: IsShown,
): Promise<readonly Sighting[]> =>
  sightUnseen(calendar, built, (collection) =>
    Object.entries(accepted).flatMap(([field, [value]]): Fields => {
      const isSendable = value !== undefined && field in resourceOf(collection).fields;
      return isSendable && !isShown(collection, field) ? [[field, value]] : [];
    }),
  );

type IsShown = (collection: Collection, field: string) => boolean;
type Fields = readonly (readonly [string, WireValue])[];

async function sightUnseen(
  calendar: Calendar,
  built: readonly Built[],
  unseenOf: (collection: Collection, payload: Payload) => Fields,
): Promise<readonly Sighting[]> {
  const sightings = await Promise.all(
    specimensOf(built).map(async ({ draft: { ref, payload } }) => {
      const unseen = unseenOf(ref.ref, payload);
      const enough = Object.entries(payload).filter(([field]) => isEnough(ref.ref, field));
      return unseen.length === 0 ? [] : sightUpdate(calendar, ref.ref, { unseen, enough });
    }),
  );
  return sightings.flat();
}

/** What a fresh record is made of: what is required, and a description to carry the marker. */
const isEnough = (collection: Collection, field: string): boolean =>
  resourceOf(collection).fields[field]?.required === true || field === 'description';

async function sightUpdate(
  calendar: Calendar,
  collection: Collection,
  { unseen, enough }: { readonly unseen: Fields; readonly enough: Fields },
): Promise<readonly Sighting[]> {
  const created = await calendar.create(collection, Object.fromEntries(enough));
  const id = createdId(calendar.lens, collection, created.exchange);
  if (id === undefined) return [];
  const updated = await calendar.update(collection, byId({ id }), 'PATCH', Object.fromEntries(unseen));
  const read = await calendar.read(collection, byId({ id }));
  return toSighting(collection, { ...created.body, ...updated.body }, read);
}
